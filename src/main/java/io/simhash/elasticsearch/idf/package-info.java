/**
 * IDF models stored in the cluster state, and the endpoints that store, describe and delete them.
 */
package io.simhash.elasticsearch.idf;
