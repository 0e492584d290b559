/** The pairs of fingerprints within a radius, and the clusters of pairs. */
package io.simhash.core.cluster;
