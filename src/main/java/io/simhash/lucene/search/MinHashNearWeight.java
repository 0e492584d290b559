package io.simhash.lucene.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/** Makes the scorers and explanations of a {@link MinHashNearQuery}. */
final class MinHashNearWeight extends Weight {

  private final MinHashNearQuery query;
  private final float boost;
  private final Weight candidates;
  private final Runnable cancellation;

  MinHashNearWeight(MinHashNearQuery query, float boost, Weight candidates, Runnable cancellation) {
    super(query);
    this.query = query;
    this.boost = boost;
    this.candidates = candidates;
    this.cancellation = cancellation;
  }

  @Override
  public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
    return VerifyingScorer.supplier(
        candidates.scorerSupplier(context),
        scorer ->
            new MinHashNearScorer(
                query, scorer, signatures(context.reader()), boost, cancellation));
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
    if (similarity == SegmentSignatures.NONE) {
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
