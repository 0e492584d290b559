/** IDF models as resources of the cluster: how they are stored, put, read, deleted and built. */
package io.simhash.elasticsearch.idf;
