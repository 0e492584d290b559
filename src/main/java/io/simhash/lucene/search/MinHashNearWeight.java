package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignaturePrefix;
import io.simhash.core.near.NearRule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/** Makes the scorers and explanations of a {@link MinHashNearQuery}. */
final class MinHashNearWeight extends Weight {

  /**
   * The share of unrelated documents that pass the prefixes above which reading all signatures, one
   * behind the other, is faster than reading every few of them. CPU time of a search among a
   * million on one machine: a share of .15 took 31 ms and all took 40, a share of .57 took 75.
   * {@code MinHashNearBenchmark} runs these searches.
   */
  private static final double MAX_PASSING = .2;

  private final MinHashNearQuery query;
  private final float boost;
  private final Optional<Weight> candidates;
  private final Runnable cancellation;
  private final int minAgreements;

  /**
   * @param candidates the documents that share bands with the query; empty to compare all
   */
  MinHashNearWeight(
      MinHashNearQuery query, float boost, Optional<Weight> candidates, Runnable cancellation) {
    super(query);
    this.query = query;
    this.boost = boost;
    this.candidates = candidates;
    this.cancellation = cancellation;
    this.minAgreements = SignaturePrefix.minAgreements(query.minSimilarity());
  }

  @Override
  public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
    if (candidates.isEmpty()) {
      long cost = SegmentSignatures.count(context.reader(), query.field());
      return cost == 0 ? null : new AllSignatures(context.reader(), cost);
    }
    return VerifyingScorer.supplier(
        candidates.get().scorerSupplier(context),
        scorer ->
            new MinHashNearScorer(
                query, scorer, signatures(context.reader()), boost, cancellation));
  }

  /** Compares all documents of a segment that have a signature. */
  final class AllSignatures extends ScorerSupplier {

    private final LeafReader reader;
    private final long cost;

    private AllSignatures(LeafReader reader, long cost) {
      this.reader = reader;
      this.cost = cost;
    }

    @Override
    public Scorer get(long leadCost) throws IOException {
      return new MinHashNearScorer(
          query, candidates(leadCost), prefixes(reader), signatures(reader), boost, cancellation);
    }

    /**
     * A scan of the prefixes; but if other clauses leave fewer than an eighth of the documents, if
     * many unrelated documents would pass, or if not all signatures have a prefix that can be seen,
     * every document with a signature.
     */
    DocIdSetIterator candidates(long leadCost) throws IOException {
      SegmentPrefixes prefixes = prefixes(reader);
      return prefixes.cost() < cost || prefixes.passing() > MAX_PASSING || cost >>> 3 > leadCost
          ? DocValues.getBinary(reader, query.field())
          : new PrefixScan(prefixes);
    }

    @Override
    public long cost() {
      return cost;
    }
  }

  private SegmentPrefixes prefixes(LeafReader reader) throws IOException {
    Optional<Signature> signature = Optional.of(query.signature());
    return new SegmentPrefixes(reader, query.field(), signature, minAgreements, -1);
  }

  private SegmentSignatures signatures(LeafReader reader) throws IOException {
    return new SegmentSignatures(reader, query.field(), Optional.of(query.signature()));
  }

  @Override
  public boolean isCacheable(LeafReaderContext context) {
    return DocValues.isCacheable(context, query.field());
  }

  @Override
  public Explanation explain(LeafReaderContext context, int doc) throws IOException {
    double similarity = signatures(context.reader()).similarity(doc);
    if (similarity == NearRule.NO_SIMILARITY) {
      return Explanation.noMatch("no signature to compare in [" + query.field() + "]");
    }
    List<Explanation> details = new ArrayList<>();
    details.add(SignatureCheck.explain(similarity, query.field()));
    if (query.bands().isPresent()) {
      MatchingBands bands = query.bands().get();
      List<Integer> equal = equalBands(bands, context.reader(), doc);
      details.add(
          Explanation.match(
              equal.size(), "bands that agree, of " + bands.terms().size() + ": " + equal));
      if (equal.size() < bands.min()) {
        return Explanation.noMatch(
            equal.size() + " bands agree, fewer than min_matching_bands " + bands.min(), details);
      }
    }
    if (similarity < query.minSimilarity()) {
      return SignatureCheck.tooLow(similarity, query.minSimilarity(), details);
    }
    SegmentPrefixes prefixes = prefixes(context.reader());
    if (query.bands().isEmpty() && prefixes.rejects(doc)) {
      return Explanation.noMatch(prefixes.reason(), details);
    }
    return Explanation.match(
        (float) (boost * similarity), "similar, computed as boost * J from:", details);
  }

  private List<Integer> equalBands(MatchingBands bands, LeafReader reader, int doc)
      throws IOException {
    List<Integer> equal = new ArrayList<>();
    for (int band = 0; band < bands.terms().size(); band++) {
      Term term = new Term(query.field(), bands.terms().get(band));
      PostingsEnum postings = reader.postings(term, PostingsEnum.NONE);
      if (postings != null && postings.advance(doc) == doc) {
        equal.add(band);
      }
    }
    return equal;
  }
}
