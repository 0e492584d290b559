/** How one fingerprint and one signature are laid down in Lucene fields. */
package io.simhash.lucene.document;
