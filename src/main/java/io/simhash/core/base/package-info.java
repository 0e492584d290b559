/** Feature hashes, content digests and fixed-point weights, used by the other packages of core. */
package io.simhash.core.base;
