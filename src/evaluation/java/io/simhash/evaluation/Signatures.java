package io.simhash.evaluation;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.feature.BodyField;
import io.simhash.core.minhash.MinHash;
import java.util.List;
import java.util.Set;

/** The character shingles of each document of a corpus, and MinHash signatures of them. */
final class Signatures implements Analysis.Sink {

  private final Shingles shingles;
  private final List<MinHash> families;
  private final Vectors sets;

  /** By family and document. */
  private final byte[][][] signatures;

  /**
   * @param shingles cuts the texts
   * @param families signatures to make, each of the same number of components; none if only the
   *     shingles are wanted
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
    return families.size() * partsOfFamily(components);
  }

  private int partsOfFamily(int components) {
    return families.get(0).hashes() / components;
  }

  /**
   * The similarity that the {@code part}-th run of {@code components} components estimates; 0 where
   * a document has no signature. Runs are independent of one another, as signatures with different
   * seeds are. Part 0 is the signature that the plugin makes.
   */
  double similarity(int a, int b, int components, int part) {
    byte[][] made = signatures[part / partsOfFamily(components)];
    if (made[a] == null || made[b] == null) {
      return 0;
    }
    MinHash family = families.get(0);
    MinHash few = new MinHash(components, family.bitsPerComponent(), family.seed());
    int offset = part % partsOfFamily(components) * few.signatureBytes();
    return few.similarity(made[a], offset, made[b], offset);
  }
}
