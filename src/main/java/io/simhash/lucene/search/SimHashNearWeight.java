package io.simhash.lucene.search;

import io.simhash.core.block.Blocks;
import io.simhash.core.simhash.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/** Makes the scorers and explanations of a {@link SimHashNearQuery}. */
final class SimHashNearWeight extends Weight {

  private final SimHashNearQuery query;
  private final NearScores scores;

  SimHashNearWeight(SimHashNearQuery query, float boost) {
    super(query);
    this.query = query;
    this.scores = new NearScores(query, boost);
  }

  @Override
  public Supplier scorerSupplier(LeafReaderContext context) throws IOException {
    long scanCost = fingerprints(context.reader(), query.field()).cost();
    if (scanCost == 0) {
      return null;
    }
    Optional<BlockCandidates> blocks = BlockCandidates.find(context.reader(), query, scanCost);
    boolean noCandidates = blocks.isPresent() && blocks.get().cost() == 0;
    return noCandidates ? null : new Supplier(context.reader(), blocks, scanCost);
  }

  /** The fingerprints of a segment, for one search thread. */
  static NumericDocValues fingerprints(LeafReader reader, String field) throws IOException {
    NumericDocValues single = DocValues.unwrapSingleton(DocValues.getSortedNumeric(reader, field));
    if (single == null) {
      throw new IllegalStateException(
          "a document must have at most one fingerprint in [" + field + "]");
    }
    return single;
  }

  /** The signatures of a segment; none without a signature check. */
  private BinaryDocValues signatures(LeafReader reader) throws IOException {
    return query.signatureCheck().isPresent()
        ? query.signatureCheck().get().signatures(reader)
        : DocValues.emptyBinary();
  }

  /** Finds the candidates of one segment, by blocks or by a scan. */
  final class Supplier extends ScorerSupplier {

    private final LeafReader reader;
    private final Optional<BlockCandidates> blocks;
    private final long scanCost;

    private Supplier(LeafReader reader, Optional<BlockCandidates> blocks, long scanCost) {
      this.reader = reader;
      this.blocks = blocks;
      this.scanCost = scanCost;
    }

    @Override
    public Scorer get(long leadCost) throws IOException {
      NumericDocValues fingerprints = fingerprints(reader, query.field());
      DocIdSetIterator candidates = candidates(leadCost, fingerprints);
      return new SimHashNearScorer(query, scores, candidates, fingerprints, signatures(reader));
    }

    /**
     * Blocks or a scan; but if other clauses leave fewer than an eighth of its documents, every
     * document with a fingerprint is a candidate, and only those few are read.
     */
    private DocIdSetIterator candidates(long leadCost, NumericDocValues fingerprints)
        throws IOException {
      if (cost() >>> 3 > leadCost) {
        return fingerprints;
      }
      return blocks.isPresent()
          ? blocks.get().iterator(reader.maxDoc())
          : new NearScan(query, fingerprints(reader, query.field()));
    }

    @Override
    public long cost() {
      return blocks.map(BlockCandidates::cost).orElse(scanCost);
    }

    boolean usesBlocks() {
      return blocks.isPresent();
    }
  }

  @Override
  public boolean isCacheable(LeafReaderContext context) {
    List<String> fields = new ArrayList<>(List.of(query.field()));
    query.signatureCheck().map(SignatureCheck::field).ifPresent(fields::add);
    return DocValues.isCacheable(context, fields.toArray(String[]::new));
  }

  @Override
  public Explanation explain(LeafReaderContext context, int doc) throws IOException {
    NumericDocValues fingerprints = fingerprints(context.reader(), query.field());
    if (fingerprints.advanceExact(doc) == false) {
      return Explanation.noMatch("no fingerprint in [" + query.field() + "]");
    }
    int distance = Fingerprint.distance(fingerprints.longValue(), query.fingerprint());
    int maxDistance = query.plan().maxDistance();
    List<Explanation> details = new ArrayList<>();
    details.add(explainDistance(fingerprints.longValue(), distance));
    if (distance > maxDistance) {
      return Explanation.noMatch(
          "Hamming distance " + distance + " is above max_distance " + maxDistance, details);
    }
    String s = query.score().formula();
    if (query.signatureCheck().isEmpty()) {
      String formula = "neighbour, computed as boost * s with s = " + s + " from:";
      return Explanation.match(scores.score(distance, 0), formula, details);
    }
    SignatureCheck check = query.signatureCheck().get();
    double similarity = check.similarity(signatures(context.reader()), doc);
    details.add(check.explain(similarity));
    if (similarity < check.minSimilarity()) {
      return check.explainTooLow(similarity, details);
    }
    String formula =
        "neighbour, computed as boost * (mu * s + (1 - mu) * J) with s = "
            + s
            + " and mu = "
            + check.mu()
            + " from:";
    return Explanation.match(scores.score(distance, similarity), formula, details);
  }

  private Explanation explainDistance(long fingerprint, int distance) {
    List<Integer> equal = new ArrayList<>();
    for (int block = 0; block < Blocks.COUNT; block++) {
      if (Blocks.value(fingerprint, block) == Blocks.value(query.fingerprint(), block)) {
        equal.add(block);
      }
    }
    return Explanation.match(
        distance,
        "H, Hamming distance of "
            + Fingerprint.toHex(fingerprint)
            + " in ["
            + query.field()
            + "] from "
            + Fingerprint.toHex(query.fingerprint())
            + "; equal blocks "
            + equal);
  }
}
