package io.simhash.core.near;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.shingle.Shingling;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;

/** Random values of which many are neighbours, whatever the rule. */
final class RandomValues {

  private static final Optional<Shingling> AUTO = Optional.of(Shingling.AUTO_CHARACTERS);

  static final SignatureParameters DEFAULT = new SignatureParameters(AUTO, Bands.DEFAULT);

  /** With few and many components and bands; two have bands with the values of the default's. */
  static final List<SignatureParameters> OTHERS =
      List.of(
          new SignatureParameters(AUTO, new Bands(64, 8, 1)),
          new SignatureParameters(AUTO, new Bands(84, 6, 14)),
          new SignatureParameters(AUTO, new Bands(100, 1, 3)),
          new SignatureParameters(AUTO, new Bands(300, 24, 3)),
          new SignatureParameters(AUTO, new Bands(2048, 24, 2)),
          new SignatureParameters(Optional.empty(), Bands.DEFAULT));

  /** The rules of documents that have no signatures to compare. */
  static final List<NearRule> RADII =
      List.of(new NearRule.Radius(0), new NearRule.Radius(12), new NearRule.Radius(30));

  /** Rules with and without bands and distances. */
  static final List<NearRule.Similar> SIMILAR =
      List.of(
          new NearRule.Similar(.51, 64),
          new NearRule.Similar(.6, 20),
          new NearRule.Similar(.44, 64),
          new NearRule.Similar(1, 3),
          new NearRule.Similar(.3, 64),
          new NearRule.Similar(.01, 40),
          new NearRule.Similar(.7, 0, 64),
          new NearRule.Similar(.2, 1, 64),
          new NearRule.Similar(.6, 7, 30),
          new NearRule.Similar(.9, 24, 64));

  static final List<NearRule> RULES = Stream.concat(SIMILAR.stream(), RADII.stream()).toList();

  private RandomValues() {}

  /** A value with a fingerprint, a signature or both; most signatures are comparable. */
  static NearValue of(Random random) {
    return switch (random.nextInt(9)) {
      case 0 -> new NearValue(fingerprint(random), Optional.empty());
      case 1 -> new NearValue(OptionalLong.empty(), Optional.of(signature(random, DEFAULT)));
      case 2, 3 -> {
        SignatureParameters other = OTHERS.get(random.nextInt(OTHERS.size()));
        yield of(random, other);
      }
      default -> comparable(random);
    };
  }

  /** A value with a fingerprint and a signature of the default parameters. */
  static NearValue comparable(Random random) {
    return of(random, DEFAULT);
  }

  /** A value with a fingerprint and a signature of these parameters. */
  static NearValue of(Random random, SignatureParameters parameters) {
    return new NearValue(fingerprint(random), Optional.of(signature(random, parameters)));
  }

  /** Up to 25 bits. */
  private static long fingerprint(Random random) {
    long fingerprint = 0;
    for (int bit = random.nextInt(26); bit > 0; bit--) {
      fingerprint |= 1L << random.nextInt(64);
    }
    return fingerprint;
  }

  /** A signature of which a random part is shared with all others, often another one of its end. */
  private static Signature signature(Random random, SignatureParameters parameters) {
    long[] minima = new long[parameters.bands().hashes()];
    double shared = random.nextInt(4) == 0 ? 1 : .5 + random.nextDouble() / 2;
    double sharedAtTheEnd = random.nextInt(3) == 0 ? random.nextDouble() : shared;
    for (int i = 0; i < minima.length; i++) {
      double part = i < minima.length - 256 ? shared : sharedAtTheEnd;
      minima[i] = random.nextDouble() < part ? i : random.nextLong();
    }
    return parameters.signature(minima);
  }
}
