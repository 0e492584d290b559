/** The Lucene fields of one fingerprint and of one signature. */
package io.simhash.lucene.document;
