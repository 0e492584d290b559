package io.simhash.evaluation;

import com.dynatrace.hash4j.hashing.Hashing;
import io.simhash.core.base.FeatureHash;
import io.simhash.core.feature.BodyField;
import io.simhash.core.minhash.MinHash;
import java.util.Arrays;
import java.util.Set;

/** Super-shingles: runs of minhashes hashed to one key each. */
final class SuperShingles implements Analysis.Sink {

  private final Shingles shingles;
  private final MinHash minHash;
  private final int bands;
  private final Vectors keys;

  SuperShingles(Shingles shingles, int hashes, int bands, int size) {
    this.shingles = shingles;
    this.minHash = new MinHash(hashes);
    this.bands = bands;
    keys = new Vectors(size);
  }

  @Override
  public void accept(int document, BodyField body, Set<String> titleTerms) {
    long[] elements = shingles.of(body.text()).stream().mapToLong(FeatureHash.XXH3::hash).toArray();
    if (elements.length > 0) {
      keys.setOf(document, keys(minHash.minima(elements)));
    }
  }

  private long[] keys(long[] minima) {
    int rows = minima.length / bands;
    long[] hashed = new long[bands];
    for (int band = 0; band < bands; band++) {
      long[] run = Arrays.copyOfRange(minima, band * rows, (band + 1) * rows);
      hashed[band] = Hashing.xxh3_64().hashStream().putLongArray(run).putInt(band).getAsLong();
    }
    return hashed;
  }

  /** The documents as sets of band keys: common elements are agreeing bands. */
  Vectors keys() {
    return keys;
  }
}
