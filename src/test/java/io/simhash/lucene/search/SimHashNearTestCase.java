package io.simhash.lucene.search;

import io.simhash.core.minhash.MinHash;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.document.MinHashFields;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.List;
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
  static final BlockCosts BLOCKS_FORCED = costs(0, 0);

  /** Blocks cost more than any scan: no segment uses them. */
  static final BlockCosts SCAN_FORCED = costs(1e9, 1e9);

  private static BlockCosts costs(double lookUp, double candidate) {
    BlockCosts.Reading reading = new BlockCosts.Reading(1, candidate);
    return new BlockCosts(lookUp, reading, reading);
  }

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

  /** A query by the rule of a field with signatures. */
  static SimHashNearQuery near(
      long fingerprint,
      Optional<Signature> signature,
      NearRule rule,
      DistanceScore score,
      Optional<SignatureCheck> minHash,
      BlockCosts costs) {
    return new SimHashNearQuery(FIELD, fingerprint, signature, rule, score, minHash, costs);
  }

  static SignatureCheck check(long[] set, double minSimilarity, double mu) {
    return new SignatureCheck("tags", Optional.of(signature(set)), minSimilarity, mu);
  }

  /** The signature of a set of strings with these hashes. */
  static Signature signature(long... set) {
    return Signature.of(Optional.empty(), MIN_HASH.minima(set));
  }

  /** The signature of a text whose shingles have these hashes. */
  static Signature textSignature(long... shingles) {
    return Signature.of(Optional.of(Shingling.AUTO_CHARACTERS), MIN_HASH.minima(shingles));
  }

  /** Signatures of the same shingles with other parameters than {@link #textSignature}. */
  static List<Signature> otherSignatures(long... shingles) {
    Shingling auto = Shingling.AUTO_CHARACTERS;
    Shingling five = new Shingling(Shingling.Unit.CHARACTER, 5);
    return List.of(
        Signature.of(Optional.of(five), MIN_HASH.minima(shingles)),
        Signature.of(Optional.of(auto), Signature.family(63).minima(shingles)),
        Signature.of(Optional.of(auto), Signature.family(65).minima(shingles)),
        Signature.of(Optional.empty(), MIN_HASH.minima(shingles)));
  }

  /** Adds a document with a fingerprint, perhaps a signature, and tags unless they are empty. */
  void add(String id, long fingerprint, Optional<Signature> signature, long... tags)
      throws IOException {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    SimHashFields.of(FIELD, fingerprint).forEach(document::add);
    signature.ifPresent(made -> SimHashFields.of(FIELD, made).forEach(document::add));
    if (tags.length > 0) {
      document.add(MinHashFields.of("tags", signature(tags)));
    }
    writer.addDocument(document);
  }

  /** Adds a document with a fingerprint; with tags unless the set is empty. */
  void add(String id, long fingerprint, long... tags) throws IOException {
    add(id, fingerprint, Optional.empty(), tags);
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
