/** Text in, tokens and fingerprints out: the only package that knows ansj. */
package io.simhash.lucene.analysis;
