/** Every option that decides a fingerprint, its default, and the id of them all. */
package io.simhash.core.profile;
