/** Texts that the benchmarks of text share. */
package io.simhash.texts;
