package io.simhash.elasticsearch.script;

import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import java.util.Arrays;
import java.util.Locale;

/** The sources that can be written in a script. */
enum Measure {
  /** H, the number of differing bits, 0 to 64; 65 for a document without fingerprint. */
  HAMMING(Fingerprint.BITS + 1) {
    @Override
    double of(int distance) {
      return distance;
    }
  },

  /** {@code 1 / (1 + H)}, from 1 down to 1/65; 0 for a document without fingerprint. */
  SIMILARITY(0) {
    @Override
    double of(int distance) {
      return DistanceScore.RECIPROCAL.of(distance);
    }
  };

  /** The value, for scores and sorting, of a document without fingerprint: worse than any other. */
  final double missing;

  Measure(double missing) {
    this.missing = missing;
  }

  /** The value of a distance. */
  abstract double of(int distance);

  /** Reads a script's source. */
  static Measure parse(String source) {
    for (Measure measure : values()) {
      if (measure.toString().equals(source)) {
        return measure;
      }
    }
    throw new IllegalArgumentException(
        "a [simhash] script's [source] must be one of "
            + Arrays.toString(values())
            + " but was ["
            + source
            + "]");
  }

  /** The name that users type. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
