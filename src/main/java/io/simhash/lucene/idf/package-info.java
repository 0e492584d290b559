/** Document frequencies of the terms of an index field. */
package io.simhash.lucene.idf;
