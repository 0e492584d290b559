package io.simhash.core.simhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.Weight;
import io.simhash.core.feature.Features;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.profile.Ties;
import java.util.OptionalLong;

/**
 * The sums of the weights of a document's features, one for each of the 64 bit positions, whose
 * signs are its fingerprint.
 *
 * <p>{@code sums[i] = Σ_j w_j · (bit i of h_j ? +1 : -1)} where {@code i = 0} is the least
 * significant bit. The sums are exact, so that the order of the features decides no bit.
 *
 * <p>A hash is read as 16 digits of 4 bits. For each digit position one row of 16 cells gathers the
 * weight of every digit value; a bit's positive part is then the sum of the 8 cells whose value has
 * the bit. So a feature takes 16 additions without a branch instead of 64. The cells fit in cache.
 *
 * @see <a href="https://doi.org/10.1145/509907.509965">Charikar: Similarity estimation techniques
 *     from rounding algorithms, STOC 2002, section 3</a>
 */
public final class SimHash {

  private static final int DIGITS = 16;
  private static final int VALUES = 16;

  private final long[] cells = new long[DIGITS * VALUES];
  private long total;

  /**
   * Adds a feature.
   *
   * @param hash its hash, uniform in 64 bits
   * @param weight its weight in fixed point ({@link Weight})
   * @throws IllegalArgumentException if the weight is negative or the weights add up to 2^63 or
   *     more: below that no partial sum can overflow
   */
  public void add(long hash, long weight) {
    if (weight < 0) {
      throw invalid("a weight must not be negative but was [%s]", weight);
    }
    total += weight;
    if (total < 0) {
      throw invalid("the weights of a text add up to more than 2^63 - 1");
    }
    long digits = hash;
    for (int row = 0; row < cells.length; row += VALUES) {
      cells[row + (int) (digits & 0xF)] += weight;
      digits >>>= 4;
    }
  }

  /** The 64 sums of the features that were added. */
  public long[] sums() {
    long[] sums = new long[Fingerprint.BITS];
    for (int bit = 0; bit < Fingerprint.BITS; bit++) {
      long positive = weightOfSetBit(bit >>> 2 << 4, bit & 3);
      sums[bit] = positive - (total - positive);
    }
    return sums;
  }

  private long weightOfSetBit(int row, int bit) {
    long sum = 0;
    for (int value = 0; value < VALUES; value++) {
      sum += cells[row + value] & -(value >>> bit & 1L);
    }
    return sum;
  }

  /**
   * The fingerprint of a text's features under the profile that they were extracted with. There is
   * none without a feature, and none with fewer effective features than {@code min_features}.
   */
  public static TextFingerprint fingerprint(Features features, Profile profile) {
    SimHash simHash = new SimHash();
    for (int i = 0; i < features.size(); i++) {
      simHash.add(features.hash(i), features.weight(i));
    }
    long[] sums = simHash.sums();
    boolean enough =
        features.size() > 0 && features.effective() >= profile.get(ProfileOption.MIN_FEATURES);
    return new TextFingerprint(
        profile.id(),
        features,
        sums,
        enough ? OptionalLong.of(of(sums, profile.get(ProfileOption.TIES))) : OptionalLong.empty());
  }

  /**
   * The fingerprint of 64 weighted sums: bit i is 1 when {@code sums[i] > 0}, and {@code ties}
   * decides when it is 0.
   *
   * @param sums 64 sums, least significant bit first
   */
  public static long of(long[] sums, Ties ties) {
    if (sums.length != Fingerprint.BITS) {
      throw invalid("there must be 64 sums but were [%s]", sums.length);
    }
    long minimum = ties == Ties.ONE ? 0 : 1;
    long fingerprint = 0;
    for (int bit = 0; bit < Fingerprint.BITS; bit++) {
      if (sums[bit] >= minimum) {
        fingerprint |= 1L << bit;
      }
    }
    return fingerprint;
  }
}
