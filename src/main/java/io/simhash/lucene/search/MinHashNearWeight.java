package io.simhash.lucene.search;

import io.simhash.lucene.document.MinHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/** One search's use of a {@link MinHashNearQuery}. */
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
    BinaryDocValues signatures = DocValues.getBinary(context.reader(), query.field());
    ScorerSupplier supplier = candidates == null ? null : candidates.scorerSupplier(context);
    if (signatures.cost() == 0 || (candidates != null && supplier == null)) {
      return null;
    }
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) throws IOException {
        SimilarIterator similar =
            supplier == null
                ? new SimilarIterator(query, boost, signatures, signatures, null)
                : SimilarIterator.among(supplier.get(leadCost), query, boost, signatures);
        return new SimilarScorer(similar);
      }

      @Override
      public long cost() {
        return supplier == null ? signatures.cost() : supplier.cost();
      }
    };
  }

  @Override
  public boolean isCacheable(LeafReaderContext context) {
    return DocValues.isCacheable(context, query.field());
  }

  @Override
  public Explanation explain(LeafReaderContext context, int doc) throws IOException {
    BinaryDocValues signatures = DocValues.getBinary(context.reader(), query.field());
    if (signatures.advanceExact(doc) == false) {
      return Explanation.noMatch("no signature in [" + query.field() + "]");
    }
    double similarity =
        MinHashFields.similarity(query.minHash(), signatures.binaryValue(), query.signature());
    List<Explanation> details = new ArrayList<>();
    details.add(
        Explanation.match(
            similarity,
            "J, Jaccard similarity estimated from the signatures in [" + query.field() + "]"));
    if (query.bands().isPresent()) {
      MatchingBands bands = query.bands().get();
      List<Integer> equal = equalBands(bands, context.reader(), doc);
      details.add(
          Explanation.match(
              equal.size(), "bands that agree, of " + bands.terms().size() + ": " + equal));
      if (equal.size() < bands.least()) {
        return Explanation.noMatch(
            equal.size() + " bands agree, fewer than min_matching_bands " + bands.least(), details);
      }
    }
    if (similarity < query.minSimilarity()) {
      return Explanation.noMatch(
          "similarity " + similarity + " is below min_similarity " + query.minSimilarity(),
          details);
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
