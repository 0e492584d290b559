package io.simhash.lucene.search;

import java.util.Random;

/** Sets of fingerprints that a near query may stumble over. */
public enum FingerprintSets {
  RANDOM {
    @Override
    public long next(Random random, long centre) {
      return random.nextLong();
    }
  },
  ALL_EQUAL {
    @Override
    public long next(Random random, long centre) {
      return centre;
    }
  },
  ONE_BUCKET {
    @Override
    public long next(Random random, long centre) {
      return centre & 0xffff_0000_0000_0000L | random.nextLong() >>> 16;
    }
  },
  ZEROS_AND_ONES {
    @Override
    public long next(Random random, long centre) {
      return random.nextBoolean() ? 0 : -1;
    }
  },
  /** Distances from 0 to 64 from the centre, all alike in number: k and k + 1 for every k. */
  EVERY_DISTANCE {
    @Override
    public long next(Random random, long centre) {
      return atDistance(random, centre, random.nextInt(65));
    }
  },
  /** Close to the centre, so that many blocks collide. */
  CLUSTERED {
    @Override
    public long next(Random random, long centre) {
      return atDistance(random, centre, random.nextInt(14));
    }
  },
  /** The differing bits spread evenly over the blocks: the worst case of the pigeonhole. */
  SPREAD {
    @Override
    public long next(Random random, long centre) {
      long mask = 0;
      int bits = random.nextInt(20);
      for (int i = 0; i < bits; i++) {
        mask |= 1L << (i % 4 * 16 + random.nextInt(16));
      }
      return centre ^ mask;
    }
  };

  /** The next fingerprint of the set around {@code centre}. */
  public abstract long next(Random random, long centre);

  /** A random fingerprint that differs in exactly {@code distance} bits. */
  public static long atDistance(Random random, long fingerprint, int distance) {
    long mask = 0;
    while (Long.bitCount(mask) < distance) {
      mask |= 1L << random.nextInt(64);
    }
    return fingerprint ^ mask;
  }
}
