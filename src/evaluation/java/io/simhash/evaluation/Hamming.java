package io.simhash.evaluation;

import io.simhash.core.simhash.Fingerprint;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Fingerprints within a distance, by holding all against all.
 *
 * @param name the name in the tables
 * @param fingerprints of each document
 * @param radius the greatest distance looked at
 */
record Hamming(String name, Fingerprints fingerprints, int radius) implements Method {

  /** The distance up to which tables go. */
  static final int WIDEST = 16;

  Hamming(String name, Fingerprints fingerprints) {
    this(name, fingerprints, WIDEST);
  }

  @Override
  public List<String> levels() {
    return IntStream.rangeClosed(0, radius).mapToObj(d -> "d ≤ " + d).toList();
  }

  @Override
  public int level(int a, int b) {
    return fingerprints.has(a) && fingerprints.has(b)
        ? Fingerprint.distance(fingerprints.of(a), fingerprints.of(b))
        : Integer.MAX_VALUE;
  }

  @Override
  public void join(int worker, int workers, Pairs pairs) {
    int[] present = IntStream.range(0, fingerprints.size()).filter(fingerprints::has).toArray();
    long[] values = IntStream.of(present).mapToLong(fingerprints::of).toArray();
    for (int i = worker; i < values.length; i += workers) {
      long value = values[i];
      for (int j = i + 1; j < values.length; j++) {
        int distance = Long.bitCount(value ^ values[j]);
        if (distance <= radius) {
          pairs.add(present[i], present[j], distance);
        }
      }
    }
  }
}
