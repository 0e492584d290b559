package io.simhash.core.base;

import java.util.Arrays;

/**
 * The 64-bit hash of a feature's text. A persisted choice: a name never changes its meaning.
 *
 * <p>Both are pinned by golden files made with a second implementation.
 */
public enum FeatureHash {
  /** XXH3, 64 bits, seed 0, over the UTF-8 bytes; an unpaired surrogate counts as U+FFFD. */
  XXH3,

  /**
   * FNV-1a, 64 bits, over the UTF-16 code units (one multiplication each), for fingerprints that
   * others computed. Visibly worse than XXH3 over short words at wide radii.
   */
  FNV1A;

  /** The hash of {@code text}; cost linear in its length. */
  public long hash(String text) {
    HashBuffer buffer = new HashBuffer(this, text.length());
    buffer.append(text.toCharArray(), 0, text.length());
    return buffer.hash(0, buffer.position());
  }

  /**
   * The distinct hashes in ascending order: a set of 8 bytes an element, and unlike a hash table no
   * choice of elements makes it slow. Sorts {@code hashes} in place.
   */
  public static long[] distinct(long[] hashes) {
    Arrays.sort(hashes);
    int size = 0;
    for (long hash : hashes) {
      if (size == 0 || hashes[size - 1] != hash) {
        hashes[size++] = hash;
      }
    }
    return Arrays.copyOf(hashes, size);
  }
}
