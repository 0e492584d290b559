package io.simhash.evaluation;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.feature.BodyField;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearValue;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The character shingles of each document of a corpus, and MinHash signatures of them. */
final class Signatures implements Analysis.Sink {

  /**
   * One signature of each document.
   *
   * @param bands the number of minima, and how bands group them
   * @param part 0 for the signature that the plugin makes; others are independent of it
   */
  record Family(Bands bands, int part) {

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private Optional<Signature> signature(long[] elements) {
      long[] own = LongStream.of(elements).map(this::mixed).toArray();
      return new SignatureParameters(Optional.empty(), bands).ofElements(own);
    }

    /** Output {@code part} of the SplitMix64 generator that starts in this state. */
    private long mixed(long element) {
      if (part == 0) {
        return element;
      }
      long z = element + part * GOLDEN_GAMMA;
      z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
      z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
      return z ^ (z >>> 31);
    }
  }

  private final Shingles shingles;
  private final List<Family> families;
  private final Vectors sets;

  /** By family and document; {@code null} where a document has no shingle. */
  private final Signature[][] signatures;

  /**
   * @param shingles cuts the texts
   * @param families signatures to make; none if only the shingles are wanted
   */
  Signatures(Shingles shingles, List<Family> families, int size) {
    this.shingles = shingles;
    this.families = families;
    sets = new Vectors(size);
    signatures = new Signature[families.size()][size];
  }

  @Override
  public void accept(int document, BodyField body, Set<String> titleTerms) {
    long[] elements = shingles.of(body.text()).stream().mapToLong(FeatureHash.XXH3::hash).toArray();
    sets.setOf(document, elements);
    for (int i = 0; i < families.size(); i++) {
      signatures[i][document] = families.get(i).signature(elements).orElse(null);
    }
  }

  /** The shingles as sets. */
  Vectors sets() {
    return sets;
  }

  /** The families with these bands. */
  List<Family> families(Bands bands) {
    return families.stream().filter(family -> family.bands().equals(bands)).toList();
  }

  /** The documents as sets of their indexed bands: what an inverted index finds them by. */
  Vectors bands(Family family) {
    Signature[] made = signatures[families.indexOf(family)];
    Vectors keys = new Vectors(made.length);
    for (int document = 0; document < made.length; document++) {
      Signature signature = made[document];
      if (signature != null) {
        IntStream bands = IntStream.range(0, family.bands().indexed());
        keys.setOf(
            document,
            bands.mapToLong(band -> (long) band << Short.SIZE | signature.band(band)).toArray());
      }
    }
    return keys;
  }

  /** The estimated similarity of a pair that shares a band; 0 for other pairs. */
  double similarity(int a, int b, Family family) {
    Signature[] made = signatures[families.indexOf(family)];
    return made[a] == null || made[b] == null || made[a].sharedBands(made[b]) == 0
        ? 0
        : made[a].similarity(made[b]).orElseThrow();
  }

  /** The values of all documents; {@code null} where there is neither part. */
  NearValue[] values(Fingerprints fingerprints, Family family) {
    Signature[] made = signatures[families.indexOf(family)];
    NearValue[] values = new NearValue[made.length];
    Arrays.setAll(
        values,
        document -> {
          OptionalLong fingerprint = fingerprints.find(document);
          return fingerprint.isEmpty() && made[document] == null
              ? null
              : new NearValue(fingerprint, Optional.ofNullable(made[document]));
        });
    return values;
  }
}
