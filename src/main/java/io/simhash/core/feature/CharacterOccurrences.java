package io.simhash.core.feature;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.shingle.CharacterShingles;

/** Shingles of characters, which have no factor but that of the field. */
final class CharacterOccurrences implements FieldOccurrences {

  private final CharacterShingles shingles;
  private final int size;
  private final double boost;

  /**
   * @param size the code points of a shingle
   */
  CharacterOccurrences(BodyField field, int size, FeatureHash hash) {
    this.shingles = new CharacterShingles(field.text(), size, hash);
    this.size = size;
    this.boost = field.boost();
  }

  @Override
  public long[] hashes() {
    return shingles.hashes();
  }

  @Override
  public boolean has(Factor factor) {
    return factor == Factor.FIELD && boost != 1;
  }

  @Override
  public double factor(Factor factor, int occurrence) {
    return boost;
  }

  @Override
  public String text(int occurrence) {
    return shingles.text(occurrence, Math.min(occurrence + size, shingles.length()));
  }

  @Override
  public String partOfSpeech(int occurrence) {
    return "";
  }
}
