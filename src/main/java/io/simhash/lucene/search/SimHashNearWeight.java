package io.simhash.lucene.search;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;
import io.simhash.core.simhash.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSelector;
import org.apache.lucene.search.Weight;

/** Makes the scorers and explanations of a {@link SimHashNearQuery}. */
final class SimHashNearWeight extends Weight {

  private final SimHashNearQuery query;
  private final NearScores scores;
  private final Runnable cancellation;

  SimHashNearWeight(SimHashNearQuery query, float boost, Runnable cancellation) {
    super(query);
    this.query = query;
    this.scores = new NearScores(query, boost);
    this.cancellation = cancellation;
  }

  @Override
  public Supplier scorerSupplier(LeafReaderContext context) throws IOException {
    LeafReader reader = context.reader();
    long scanCost = fingerprints(reader, query.field()).cost();
    Optional<NearRule> rule = rule(reader);
    if (scanCost == 0 || rule.isEmpty()) {
      return null;
    }
    ProbePlan plan = new ProbePlan(rule.get().maxDistance());
    Optional<BlockCandidates> blocks = BlockCandidates.find(reader, query, plan, scanCost);
    boolean noCandidates = blocks.isPresent() && blocks.get().cost() == 0;
    return noCandidates ? null : new Supplier(reader, rule.get(), blocks, scanCost);
  }

  /** The query's rule, or what is left of it in a segment without signatures to compare. */
  private Optional<NearRule> rule(LeafReader reader) {
    boolean comparable =
        query.signature().isPresent() && SegmentSignatures.exist(reader, query.signatureField());
    return comparable || query.rule().usesSignatures() == false
        ? Optional.of(query.rule())
        : query.rule().alone();
  }

  /**
   * The fingerprints of a segment, for one search thread. A document has at most one; the selector
   * is for readers that do not say so, such as the memory index of a percolator.
   */
  static NumericDocValues fingerprints(LeafReader reader, String field) throws IOException {
    return SortedNumericSelector.wrap(
        DocValues.getSortedNumeric(reader, field),
        SortedNumericSelector.Type.MIN,
        SortField.Type.LONG);
  }

  private SegmentSignatures signatures(LeafReader reader) throws IOException {
    return new SegmentSignatures(reader, query.signatureField(), query.signature());
  }

  private SegmentPrefixes prefixes(LeafReader reader) throws IOException {
    return new SegmentPrefixes(
        reader,
        query.signatureField(),
        query.signature(),
        query.rule().minSimilarity(),
        query.rule().maxDistanceWithoutPrefix());
  }

  /** The signatures of the second field. */
  private SegmentSignatures second(LeafReader reader) throws IOException {
    String field = query.minHash().map(SignatureCheck::field).orElse("");
    return new SegmentSignatures(reader, field, query.minHash().flatMap(SignatureCheck::signature));
  }

  /** Finds the candidates of one segment, by blocks or by a scan. */
  final class Supplier extends ScorerSupplier {

    private final LeafReader reader;
    private final NearRule rule;
    private final Optional<BlockCandidates> blocks;
    private final long scanCost;

    private Supplier(
        LeafReader reader, NearRule rule, Optional<BlockCandidates> blocks, long scanCost) {
      this.reader = reader;
      this.rule = rule;
      this.blocks = blocks;
      this.scanCost = scanCost;
    }

    @Override
    public Scorer get(long leadCost) throws IOException {
      NumericDocValues fingerprints = fingerprints(reader, query.field());
      DocIdSetIterator candidates = candidates(leadCost, fingerprints);
      SimHashNearScorer.Values values =
          new SimHashNearScorer.Values(
              fingerprints, prefixes(reader), signatures(reader), second(reader));
      return new SimHashNearScorer(query, rule, scores, candidates, values, cancellation);
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
          : new NearScan(
              query.fingerprint(), rule.maxDistance(), fingerprints(reader, query.field()));
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
    List<String> fields = new ArrayList<>(List.of(query.field(), query.signatureField()));
    query.minHash().map(SignatureCheck::field).ifPresent(fields::add);
    return DocValues.isCacheable(context, fields.toArray(String[]::new));
  }

  @Override
  public Explanation explain(LeafReaderContext context, int doc) throws IOException {
    NumericDocValues fingerprints = fingerprints(context.reader(), query.field());
    if (fingerprints.advanceExact(doc) == false) {
      return Explanation.noMatch("no fingerprint in [" + query.field() + "]");
    }
    int distance = Fingerprint.distance(fingerprints.longValue(), query.fingerprint());
    double similarity = signatures(context.reader()).similarity(doc);
    List<Explanation> details = new ArrayList<>();
    details.add(explainDistance(fingerprints.longValue(), distance));
    if (query.signature().isPresent()) {
      details.add(explainSimilarity(similarity));
    }
    if (query.rule().holds(distance, similarity) == false) {
      return Explanation.noMatch(query.rule().reason(distance, similarity), details);
    }
    SegmentPrefixes prefixes = prefixes(context.reader());
    if (prefixes.rejects(doc, distance)) {
      return Explanation.noMatch(prefixes.reason(), details);
    }
    String s = query.score().formula();
    if (query.minHash().isEmpty()) {
      String formula = "neighbour, computed as boost * s with s = " + s + " from:";
      return Explanation.match(scores.score(distance, similarity, 0), formula, details);
    }
    SignatureCheck check = query.minHash().get();
    double second = Math.max(0, second(context.reader()).similarity(doc));
    details.add(SignatureCheck.explain(second, check.field()));
    if (second < check.minSimilarity()) {
      return SignatureCheck.tooLow(second, check.minSimilarity(), details);
    }
    String formula =
        "neighbour, computed as boost * (mu * s + (1 - mu) * J) with s = "
            + s
            + " and mu = "
            + check.mu()
            + " from:";
    return Explanation.match(scores.score(distance, similarity, second), formula, details);
  }

  private Explanation explainSimilarity(double similarity) {
    String field = "[" + query.signatureField() + "]";
    return similarity == SegmentSignatures.NONE
        ? Explanation.match(0, "similarity unknown: no signature to compare in " + field)
        : Explanation.match(
            similarity, "similarity, estimated Jaccard similarity of the signatures in " + field);
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
