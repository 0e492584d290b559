/**
 * Shingles: windows of consecutive tokens or characters. Sets of them are what signatures estimate
 * the similarity of, and what {@code confirm} compares exactly.
 *
 * <p>{@link io.simhash.core.shingle.Shingling} is the option: a unit and a size. {@link
 * io.simhash.core.shingle.CharacterShingles} cuts a text into shingles of characters; windows of
 * tokens are made by {@code core.feature}, which has the tokens. {@code core.text} decides before
 * which characters of a text count.
 */
package io.simhash.core.shingle;
