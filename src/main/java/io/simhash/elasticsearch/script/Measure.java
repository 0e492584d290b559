package io.simhash.elasticsearch.script;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/** The sources that users can write in a script: a number computed from a Hamming distance H. */
enum Measure {
  /** H, the number of differing bits, 0 to 64; 65 for a document without fingerprint. */
  HAMMING(distance -> distance, Fingerprint.BITS + 1),

  /** {@code 1 / (1 + H)}, from 1 down to 1/65; 0 for a document without fingerprint. */
  RECIPROCAL(DistanceScore.RECIPROCAL::of, 0);

  private final IntToDoubleFunction ofDistance;

  /** The score and sort key of a document without fingerprint: worse than any other. */
  private final double missing;

  Measure(IntToDoubleFunction ofDistance, double missing) {
    this.ofDistance = ofDistance;
    this.missing = missing;
  }

  /** The number for a distance, 0 to 64, or {@link SegmentDistances#NONE}. */
  double of(int distance) {
    return distance == SegmentDistances.NONE ? missing : ofDistance.applyAsDouble(distance);
  }

  /** Parses the source of a script. */
  static Measure parse(String source) {
    for (Measure measure : values()) {
      if (measure.toString().equals(source)) {
        return measure;
      }
    }
    throw invalid(
        "a [simhash] script's [source] must be one of %s but was [%s]",
        Arrays.toString(values()), source);
  }

  /** The name that users type. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
