package io.simhash.lucene.search;

import io.simhash.core.block.Blocks;
import io.simhash.core.near.NearRule;
import io.simhash.core.simhash.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/** Makes the scorers and explanations of a {@link SimHashNearQuery}. */
final class SimHashNearWeight extends Weight {

  private final SimHashNearQuery query;
  private final NearScores scores;
  private final Runnable cancellation;
  private final SearchReport report;
  private final int minAgreements;

  SimHashNearWeight(
      SimHashNearQuery query, float boost, Runnable cancellation, SearchReport report) {
    super(query);
    this.query = query;
    this.scores = new NearScores(query, boost);
    this.cancellation = cancellation;
    this.report = report;
    this.minAgreements = query.rule().minAgreements();
  }

  @Override
  public Supplier scorerSupplier(LeafReaderContext context) throws IOException {
    LeafReader reader = context.reader();
    long documents = DocValueFingerprints.docValues(reader, query.field()).cost();
    Optional<NearRule> rule = rule(reader);
    return documents == 0 || rule.isEmpty() ? null : new Supplier(reader, rule.get(), documents);
  }

  /** The query's rule, or what is left of it in a segment without signatures to compare. */
  private Optional<NearRule> rule(LeafReader reader) {
    boolean comparable =
        query.signature().isPresent() && SegmentSignatures.exist(reader, query.signatureField());
    return comparable || query.rule().usesSignatures() == false
        ? Optional.of(query.rule())
        : query.rule().alone();
  }

  private SegmentSignatures signatures(LeafReader reader) throws IOException {
    return new SegmentSignatures(reader, query.signatureField(), query.signature());
  }

  private SegmentPrefixes prefixes(LeafReader reader) throws IOException {
    return new SegmentPrefixes(
        reader,
        query.signatureField(),
        query.signature(),
        minAgreements,
        query.rule().maxDistanceWithoutPrefix());
  }

  /** The signatures of the second field. */
  private SegmentSignatures second(LeafReader reader) throws IOException {
    String field = query.minHash().map(SignatureCheck::field).orElse("");
    return new SegmentSignatures(reader, field, query.minHash().flatMap(SignatureCheck::signature));
  }

  /** Finds the neighbours of one segment as a {@link SegmentPlan} says. */
  final class Supplier extends ScorerSupplier {

    private final LeafReader reader;
    private final NearRule rule;
    private final SegmentPlan plan;

    private Supplier(LeafReader reader, NearRule rule, long documents) throws IOException {
      this.reader = reader;
      this.rule = rule;
      this.plan = new SegmentPlan(reader, query, rule.maxDistance(), documents, report);
    }

    @Override
    public Scorer get(long leadCost) throws IOException {
      NearFilter filter = rule.usesSignatures() ? prefixes(reader)::filter : NearFilter.NONE;
      NearDocs docs = plan.find(leadCost, filter, cancellation);
      SimHashNearScorer.Signatures signatures =
          new SimHashNearScorer.Signatures(prefixes(reader), signatures(reader), second(reader));
      return new SimHashNearScorer(query, rule, scores, docs, signatures, cancellation);
    }

    @Override
    public long cost() {
      return plan.cost();
    }

    boolean usesBlocks() {
      return plan.usesBlocks();
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
    NumericDocValues fingerprints = DocValueFingerprints.docValues(context.reader(), query.field());
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
    Explanation search = explainSearch(context.reader(), fingerprints.cost());
    if (query.minHash().isEmpty()) {
      details.add(search);
      String formula = "neighbour, computed as boost * s with s = " + s + " from:";
      return Explanation.match(scores.score(distance, similarity, 0), formula, details);
    }
    SignatureCheck check = query.minHash().get();
    double second = Math.max(0, second(context.reader()).similarity(doc));
    details.add(SignatureCheck.explain(second, check.field()));
    if (second < check.minSimilarity()) {
      return SignatureCheck.tooLow(second, check.minSimilarity(), details);
    }
    details.add(search);
    String formula =
        "neighbour, computed as boost * (mu * s + (1 - mu) * J) with s = "
            + s
            + " and mu = "
            + check.mu()
            + " from:";
    return Explanation.match(scores.score(distance, similarity, second), formula, details);
  }

  /** How a search for this query alone finds the neighbours in a segment. */
  private Explanation explainSearch(LeafReader reader, long documents) throws IOException {
    SearchReport found = new SearchReport();
    int maxDistance = rule(reader).orElse(query.rule()).maxDistance();
    new SegmentPlan(reader, query, maxDistance, documents, found)
        .find(Long.MAX_VALUE, NearFilter.NONE, cancellation);
    return Explanation.match(documents, "fingerprints in the segment, searched " + found);
  }

  private Explanation explainSimilarity(double similarity) {
    String field = "[" + query.signatureField() + "]";
    return similarity == NearRule.NO_SIMILARITY
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
