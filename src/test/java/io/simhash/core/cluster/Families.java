package io.simhash.core.cluster;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random values to cluster. */
public final class Families {

  private Families() {}

  /** Families of similar values: fingerprints within some bits, signatures similar above .7. */
  public static List<NearValue> of(Random random, int families, int size, int bits) {
    return IntStream.range(0, families)
        .boxed()
        .flatMap(
            family -> {
              long centre = random.nextLong();
              long[] minima = random.longs(Bands.DEFAULT.hashes()).toArray();
              return IntStream.range(0, random.nextInt(size) + 1)
                  .mapToObj(i -> member(random, centre, minima, bits));
            })
        .toList();
  }

  private static NearValue member(Random random, long centre, long[] minima, int bits) {
    long fingerprint = centre;
    for (int i = random.nextInt(bits + 1); i > 0; i--) {
      fingerprint ^= 1L << random.nextInt(64);
    }
    long[] own = minima.clone();
    for (int i = random.nextInt(150); i > 0; i--) {
      own[random.nextInt(own.length)] = random.nextLong();
    }
    int kind = random.nextInt(10);
    if (kind == 0) {
      return new NearValue(fingerprint, Optional.empty());
    }
    Shingling shingling =
        kind == 1 ? new Shingling(Shingling.Unit.CHARACTER, 5) : Shingling.AUTO_CHARACTERS;
    SignatureParameters parameters = new SignatureParameters(Optional.of(shingling), Bands.DEFAULT);
    return new NearValue(fingerprint, Optional.of(parameters.signature(own)));
  }

  /** The parameters that most signatures have, of equally frequent ones the least header. */
  public static Optional<SignatureParameters> mostFrequent(Collection<NearValue> values) {
    return values.stream()
        .flatMap(value -> value.signature().stream())
        .map(Signature::parameters)
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
        .entrySet()
        .stream()
        .max(
            Map.Entry.<SignatureParameters, Long>comparingByValue()
                .thenComparing(
                    entry -> new BigInteger(1, entry.getKey().header()), Comparator.reverseOrder()))
        .map(Map.Entry::getKey);
  }

  /**
   * Whether a run by a rule compares a value: by similarity, if it has a signature with the
   * parameters that most have, otherwise if it has a fingerprint.
   */
  public static Predicate<NearValue> areCompared(Collection<NearValue> all, NearRule rule) {
    Optional<SignatureParameters> parameters = mostFrequent(all);
    return rule instanceof NearRule.Similar
        ? value ->
            value.signature().isPresent()
                && value.signature().map(Signature::parameters).equals(parameters)
        : value -> value.fingerprint().isPresent();
  }

  /** The values that a run compares. */
  static List<NearValue> compared(List<NearValue> values, NearRule rule) {
    return values.stream().filter(areCompared(values, rule)).toList();
  }
}
