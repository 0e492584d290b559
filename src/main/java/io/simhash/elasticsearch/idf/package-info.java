/** IDF models stored in the cluster state, and the endpoints that put, get and delete them. */
package io.simhash.elasticsearch.idf;
