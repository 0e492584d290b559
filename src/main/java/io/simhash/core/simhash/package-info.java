/** Weighted features in, a 64-bit SimHash fingerprint out, and how fingerprints are written. */
package io.simhash.core.simhash;
