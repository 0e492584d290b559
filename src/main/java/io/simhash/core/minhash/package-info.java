/** A set in, a MinHash signature out, and the Jaccard similarity that two signatures estimate. */
package io.simhash.core.minhash;
