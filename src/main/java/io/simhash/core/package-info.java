/** The algorithms, on the JDK and hash4j alone: nothing here knows Lucene or Elasticsearch. */
package io.simhash.core;
