package io.simhash.lucene.search;

import io.simhash.core.block.Blocks;
import io.simhash.core.near.NearRule;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.search.SimHashNearScorer.NearScores;
import io.simhash.lucene.search.SimHashNearScorer.SegmentNear;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.ArrayUtil;

/** Makes the scorers and explanations of a {@link SimHashNearQuery}. */
final class SimHashNearWeight extends Weight {

  /** Other clauses lead where they leave fewer than this part of the candidates. */
  private static final int LEAD = 8;

  private final SimHashNearQuery query;
  private final NearScores scores;
  private final Runnable cancellation;
  private final SearchReport report;

  SimHashNearWeight(
      SimHashNearQuery query, float boost, Runnable cancellation, SearchReport report) {
    super(query);
    this.query = query;
    this.scores = new NearScores(query, boost);
    this.cancellation = cancellation;
    this.report = report;
  }

  /** The neighbours of one segment. */
  abstract class Supplier extends ScorerSupplier {

    final LeafReader reader;

    private Supplier(LeafReader reader) {
      this.reader = reader;
    }

    /** The scorer of candidates; empty for all documents. */
    final Scorer scorer(Optional<DocIdSetIterator> candidates, boolean decided) throws IOException {
      if (candidates.isEmpty()) {
        report.addOneByOne();
      }
      return new SimHashNearScorer(
          query,
          scores,
          new SegmentNear(reader, query),
          candidates.orElseGet(() -> DocIdSetIterator.all(reader.maxDoc())),
          decided && candidates.isPresent(),
          cancellation);
    }
  }

  /** Candidates by bands, and documents that have no signature to compare. */
  private final class ByBands extends Supplier {

    private final BandCandidates bands;

    private ByBands(LeafReader reader, BandCandidates bands) throws IOException {
      super(reader);
      this.bands = bands;
      if (query.fingerprint().isPresent() && bands.areOthers()) {
        bands.addOthers();
      }
    }

    @Override
    public Scorer get(long leadCost) throws IOException {
      if (cost() / LEAD > leadCost) {
        return scorer(Optional.empty(), false);
      }
      report.addBands(cost());
      return scorer(Optional.of(candidates()), false);
    }

    /** The candidates, without those beyond the distance where all documents have a fingerprint. */
    private DocIdSetIterator candidates() throws IOException {
      SegmentFingerprints fingerprints = new SegmentFingerprints(reader, query.field());
      if (query.fingerprint().isEmpty() || fingerprints.isFull() == false) {
        return bands.iterator();
      }
      NearRule rule = query.rule();
      int[] docs = new int[64];
      int count = 0;
      DocIdSetIterator all = bands.iterator();
      for (int doc = all.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = all.nextDoc()) {
        docs = ArrayUtil.grow(docs, count + 1);
        docs[count++] = doc;
      }
      return new SegmentFingerprints.NearList(
          query.fingerprint().getAsLong(),
          Math.max(rule.maxDistance(), rule.maxDistanceAlone()),
          docs,
          count,
          fingerprints,
          cancellation);
    }

    @Override
    public long cost() {
      return bands.cost();
    }
  }

  /** Candidates by the distance alone. */
  final class ByDistance extends Supplier {

    private final SegmentPlan plan;
    private final long documents;

    private ByDistance(LeafReader reader, long documents) throws IOException {
      super(reader);
      this.documents = documents;
      this.plan = new SegmentPlan(reader, query, query.rule().maxDistanceAlone(), documents);
    }

    @Override
    public Scorer get(long leadCost) throws IOException {
      long max = leadCost > documents ? Long.MAX_VALUE : LEAD * (leadCost + 1) - 1;
      return scorer(plan.find(max, report, cancellation), true);
    }

    @Override
    public long cost() {
      return plan.cost();
    }

    boolean usesBlocks() {
      return plan.usesBlocks();
    }
  }

  /** All documents are candidates. */
  private final class OfAll extends Supplier {

    private OfAll(LeafReader reader) {
      super(reader);
    }

    @Override
    public Scorer get(long leadCost) throws IOException {
      return scorer(Optional.empty(), false);
    }

    @Override
    public long cost() {
      return reader.maxDoc();
    }
  }

  @Override
  public Supplier scorerSupplier(LeafReaderContext context) throws IOException {
    LeafReader reader = context.reader();
    boolean compares =
        query.signature().isPresent() && SegmentSignatures.exist(reader, query.signatureField());
    if (compares) {
      BandCandidates bands = BandCandidates.lookUp(reader, query.field(), query.signature().get());
      if (bands == null) {
        return new OfAll(reader);
      }
      if (bands.areComparable()) {
        return query.rule().usesBands() ? new ByBands(reader, bands) : new OfAll(reader);
      }
    }
    long documents = SegmentFingerprints.docValues(reader, query.field()).cost();
    return documents == 0 || query.fingerprint().isEmpty()
        ? null
        : new ByDistance(reader, documents);
  }

  @Override
  public boolean isCacheable(LeafReaderContext context) {
    List<String> fields = new ArrayList<>(List.of(query.field(), query.signatureField()));
    query.minHash().map(SignatureCheck::field).ifPresent(fields::add);
    return DocValues.isCacheable(context, fields.toArray(String[]::new));
  }

  @Override
  public Explanation explain(LeafReaderContext context, int doc) throws IOException {
    SegmentNear near = new SegmentNear(context.reader(), query);
    int distance = near.distance(doc);
    double similarity = near.similarity(doc);
    List<Explanation> details = new ArrayList<>();
    details.add(explainDistance(near, distance));
    if (query.signature().isPresent()) {
      details.add(explainSimilarity(similarity));
    }
    if (new SegmentNear(context.reader(), query).isNeighbour(doc) == false) {
      return Explanation.noMatch(query.rule().reason(distance, similarity), details);
    }
    String s =
        distance == NearRule.NO_DISTANCE ? "similarity, as H is unknown" : query.score().formula();
    double second = near.second(doc);
    String mix = "s";
    if (query.minHash().isPresent()) {
      SignatureCheck check = query.minHash().get();
      details.add(SignatureCheck.explain(second, check.field()));
      if (second < check.minSimilarity()) {
        return SignatureCheck.tooLow(second, check.minSimilarity(), details);
      }
      mix = "(mu * s + (1 - mu) * J)";
      s += " and mu = " + check.mu();
    }
    details.add(explainSearch(context));
    return Explanation.match(
        scores.score(distance, similarity, second),
        "neighbour, computed as boost * " + mix + " with s = " + s + " from:",
        details);
  }

  /** How a search for this query alone finds the neighbours in a segment. */
  private Explanation explainSearch(LeafReaderContext context) throws IOException {
    SearchReport found = new SearchReport();
    new SimHashNearWeight(query, 1, cancellation, found)
        .scorerSupplier(context)
        .get(Long.MAX_VALUE);
    return Explanation.match(
        context.reader().maxDoc(), "documents in the segment, searched " + found);
  }

  private Explanation explainSimilarity(double similarity) {
    String field = "[" + query.signatureField() + "]";
    return similarity == NearRule.NO_SIMILARITY
        ? Explanation.match(0, "similarity unknown: no signature to compare in " + field)
        : Explanation.match(
            similarity, "similarity, estimated Jaccard similarity of the signatures in " + field);
  }

  private Explanation explainDistance(SegmentNear near, int distance) throws IOException {
    if (distance == NearRule.NO_DISTANCE) {
      String where =
          query.fingerprint().isEmpty() ? "the query" : "[" + query.field() + "] of the document";
      return Explanation.match(0, "H unknown: no fingerprint in " + where);
    }
    long fingerprint = query.fingerprint().getAsLong();
    List<Integer> equal = new ArrayList<>();
    for (int block = 0; block < Blocks.COUNT; block++) {
      if (Blocks.value(near.fingerprint(), block) == Blocks.value(fingerprint, block)) {
        equal.add(block);
      }
    }
    return Explanation.match(
        distance,
        "H, Hamming distance of "
            + Fingerprint.toHex(near.fingerprint())
            + " in ["
            + query.field()
            + "] from "
            + Fingerprint.toHex(fingerprint)
            + "; equal blocks "
            + equal);
  }
}
