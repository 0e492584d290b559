/** The rule that decides which documents are near-duplicates of each other. */
package io.simhash.core.near;
