package io.simhash.core.cluster;

/**
 * A cluster of elements.
 *
 * @param centre the centre, one of the elements; with {@link Linkage#CONNECTED} the first element
 * @param elements in the order in which they were given
 */
public record ElementCluster(int centre, int[] elements) {}
