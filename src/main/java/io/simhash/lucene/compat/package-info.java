/**
 * The differences between the versions of Lucene below the lines of Elasticsearch. The classes of
 * each line are under {@code src/es}; they translate and decide nothing.
 */
package io.simhash.lucene.compat;
