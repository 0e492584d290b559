package io.simhash.evaluation;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.feature.FeatureExtractor.BodyField;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.CharacterShingles;
import io.simhash.core.shingle.Shingling;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The character shingles of each document of a corpus, and a MinHash signature of them. */
final class Signatures implements Analysis.Sink {

  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private final int shingleSize;
  private final SignatureParameters parameters;
  private final long seed;
  private final Vectors sets;

  /** By document; {@code null} where a document has no shingle. */
  private final Signature[] signatures;

  /**
   * @param shingleSize characters in a shingle, or {@link Shingling#AUTO}
   * @param bands the number of minima, and how bands group them
   * @param seed 0 for the signatures that the plugin makes; others are independent of them
   */
  Signatures(int shingleSize, Bands bands, long seed, int size) {
    this.shingleSize = shingleSize;
    this.parameters = new SignatureParameters(Optional.empty(), bands);
    this.seed = seed;
    sets = new Vectors(size);
    signatures = new Signature[size];
  }

  /** The shingles alone, as sets. */
  static Analysis.Sink shingles(int shingleSize, Vectors sets) {
    return (document, body, titleTerms) -> sets.setOf(document, hashes(body, shingleSize));
  }

  private static long[] hashes(BodyField body, int shingleSize) {
    Set<String> shingles = CharacterShingles.distinct(body.text(), shingleSize);
    return shingles.stream().mapToLong(FeatureHash.XXH3::hash).toArray();
  }

  @Override
  public void accept(int document, BodyField body, Set<String> titleTerms) {
    long[] elements = hashes(body, shingleSize);
    sets.setOf(document, elements);
    long[] seeded = LongStream.of(elements).map(this::seeded).toArray();
    signatures[document] = parameters.ofElements(seeded).orElse(null);
  }

  /** Output {@code seed} of the SplitMix64 generator that starts in this state. */
  private long seeded(long element) {
    if (seed == 0) {
      return element;
    }
    long z = element + seed * GOLDEN_GAMMA;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** The shingles as sets. */
  Vectors sets() {
    return sets;
  }

  /** The documents as sets of their bands: what an inverted index finds them by. */
  Vectors bands() {
    Vectors keys = new Vectors(signatures.length);
    for (int document = 0; document < signatures.length; document++) {
      Signature signature = signatures[document];
      if (signature != null) {
        IntStream bands = IntStream.range(0, parameters.bands().bands());
        keys.setOf(
            document,
            bands.mapToLong(band -> (long) band << Short.SIZE | signature.band(band)).toArray());
      }
    }
    return keys;
  }

  /** The estimated similarity of a pair that shares enough bands; 0 for other pairs. */
  double similarity(int a, int b) {
    Signature some = signatures[a];
    Signature other = signatures[b];
    return some == null
            || other == null
            || some.sharedBands(other) < Math.min(NearRule.MIN_BANDS, parameters.bands().bands())
        ? 0
        : some.similarity(other).orElseThrow();
  }

  /** The values of all documents; {@code null} where there is neither part. */
  NearValue[] values(Fingerprints fingerprints) {
    NearValue[] values = new NearValue[signatures.length];
    Arrays.setAll(
        values,
        document -> {
          OptionalLong fingerprint = fingerprints.find(document);
          return fingerprint.isEmpty() && signatures[document] == null
              ? null
              : new NearValue(fingerprint, Optional.ofNullable(signatures[document]));
        });
    return values;
  }
}
