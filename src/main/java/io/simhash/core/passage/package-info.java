/** Copied passages: the terms by which they are found, and the passages of two texts. */
package io.simhash.core.passage;
