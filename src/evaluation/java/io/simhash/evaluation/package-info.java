/** Measures how well near-duplicates are found: every pair of a corpus, held against the truth. */
package io.simhash.evaluation;
