/**
 * The weighted features of a text: what a fingerprint is computed from.
 *
 * <p>The {@link io.simhash.core.feature.Tokens} of an analyzer come in. {@link
 * io.simhash.core.feature.FeatureExtractor} hashes each distinct window of them to 64 bits, and
 * multiplies the factors that the profile asks for: {@link io.simhash.core.feature.Occurrences} has
 * the factors of a feature at each of its places. {@link io.simhash.core.feature.Features} come
 * out.
 *
 * <p>A new factor is computed here, and gets a row in {@code
 * io.simhash.core.profile.ProfileOption}.
 */
package io.simhash.core.feature;
