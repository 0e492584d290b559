package io.simhash.core.cluster;

import io.simhash.core.minhash.Signature;
import java.util.List;

/**
 * Comparable signatures, named by their places, in the form in which one is compared with many
 * fastest: 2 bytes a band and 2 bits a component. Four bands are one {@code long}, so that a group
 * of eight is compared at a time.
 */
final class PackedSignatures {

  private static final int WORDS_OF_GROUP = BandPairs.GROUP * Character.SIZE / Long.SIZE;
  private static final int BANDS_OF_WORD = Long.SIZE / Character.SIZE;

  /** All bits of four bands but the highest of each. */
  private static final long LOW_BITS = 0x7FFF_7FFF_7FFF_7FFFL;

  /** Moves the bits 0, 16, 32 and 48 to 48, 49, 50 and 51, and none to a higher one. */
  private static final long GATHER = 1L << 48 | 1L << 33 | 1L << 18 | 1L << 3;

  private final BandPairs plan;

  /** For each group, its bands of one signature after the other. */
  private final long[][] bands;

  private final int hashes;
  private final int componentWords;
  private final long[] components;

  /**
   * @param signatures whose bands are those of the plan
   */
  PackedSignatures(BandPairs plan, List<Signature> signatures) {
    this.plan = plan;
    bands = new long[plan.groups()][signatures.size() * WORDS_OF_GROUP];
    hashes = plan.bands().hashes();
    componentWords = Signature.componentWords(hashes);
    components = new long[signatures.size() * componentWords];
    for (int place = 0; place < signatures.size(); place++) {
      Signature signature = signatures.get(place);
      signature.copyComponents(components, place * componentWords);
      for (int band = 0; band < plan.bands().bands(); band++) {
        int word = band % BandPairs.GROUP / BANDS_OF_WORD;
        bands[band / BandPairs.GROUP][place * WORDS_OF_GROUP + word] |=
            (long) signature.band(band) << band % BANDS_OF_WORD * Character.SIZE;
      }
    }
  }

  /**
   * Keeps those of some signatures that share a pair of bands with another one, and no earlier
   * pair. Without branches: whether a pair is shared cannot be predicted.
   *
   * @param others their places; those that are kept come first afterwards
   * @param count the number of {@code others}
   * @param group the group of the bands
   * @param pair the place of the pair in its group
   * @return the number of those that are kept
   */
  int firstShared(int one, int[] others, int count, int group, int pair) {
    int kept = count;
    for (int earlier = 0; earlier < group; earlier++) {
      kept = keep(one, others, kept, earlier, BandPairs.NONE);
    }
    return keep(one, others, kept, group, pair);
  }

  private int keep(int one, int[] others, int count, int group, int wanted) {
    long[] ofGroup = bands[group];
    byte[] first = plan.firstPairs(group);
    long low = ofGroup[one * WORDS_OF_GROUP];
    long high = ofGroup[one * WORDS_OF_GROUP + 1];
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int other = others[i];
      int agreeing =
          agreeing(low ^ ofGroup[other * WORDS_OF_GROUP])
              | agreeing(high ^ ofGroup[other * WORDS_OF_GROUP + 1]) << BANDS_OF_WORD;
      others[kept] = other;
      kept += first[agreeing] == wanted ? 1 : 0;
    }
    return kept;
  }

  /** The bands of four that have no different bit, one bit each. */
  private static int agreeing(long different) {
    // The highest bit of a band is set in the sum if one of its other bits is.
    long equal = ~(((different & LOW_BITS) + LOW_BITS) | different | LOW_BITS);
    return (int) (((equal >>> (Character.SIZE - 1)) * GATHER) >>> 48);
  }

  /** The estimated similarity, as {@link Signature#similarity(Signature)} computes it. */
  double similarity(int one, int other) {
    int a = one * componentWords;
    int b = other * componentWords;
    int different = 0;
    for (int i = 0; i < componentWords; i += 2) {
      different +=
          Long.bitCount(
              components[a + i] ^ components[b + i]
                  | components[a + i + 1] ^ components[b + i + 1]);
    }
    return Signature.similarity(different, hashes);
  }
}
