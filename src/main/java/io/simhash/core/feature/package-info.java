/** Tokens of a document in, weighted 64-bit features out. */
package io.simhash.core.feature;
