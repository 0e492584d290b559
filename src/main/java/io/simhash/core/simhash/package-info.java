/** Features in, a 64-bit fingerprint out; distance, score and comparison of fingerprints. */
package io.simhash.core.simhash;
