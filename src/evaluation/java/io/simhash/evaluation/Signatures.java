package io.simhash.evaluation;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.feature.BodyField;
import io.simhash.core.minhash.MinHash;
import io.simhash.core.minhash.SignaturePrefix;
import io.simhash.core.near.NearRule;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The character shingles of each document of a corpus, and MinHash signatures of them. */
final class Signatures implements Analysis.Sink {

  private static final double STEP = 1 / 1000.0;
  private static final double[] LIMITS = limits();

  private final Shingles shingles;
  private final List<MinHash> families;
  private final Vectors sets;

  /** By family and document. */
  private final byte[][][] signatures;

  /**
   * @param shingles cuts the texts
   * @param families signatures to make; none if only the shingles are wanted
   */
  Signatures(Shingles shingles, List<MinHash> families, int size) {
    this.shingles = shingles;
    this.families = families;
    sets = new Vectors(size);
    signatures = new byte[families.size()][size][];
  }

  @Override
  public void accept(int document, BodyField body, Set<String> titleTerms) {
    long[] elements = shingles.of(body.text()).stream().mapToLong(FeatureHash.XXH3::hash).toArray();
    sets.setOf(document, elements);
    for (int i = 0; i < families.size() && elements.length > 0; i++) {
      signatures[i][document] = families.get(i).signature(elements);
    }
  }

  /** The shingles as sets. */
  Vectors sets() {
    return sets;
  }

  /** The number of independent signatures of {@code components} components. */
  int parts(int components) {
    return (int) families.stream().filter(family -> family.hashes() == components).count();
  }

  /**
   * The similarity that the {@code part}-th signature of {@code components} components estimates; 0
   * where a document has no signature. Part 0 is the signature that the plugin makes.
   */
  double similarity(int a, int b, int components, int part) {
    int family = family(components, part);
    byte[][] made = signatures[family];
    return made[a] == null || made[b] == null
        ? 0
        : families.get(family).similarity(made[a], made[b]);
  }

  /**
   * The greatest {@code min_similarity}, in steps of {@value #STEP}, with which a query finds one
   * of two documents near the other: their estimated similarity or, where {@link SignaturePrefix}
   * is compared first, the less that it lets pass.
   *
   * @param distance of the fingerprints; the greatest one for a query without them
   */
  double found(int a, int b, int distance, int components, int part) {
    return found(a, b, distance, components, part, 0);
  }

  /**
   * The same for a query with {@code confirm}, whose prefixes are compared with a higher minimum,
   * see {@link NearRule#toConfirm}.
   */
  double foundToConfirm(int a, int b, int distance, int components, int part) {
    return found(a, b, distance, components, part, NearRule.MAX_ERROR);
  }

  private double found(int a, int b, int distance, int components, int part, double margin) {
    double similarity = similarity(a, b, components, part);
    byte[][] made = signatures[family(components, part)];
    if (similarity == 0
        || distance <= NearRule.DEFAULT_MAX_DISTANCE_ALONE
        || components < SignaturePrefix.COMPONENTS
        || families.get(0).bitsPerComponent() != Byte.SIZE) {
      return similarity;
    }
    long first = SignaturePrefix.of(made[a], 0);
    long second = SignaturePrefix.of(made[b], 0);
    return Math.min(similarity, LIMITS[SignaturePrefix.agreements(first, second)] - margin);
  }

  /** The greatest minimum, in steps, that each number of agreeing positions reaches. */
  private static double[] limits() {
    double[] limits = new double[SignaturePrefix.COMPONENTS + 1];
    for (int step = 0; step * STEP <= 1; step++) {
      int least = SignaturePrefix.minAgreements(step * STEP);
      Arrays.fill(limits, least, limits.length, step * STEP);
    }
    return limits;
  }

  private int family(int components, int part) {
    return IntStream.range(0, families.size())
        .filter(i -> families.get(i).hashes() == components)
        .skip(part)
        .findFirst()
        .orElseThrow();
  }
}
