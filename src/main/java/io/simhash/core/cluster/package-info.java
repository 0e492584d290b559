/**
 * Clusters of a large set of documents: pairs of neighbours, joined to sets, cut to clusters.
 *
 * <p>The work is done on <em>elements</em>, numbered from 0: an element is a document, or several
 * documents whose values are equal ({@link io.simhash.core.cluster.EqualGroups}), so that 10,000
 * equal documents are no pair to compare. An {@link io.simhash.core.cluster.ElementReader} reads
 * the values and the texts of elements: in a test from memory, in Elasticsearch from shards. It
 * also gives a number for the values of {@code same}: elements with different numbers are no pair.
 *
 * <ol>
 *   <li>A {@link io.simhash.core.cluster.NeighbourJoin} finds the pairs of neighbours, exactly
 *       those of the rule, and joins them: the result is a {@link io.simhash.core.base.UnionFind}.
 *       <ul>
 *         <li>By similarity, it reads the bands of all elements once ({@link
 *             io.simhash.core.cluster.BandRows}, 48 bytes each). {@code BandJoin} sorts them by one
 *             band after the other, and gives groups of elements that have two equal bands. {@code
 *             CandidatePairs} compares the pairs of a group: first the bands, then the heads of the
 *             signatures, then the whole signatures, each only of the elements that are left.
 *         <li>Within a radius, {@link io.simhash.core.cluster.FingerprintPairs} compares all
 *             fingerprints, or only those with close values of a block, whichever is cheaper.
 *       </ul>
 *       A pair that is in one set already is not compared. Where neighbours are confirmed, {@code
 *       TextPairs} compares the texts of the pairs whose estimate is too close to the minimum.
 *   <li>A {@link io.simhash.core.cluster.ClusterMaker} makes clusters of the sets: with linkage
 *       {@code connected} a set is a cluster; {@code star} cuts a set into a centre and its
 *       neighbours, because the ends of a chain of neighbours may be very different.
 * </ol>
 *
 * <p>Pairs are not kept after they are joined. The memory of a join depends on the number of
 * elements and, by similarity, on the largest bucket of a band: {@code NeighbourJoin} accounts for
 * it by {@code ElementReader.reserve}, when the bands have been read.
 *
 * <p>The sets do not depend on the order in which pairs are found. Equal numbers of neighbours are
 * decided by the order of the elements. A {@code check} is called regularly, and ends the work by
 * throwing.
 *
 * <p>Not for some hundred values that are in memory anyway: {@link io.simhash.core.near.NearGroups}
 * groups these. Not for one value against an index: that is a query.
 */
package io.simhash.core.cluster;
