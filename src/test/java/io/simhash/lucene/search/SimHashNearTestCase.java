package io.simhash.lucene.search;

import io.simhash.core.minhash.MinHash;
import io.simhash.core.minhash.Signature;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.document.MinHashFields;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.Term;

/** Documents with a fingerprint and perhaps a signature, and queries of both. */
abstract class SimHashNearTestCase extends NearQueryTestCase {

  static final String FIELD = "simhash";
  static final MinHash MIN_HASH = Signature.family(64);

  /** Blocks cost nothing: every segment uses them. */
  static final BlockCosts BLOCKS_FORCED = new BlockCosts(0, 0);

  /** Blocks cost more than any scan: no segment uses them. */
  static final BlockCosts SCAN_FORCED = new BlockCosts(1_000_000, 1_000_000);

  static SimHashNearQuery near(long fingerprint, int maxDistance) {
    return near(fingerprint, maxDistance, BlockCosts.MEASURED);
  }

  static SimHashNearQuery near(long fingerprint, int maxDistance, BlockCosts costs) {
    NearRule rule = NearRule.ofDistance(maxDistance);
    return new SimHashNearQuery(
        FIELD,
        fingerprint,
        Optional.empty(),
        rule,
        DistanceScore.RECIPROCAL,
        Optional.empty(),
        costs);
  }

  static SimHashNearQuery near(long fingerprint, int maxDistance, SignatureCheck check) {
    return near(fingerprint, maxDistance, DistanceScore.RECIPROCAL, check);
  }

  static SimHashNearQuery near(
      long fingerprint, int maxDistance, DistanceScore score, SignatureCheck check) {
    NearRule rule = NearRule.ofDistance(maxDistance);
    return new SimHashNearQuery(
        FIELD, fingerprint, Optional.empty(), rule, score, Optional.of(check));
  }

  static SignatureCheck check(long[] set, double minSimilarity, double mu) {
    return new SignatureCheck("tags", Optional.of(signature(set)), minSimilarity, mu);
  }

  /** The signature of a set of strings with these hashes. */
  static Signature signature(long... set) {
    return Signature.of(Optional.empty(), MIN_HASH.minima(set));
  }

  /** Adds a document with a fingerprint; with tags unless the set is empty. */
  void add(String id, long fingerprint, long... set) throws IOException {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    SimHashFields.of(FIELD, fingerprint).forEach(document::add);
    if (set.length > 0) {
      document.add(MinHashFields.of("tags", signature(set)));
    }
    writer.addDocument(document);
  }

  /** Several segments; one document in ten has no fingerprint, one in twenty is deleted. */
  void addRandomly(FingerprintSets set, long centre, int documents) throws IOException {
    for (int i = 0; i < documents; i++) {
      if (random().nextInt(10) == 0) {
        Document without = new Document();
        without.add(new StringField("id", "" + i, Field.Store.YES));
        writer.addDocument(without);
      } else {
        add("" + i, set.next(random(), centre));
      }
      if (random().nextInt(200) == 0) {
        writer.flush();
      }
      if (i > 0 && random().nextInt(20) == 0) {
        writer.deleteDocuments(new Term("id", "" + random().nextInt(i)));
      }
    }
  }
}
