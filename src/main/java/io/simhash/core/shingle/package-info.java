/** Shingles: windows of consecutive tokens or characters. */
package io.simhash.core.shingle;
