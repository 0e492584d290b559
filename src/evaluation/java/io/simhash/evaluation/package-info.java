/** Measures how well methods find near-duplicates on texts whose duplicates are known. */
package io.simhash.evaluation;
