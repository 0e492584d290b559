package io.simhash.core.near;

import io.simhash.core.minhash.SignaturePrefix;
import io.simhash.core.simhash.Fingerprint;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The fingerprints and the {@link SignaturePrefix}es of values, each in an array of its own, so
 * that most values are rejected without being read.
 *
 * <p>Not safe to share between threads.
 */
final class NearSlots {

  private long[] fingerprints;
  private long[] prefixes;

  /** Whether the value has no prefix; the one in {@link #prefixes} is then any number. */
  private boolean[] unsigned;

  NearSlots(int capacity) {
    fingerprints = new long[capacity];
    prefixes = new long[capacity];
    unsigned = new boolean[capacity];
  }

  /**
   * The value whose neighbours are looked for.
   *
   * @param maxDistanceWithoutPrefix the distance up to which prefixes reject no document
   * @param maxDisagreements the number of positions in which prefixes may differ beyond it
   */
  record Sought(long fingerprint, long prefix, int maxDistanceWithoutPrefix, int maxDisagreements) {

    static Sought of(NearValue value, NearRule rule) {
      OptionalLong prefix = value.prefix();
      boolean rejects = prefix.isPresent() && rule.usesSignatures();
      return new Sought(
          value.fingerprint(),
          prefix.orElse(0),
          rejects ? rule.maxDistanceWithoutPrefix() : Fingerprint.BITS,
          SignaturePrefix.COMPONENTS - rule.minAgreements());
    }
  }

  void set(int slot, NearValue value) {
    OptionalLong prefix = value.prefix();
    fingerprints[slot] = value.fingerprint();
    prefixes[slot] = prefix.orElse(0);
    unsigned[slot] = prefix.isEmpty();
  }

  boolean isUnsigned(int slot) {
    return unsigned[slot];
  }

  void move(int from, int to) {
    fingerprints[to] = fingerprints[from];
    prefixes[to] = prefixes[from];
    unsigned[to] = unsigned[from];
  }

  void grow(int capacity) {
    fingerprints = Arrays.copyOf(fingerprints, capacity);
    prefixes = Arrays.copyOf(prefixes, capacity);
    unsigned = Arrays.copyOf(unsigned, capacity);
  }

  int distance(int slot, Sought sought) {
    return Fingerprint.distance(fingerprints[slot], sought.fingerprint());
  }

  /** Whether the prefix of a value lets it be a neighbour at that distance. */
  boolean passes(int slot, int distance, Sought sought) {
    return distance <= sought.maxDistanceWithoutPrefix()
        || unsigned[slot]
        || SignaturePrefix.disagreements(prefixes[slot], sought.prefix())
            <= sought.maxDisagreements();
  }

  /**
   * Whether any of these values passes, where all have a prefix. A loop without branches, which the
   * JVM compiles to vector instructions: half the time of one value after the other.
   *
   * @param to the slot after the last one
   */
  boolean isAnyPassing(int from, int to, Sought sought, int maxDistance) {
    long fingerprint = sought.fingerprint();
    long prefix = sought.prefix();
    int maxDistanceWithoutPrefix = sought.maxDistanceWithoutPrefix();
    int maxDisagreements = sought.maxDisagreements();
    int passing = 0;
    for (int i = from; i < to; i++) {
      int distance = Fingerprint.distance(fingerprints[i], fingerprint);
      int disagreements = SignaturePrefix.disagreements(prefixes[i], prefix);
      // A difference is negative where the right side is larger.
      int rejected = (maxDisagreements - disagreements) & (maxDistanceWithoutPrefix - distance);
      passing |= ~((maxDistance - distance) | rejected);
    }
    return passing < 0;
  }
}
