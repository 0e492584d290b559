package io.simhash.benchmark;

/** Pseudo-random numbers by position: the same position of the same seed has the same number. */
final class Mix {

  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private Mix() {}

  /** Output {@code position} of the SplitMix64 generator that starts in state {@code seed}. */
  static long at(long seed, long position) {
    long z = seed + (position + 1) * GOLDEN_GAMMA;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** The same in [0, 1). */
  static double share(long seed, long position) {
    return (at(seed, position) >>> 11) * 0x1.0p-53;
  }

  /** The same in [0, bound). */
  static int below(long seed, long position, int bound) {
    return (int) Long.remainderUnsigned(at(seed, position), bound);
  }
}
