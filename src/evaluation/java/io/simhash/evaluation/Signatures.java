package io.simhash.evaluation;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.feature.BodyField;
import io.simhash.core.minhash.MinHash;
import io.simhash.core.shingle.Shingling;
import java.util.Set;

/** The character shingles of each document of a corpus, and their MinHash signatures. */
final class Signatures implements Analysis.Sink {

  private final int shingleSize;
  private final MinHash family;
  private final Vectors shingles;
  private final byte[][] signatures;

  /**
   * @param shingleSize characters in a shingle
   * @param family signatures to make
   */
  Signatures(int shingleSize, MinHash family, int size) {
    this.shingleSize = shingleSize;
    this.family = family;
    shingles = new Vectors(size);
    signatures = new byte[size][];
  }

  @Override
  public void accept(int document, BodyField body, Set<String> titleTerms) {
    long[] elements =
        Shingling.ofCharacters(body.text(), shingleSize).stream()
            .mapToLong(FeatureHash.XXH3::hash)
            .toArray();
    shingles.setOf(document, elements);
    if (elements.length > 0) {
      signatures[document] = family.signature(elements);
    }
  }

  /** The shingles as sets. */
  Vectors shingles() {
    return shingles;
  }

  /**
   * The similarity that {@code components} components say, from the {@code part}-th such run of
   * components: runs are independent of one another, as signatures with different seeds are.
   */
  double similarity(int a, int b, int components, int part) {
    if (signatures[a] == null || signatures[b] == null) {
      return 0;
    }
    MinHash few = new MinHash(components, family.bitsPerComponent(), family.seed());
    int offset = part * few.signatureBytes();
    return few.similarity(signatures[a], offset, signatures[b], offset);
  }
}
