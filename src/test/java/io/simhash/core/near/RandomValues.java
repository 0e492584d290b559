package io.simhash.core.near;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.shingle.Shingling;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** Random values of which many are neighbours, whatever the rule. */
final class RandomValues {

  private static final Optional<Shingling> AUTO = Optional.of(Shingling.AUTO_CHARACTERS);

  static final SignatureParameters DEFAULT = new SignatureParameters(AUTO, Bands.DEFAULT);

  /** Some with other bands, and one whose bands have the same values as those of the default. */
  private static final List<SignatureParameters> OTHERS =
      List.of(
          new SignatureParameters(AUTO, new Bands(64, 8, 1)),
          new SignatureParameters(AUTO, new Bands(200, 40, 3)),
          new SignatureParameters(Optional.empty(), Bands.DEFAULT));

  /** Rules with and without bands, and without signatures. */
  static final List<NearRule> RULES =
      List.of(
          NearRule.of(null, null),
          NearRule.of(20, .6),
          NearRule.of(64, .44),
          NearRule.of(3, 1.0),
          NearRule.of(null, .3),
          NearRule.of(40, .01),
          NearRule.toConfirm(null, null, .5),
          NearRule.toConfirm(null, null, .3),
          NearRule.ofDistance(0),
          NearRule.ofDistance(12),
          NearRule.ofDistance(30));

  private RandomValues() {}

  /** A value with a fingerprint, a signature or both; most signatures are comparable. */
  static NearValue of(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> new NearValue(fingerprint(random), Optional.empty());
      case 1 -> new NearValue(OptionalLong.empty(), Optional.of(signature(random, DEFAULT)));
      case 2 -> {
        SignatureParameters other = OTHERS.get(random.nextInt(OTHERS.size()));
        yield new NearValue(fingerprint(random), Optional.of(signature(random, other)));
      }
      default -> comparable(random);
    };
  }

  /** A value with a fingerprint and a signature of the default parameters. */
  static NearValue comparable(Random random) {
    return new NearValue(fingerprint(random), Optional.of(signature(random, DEFAULT)));
  }

  /** Up to 25 bits. */
  private static long fingerprint(Random random) {
    long fingerprint = 0;
    for (int bit = random.nextInt(26); bit > 0; bit--) {
      fingerprint |= 1L << random.nextInt(64);
    }
    return fingerprint;
  }

  /** A signature of which a random part is shared with all others. */
  private static Signature signature(Random random, SignatureParameters parameters) {
    long[] minima = new long[parameters.bands().hashes()];
    double shared = random.nextInt(4) == 0 ? 1 : .5 + random.nextDouble() / 2;
    for (int i = 0; i < minima.length; i++) {
      minima[i] = random.nextDouble() < shared ? i : random.nextLong();
    }
    return parameters.signature(minima);
  }

  /** A signature that has the low bits of these minima, but other bands. */
  static Signature withOtherBands(long[] minima) {
    long[] others = new long[minima.length];
    for (int i = 0; i < others.length; i++) {
      others[i] = minima[i] ^ 4;
    }
    return DEFAULT.signature(others);
  }
}
