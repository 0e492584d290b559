/**
 * Document frequencies of the terms of a corpus, and the inverse document frequency that follows.
 */
package io.simhash.core.idf;
