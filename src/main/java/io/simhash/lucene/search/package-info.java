/**
 * The near queries: candidates from block or band terms, verification on doc values and, as the
 * last word, on the texts; score and explanation.
 */
package io.simhash.lucene.search;
