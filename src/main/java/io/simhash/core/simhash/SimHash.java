package io.simhash.core.simhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.feature.Features;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.Profile.Ties;
import io.simhash.core.profile.ProfileOption;
import java.util.OptionalLong;

/** The step from weighted features to a fingerprint. */
public final class SimHash {

  private SimHash() {}

  /**
   * The fingerprint of a text's features under the profile that they were extracted with.
   *
   * <p>There is none without a feature, and none with fewer effective features than {@code
   * min_features}: its distances would mean nothing.
   */
  public static TextFingerprint fingerprint(Features features, Profile profile) {
    BitSums margins = new BitSums();
    for (int i = 0; i < features.size(); i++) {
      margins.add(features.hash(i), features.weight(i));
    }
    long[] sums = margins.sums();
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
   * @param sums 64 sums of {@link BitSums}, least significant bit first
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
