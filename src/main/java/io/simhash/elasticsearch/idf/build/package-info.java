/** Builds an IDF model from the document frequencies of an index. */
package io.simhash.elasticsearch.idf.build;
