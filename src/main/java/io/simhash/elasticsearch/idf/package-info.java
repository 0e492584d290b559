/** The endpoints of stored IDF models: put, get, delete and build. */
package io.simhash.elasticsearch.idf;
