/** The Lucene fields of a fingerprint, of a signature with its bands, and of copied passages. */
package io.simhash.lucene.document;
