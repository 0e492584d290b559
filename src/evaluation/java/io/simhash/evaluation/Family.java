package io.simhash.evaluation;

import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHashPolicy;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import io.simhash.core.minhash.MinHash;
import java.util.Arrays;

/** The ways to make a MinHash signature that docs/adr/0004-minhash-family.md compares. */
enum Family {

  /** Component i is the least i-th output of SplitMix64: format version 1. */
  INDEPENDENT("n independent hash functions") {
    @Override
    long[] components(long[] set, int n) {
      long[] least = new long[n];
      Arrays.fill(least, Long.MAX_VALUE);
      for (long element : set) {
        for (int i = 0; i < n; i++) {
          long u = Draws.mix(element + (i + 1) * Draws.GOLDEN_GAMMA);
          least[i] = Math.min(least[i], u ^ Long.MIN_VALUE);
        }
      }
      return least;
    }
  },

  /**
   * One hash a element, which chooses a bin too; an empty bin copies a random one that is not.
   *
   * @see <a href="https://proceedings.mlr.press/v70/shrivastava17a.html">Shrivastava: Optimal
   *     densification for fast and accurate minwise hashing, ICML 2017</a>
   */
  ONE_PERMUTATION("one permutation, optimal densification") {
    @Override
    long[] components(long[] set, int n) {
      long[] least = new long[n];
      Arrays.fill(least, Long.MAX_VALUE);
      for (long element : set) {
        long u = Draws.mix(element + Draws.GOLDEN_GAMMA);
        int bin = (int) Math.unsignedMultiplyHigh(u, n);
        least[bin] = Math.min(least[bin], u * n >>> 1);
      }
      long[] dense = least.clone();
      for (int bin = 0; bin < n; bin++) {
        for (long attempt = 1; dense[bin] == Long.MAX_VALUE; attempt++) {
          long u = Draws.mix(((long) bin << 32 | attempt) * Draws.GOLDEN_GAMMA);
          dense[bin] = least[(int) Math.unsignedMultiplyHigh(u, n)];
        }
      }
      for (int bin = 0; bin < n; bin++) {
        dense[bin] >>>= 10;
      }
      return dense;
    }
  },

  /**
   * SuperMinHash of hash4j.
   *
   * @see <a href="https://arxiv.org/abs/1706.05698">Ertl: SuperMinHash, 2017</a>
   */
  SUPER("SuperMinHash") {
    @Override
    long[] components(long[] set, int n) {
      SimilarityHashPolicy policy = SimilarityHashing.superMinHash(n, 64);
      byte[] made = policy.createHasher().compute(ElementHashProvider.ofValues(set));
      long[] components = new long[n];
      Arrays.setAll(components, i -> policy.getComponent(made, i));
      return components;
    }

    @Override
    byte[] signature(long[] set, int n) {
      return SimilarityHashing.superMinHash(n, 8)
          .createHasher()
          .compute(ElementHashProvider.ofValues(set));
    }
  },

  /** The plugin's. */
  FAST_SIMILARITY_SKETCHING("fast similarity sketching") {
    @Override
    long[] components(long[] set, int n) {
      return new MinHash(n, 8, 0).minima(set);
    }
  };

  /** The name in the tables. */
  final String shown;

  Family(String shown) {
    this.shown = shown;
  }

  /** The components of a set of element hashes, 64 bits each. */
  abstract long[] components(long[] set, int n);

  /** The components, 8 bits each. */
  byte[] signature(long[] set, int n) {
    long[] components = components(set, n);
    byte[] signature = new byte[n];
    for (int i = 0; i < n; i++) {
      signature[i] = (byte) components[i];
    }
    return signature;
  }
}
