package io.simhash.lucene.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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

  private final MinHashNearQuery query;
  private final float boost;
  private final Weight candidates;

  /**
   * @param candidates finds the documents that share enough bands; {@code null} for all documents
   */
  MinHashNearWeight(MinHashNearQuery query, float boost, Weight candidates) {
    super(query);
    this.query = query;
    this.boost = boost;
    this.candidates = candidates;
  }

  @Override
  public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
    SegmentSignatures signatures = new SegmentSignatures(context.reader(), query.check());
    ScorerSupplier supplier = candidates == null ? null : candidates.scorerSupplier(context);
    if (signatures.values().cost() == 0 || (candidates != null && supplier == null)) {
      return null;
    }
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) throws IOException {
        DocIdSetIterator iterator =
            supplier == null
                ? signatures.values()
                : VerifyingScorer.candidates(supplier.get(leadCost));
        return new MinHashNearScorer(query.check(), boost, iterator, signatures);
      }

      @Override
      public long cost() {
        return supplier == null ? signatures.values().cost() : supplier.cost();
      }
    };
  }

  @Override
  public boolean isCacheable(LeafReaderContext context) {
    return DocValues.isCacheable(context, query.field());
  }

  @Override
  public Explanation explain(LeafReaderContext context, int doc) throws IOException {
    SegmentSignatures signatures = new SegmentSignatures(context.reader(), query.check());
    if (signatures.advanceExact(doc) == false) {
      return Explanation.noMatch("no signature in [" + query.field() + "]");
    }
    double similarity = signatures.similarity();
    List<Explanation> details = new ArrayList<>();
    details.add(query.check().explain(similarity));
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
    if (similarity < query.check().minSimilarity()) {
      return query.check().explainTooLow(similarity, details);
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
