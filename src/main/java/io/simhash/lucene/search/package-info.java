/**
 * The near query: candidates from block terms, verification on doc values, score and explanation.
 */
package io.simhash.lucene.search;
