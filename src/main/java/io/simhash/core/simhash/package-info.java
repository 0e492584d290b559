/**
 * Weighted features to a 64-bit fingerprint: {@link io.simhash.core.simhash.SimHash} adds up the
 * weights and takes the signs, and {@link io.simhash.core.simhash.Fingerprint} reads, prints and
 * compares the result. {@link io.simhash.core.simhash.TextFingerprint} is the fingerprint of a text
 * with the features that decided it; a text with few features has none, because its distances would
 * mean nothing. {@link io.simhash.core.simhash.DistanceScore} makes scores of distances.
 *
 * <p>{@link io.simhash.core.simhash.TextComparison} explains a distance by the features that
 * changed bits, for one pair of texts. To find near-duplicates use {@code core.near}, which
 * compares values without their features.
 */
package io.simhash.core.simhash;
