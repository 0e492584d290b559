package io.simhash.core.feature;

import io.simhash.core.feature.FieldOccurrences.Factor;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The occurrences of all features of a document, in order. Only their hashes are made for each
 * document: factors where the profile has them, texts and parts of speech for those who ask.
 */
final class Occurrences {

  private final List<? extends FieldOccurrences> fields;

  /** How many occurrences are before those of each field, and the number of all. */
  private final int[] firsts;

  private final long[] hashes;

  Occurrences(List<? extends FieldOccurrences> fields) {
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
      FieldOccurrences field = fields.get(f);
      boolean has = field.has(factor);
      for (int i = firsts[f]; i < firsts[f + 1]; i++) {
        values[i] = has ? field.factor(factor, i - firsts[f]) : 1;
      }
    }
    return values;
  }

  /** The text of the feature that occurs there. */
  String text(int occurrence) {
    return inField(occurrence, FieldOccurrences::text);
  }

  /** The part of speech of the feature that occurs there. */
  String partOfSpeech(int occurrence) {
    return inField(occurrence, FieldOccurrences::partOfSpeech);
  }

  private String inField(int occurrence, BiFunction<FieldOccurrences, Integer, String> part) {
    int field = 0;
    while (occurrence >= firsts[field + 1]) {
      field++;
    }
    return part.apply(fields.get(field), occurrence - firsts[field]);
  }
}
