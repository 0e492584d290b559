/** The rule that decides which documents are near-duplicates; those among values in memory. */
package io.simhash.core.near;
