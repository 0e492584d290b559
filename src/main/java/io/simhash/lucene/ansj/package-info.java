/** The Chinese tokenizer and its analyzers: the only package that imports ansj. */
package io.simhash.lucene.ansj;
