/** Counts what a field holds in the documents of an index reader that are not deleted or hidden. */
package io.simhash.lucene.stats;
