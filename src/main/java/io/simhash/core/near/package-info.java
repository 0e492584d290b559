/** Which documents are near-duplicates: the rule that decides it, and comparisons in memory. */
package io.simhash.core.near;
