package io.simhash.core.feature;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.shingle.CharacterShingles;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * The occurrences of all features of a document, in order. Only their hashes are made for each
 * document: factors where the profile has them, texts and parts of speech for those who ask.
 */
final class Occurrences {

  /** A factor of the weight that may differ between occurrences of one feature. */
  enum Factor {
    IDF,
    LENGTH,
    POS,
    CUE,
    TITLE,
    FIELD
  }

  private final List<? extends InField> fields;

  /** How many occurrences are before those of each field, and the number of all. */
  private final int[] firsts;

  private final long[] hashes;

  Occurrences(List<? extends InField> fields) {
    this.fields = fields;
    this.firsts = new int[fields.size() + 1];
    long[] all = {};
    for (int i = 0; i < fields.size(); i++) {
      long[] added = fields.get(i).hashes();
      firsts[i + 1] = firsts[i] + added.length;
      all = i == 0 ? added : concatenated(all, added);
    }
    this.hashes = all;
  }

  private static long[] concatenated(long[] a, long[] b) {
    long[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  /** The hash of each occurrence; not to be changed. */
  long[] hashes() {
    return hashes;
  }

  /** A factor at each occurrence; null if it is always 1. */
  double[] factor(Factor factor) {
    if (fields.stream().noneMatch(field -> field.has(factor))) {
      return null;
    }
    double[] values = new double[hashes.length];
    for (int f = 0; f < fields.size(); f++) {
      InField field = fields.get(f);
      boolean has = field.has(factor);
      for (int i = firsts[f]; i < firsts[f + 1]; i++) {
        values[i] = has ? field.factor(factor, i - firsts[f]) : 1;
      }
    }
    return values;
  }

  /** The text of the feature that occurs there. */
  String text(int occurrence) {
    return inField(occurrence, InField::text);
  }

  /** The part of speech of the feature that occurs there. */
  String partOfSpeech(int occurrence) {
    return inField(occurrence, InField::partOfSpeech);
  }

  private String inField(int occurrence, BiFunction<InField, Integer, String> part) {
    int field = 0;
    while (occurrence >= firsts[field + 1]) {
      field++;
    }
    return part.apply(fields.get(field), occurrence - firsts[field]);
  }

  /** The occurrences of features in one field of a document, in order. */
  sealed interface InField {

    /** The hash of each occurrence. */
    long[] hashes();

    /** Whether a factor may differ from 1. */
    boolean has(Factor factor);

    /** A factor that may differ from 1, at one occurrence. */
    double factor(Factor factor, int occurrence);

    /** The text of the feature. */
    String text(int occurrence);

    /** The part of speech; empty if there is none. */
    String partOfSpeech(int occurrence);
  }

  /**
   * Shingles of tokens: each factor is the mean over the shingle's tokens.
   *
   * @param windows the shingles
   * @param factors the factors that may differ from 1, each with its value for each kept token
   * @param boost the factor of the field
   */
  record OfTokens(
      TokenWindows windows, FeatureHash hash, Map<Factor, double[]> factors, double boost)
      implements InField {

    @Override
    public long[] hashes() {
      return windows.hashes(hash);
    }

    @Override
    public boolean has(Factor factor) {
      return factor == Factor.FIELD ? boost != 1 : factors.containsKey(factor);
    }

    @Override
    public double factor(Factor factor, int occurrence) {
      return factor == Factor.FIELD ? boost : windows.mean(factors.get(factor), occurrence);
    }

    @Override
    public String text(int occurrence) {
      return windows.text(occurrence);
    }

    @Override
    public String partOfSpeech(int occurrence) {
      return windows.partOfSpeech(occurrence);
    }
  }

  /** Shingles of characters, which have no factor but that of the field. */
  static final class OfCharacters implements InField {

    private final CharacterShingles shingles;
    private final int size;
    private final double boost;

    /**
     * @param size the code points of a shingle
     */
    OfCharacters(BodyField field, int size, FeatureHash hash) {
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
}
