package io.simhash.core.simhash;

import io.simhash.core.base.Weight;
import io.simhash.core.feature.Features;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The fingerprint of a text, or the lack of one, with the features that decided it.
 *
 * @param profile the id of the profile that made it
 * @param features its features
 * @param margins the 64 weighted sums, least significant bit first, in fixed point: the distance of
 *     each bit from changing
 * @param fingerprint empty where the text has too few features
 */
public record TextFingerprint(
    String profile, Features features, long[] margins, OptionalLong fingerprint) {

  /** The fingerprint's canonical form, or {@code null}. */
  public String hex() {
    return fingerprint.isPresent() ? Fingerprint.toHex(fingerprint.getAsLong()) : null;
  }

  /** {@link Features#effective}, rounded to two decimals, as it is stored and shown. */
  public double effectiveFeatures() {
    return StrictMath.rint(features.effective() * 100) / 100;
  }

  /** {@link #margins} as numbers, most significant bit first, as they are shown. */
  public double[] marginsFromTheTop() {
    double[] shown = new double[margins.length];
    Arrays.setAll(shown, i -> Weight.toDouble(margins[margins.length - 1 - i]));
    return shown;
  }
}
