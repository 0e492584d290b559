/** Text to tokens, and from there to a fingerprint or a signature. */
package io.simhash.lucene.text;
