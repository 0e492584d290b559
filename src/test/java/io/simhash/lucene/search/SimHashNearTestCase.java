package io.simhash.lucene.search;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreMode;

/** Documents with a fingerprint and perhaps a signature, and queries of both. */
abstract class SimHashNearTestCase extends NearQueryTestCase {

  static final String FIELD = "simhash";

  /** The parameters of the signatures of texts. */
  static final SignatureParameters TEXT =
      new SignatureParameters(Optional.of(Shingling.AUTO_CHARACTERS), Bands.DEFAULT);

  /** Parameters that {@link #TEXT} is not comparable with; the last ones make equal bands. */
  static final List<SignatureParameters> OTHERS =
      List.of(
          new SignatureParameters(TEXT.shingling(), new Bands(64, 16, 2)),
          new SignatureParameters(TEXT.shingling(), new Bands(300, 24, 3)),
          new SignatureParameters(TEXT.shingling(), new Bands(64, 1, 2)),
          new SignatureParameters(
              Optional.of(new Shingling(Shingling.Unit.CHARACTER, 5)), Bands.DEFAULT),
          new SignatureParameters(Optional.empty(), Bands.DEFAULT));

  /** Blocks cost nothing: every segment uses them. */
  static final BlockCandidates.Costs BLOCKS_FORCED = new BlockCandidates.Costs(0, 0, 1, 1);

  /** Blocks cost more than any scan: no segment uses them. */
  static final BlockCandidates.Costs SCAN_FORCED = new BlockCandidates.Costs(1e9, 1e9, 1, 1);

  static SimHashNearQuery near(long fingerprint, int maxDistance) {
    return near(fingerprint, maxDistance, BlockCandidates.Costs.MEASURED);
  }

  static SimHashNearQuery near(long fingerprint, int maxDistance, BlockCandidates.Costs costs) {
    return near(
        ofFingerprint(fingerprint),
        new NearRule.Radius(maxDistance),
        DistanceScore.RECIPROCAL,
        costs);
  }

  /** A query by the rule of a field with signatures. */
  static SimHashNearQuery near(
      NearValue value, NearRule rule, DistanceScore score, BlockCandidates.Costs costs) {
    return new SimHashNearQuery(FIELD, value, rule, score, costs, searcher -> () -> {});
  }

  static NearValue ofFingerprint(long fingerprint) {
    return new NearValue(fingerprint, Optional.empty());
  }

  static NearValue ofSignature(Signature signature) {
    return new NearValue(OptionalLong.empty(), Optional.of(signature));
  }

  /** The signature of a text whose shingles have these hashes. */
  static Signature textSignature(long... shingles) {
    return TEXT.ofElements(shingles).orElseThrow();
  }

  /** Signatures of the same shingles with other parameters than {@link #textSignature}. */
  static List<Signature> otherSignatures(long... shingles) {
    return OTHERS.stream().map(other -> other.ofElements(shingles).orElseThrow()).toList();
  }

  /** Minima of the same components and none of the same bands, but for one in 2,048 by chance. */
  static long[] withOtherBands(long[] minima) {
    return Arrays.stream(minima).map(minimum -> minimum ^ 4).toArray();
  }

  /** Adds a document, perhaps with a value. */
  void add(String id, Optional<NearValue> value) throws IOException {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    value.ifPresent(present -> SimHashFields.of(FIELD, present).forEach(document::add));
    writer.addDocument(document);
  }

  /** Adds a document with a fingerprint. */
  void add(String id, long fingerprint) throws IOException {
    add(id, Optional.of(ofFingerprint(fingerprint)));
  }

  /** Makes the suppliers of a query's scorers. */
  static SimHashNearQuery.NearWeight weight(SimHashNearQuery query) throws IOException {
    return query.createWeight(new IndexSearcher(new MultiReader()), ScoreMode.COMPLETE, 1);
  }

  /** Whether a segment uses blocks to find the documents within a radius. */
  static boolean usesBlocks(SimHashNearQuery query, int radius, LeafReaderContext leaf)
      throws IOException {
    return weight(query).within(leaf.reader(), new NearRule.Radius(radius)).usesBlocks;
  }

  /** Several segments; one document in ten has no fingerprint, one in twenty is deleted. */
  void addRandomly(FingerprintSets set, long centre, int documents) throws IOException {
    for (int i = 0; i < documents; i++) {
      if (random().nextInt(10) == 0) {
        add("" + i, Optional.empty());
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
