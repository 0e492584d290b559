/**
 * IDF models stored in the cluster state, and the endpoints that store, build, describe and delete
 * them.
 */
package io.simhash.elasticsearch.idf;
