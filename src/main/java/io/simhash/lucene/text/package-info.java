/** Text to tokens, and tokens to a fingerprint or a signature. */
package io.simhash.lucene.text;
