/** Stores IDF models in the cluster state: their format, limits and changes. */
package io.simhash.elasticsearch.idf.store;
