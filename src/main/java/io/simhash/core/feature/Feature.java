package io.simhash.core.feature;

import io.simhash.core.base.Weight;

/**
 * One hashed, weighted unit of a text.
 *
 * @param text the token or shingle
 * @param partOfSpeech part of speech of the token, of a shingle those of its tokens joined by one
 *     space
 * @param occurrences how often it occurs in the body
 * @param factors the factors of its weight
 * @param hash its 64-bit hash
 * @param weight its weight in fixed point ({@link Weight}), above 0; after {@code top} and {@code
 *     weight_levels}
 */
public record Feature(
    String text, String partOfSpeech, int occurrences, Factors factors, long hash, long weight) {}
