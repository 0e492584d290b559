/** MinHash signatures of sets, and the Jaccard similarity that two signatures estimate. */
package io.simhash.core.minhash;
