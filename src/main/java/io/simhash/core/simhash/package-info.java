/** Turns features into a 64-bit fingerprint; distance, score and comparison of fingerprints. */
package io.simhash.core.simhash;
