/** Turns the tokens of a document into weighted 64-bit features. */
package io.simhash.core.feature;
