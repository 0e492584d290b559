/**
 * The weighted features of a text: what a fingerprint is computed from.
 *
 * <p>The {@link io.simhash.core.feature.Tokens} of an analyzer come in, each with its place and
 * part of speech. {@link io.simhash.core.feature.FeatureExtractor} makes windows of them, hashes
 * each distinct window to 64 bits, and multiplies the factors that the profile asks for: {@link
 * io.simhash.core.feature.Occurrences} has the factors of a feature at each of its places, {@link
 * io.simhash.core.feature.CueMarks} the tokens that a cue phrase marks. {@link
 * io.simhash.core.feature.Features} come out.
 *
 * <p>A new factor is computed here, and gets a row in {@code
 * io.simhash.core.profile.ProfileOption}.
 */
package io.simhash.core.feature;
