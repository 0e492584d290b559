package io.simhash.lucene.search;

import io.simhash.core.minhash.SetOverlap;
import io.simhash.lucene.text.TextFingerprinter;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/** Makes the scorers and explanations of a {@link ConfirmedQuery}. */
final class ConfirmedWeight extends Weight {

  private final ConfirmedQuery query;
  private final Weight in;

  ConfirmedWeight(ConfirmedQuery query, Weight in) {
    super(query);
    this.query = query;
    this.in = in;
  }

  @Override
  public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
    return VerifyingScorer.supplier(
        in.scorerSupplier(context),
        scorer -> new ConfirmedScorer(scorer, query.confirmation(), query.source().open(context)));
  }

  /** False: a cache would keep the text source of the search alive. */
  @Override
  public boolean isCacheable(LeafReaderContext context) {
    return false;
  }

  @Override
  public Explanation explain(LeafReaderContext context, int doc) throws IOException {
    Explanation found = in.explain(context, doc);
    if (found.isMatch() == false) {
      return found;
    }
    Confirmation confirmation = query.confirmation();
    Optional<SetOverlap> overlap = confirmation.overlap(query.source().open(context).read(doc));
    if (overlap.isEmpty()) {
      return Explanation.noMatch(
          "not confirmed: no text, or more than "
              + TextFingerprinter.MAX_TEXT_LENGTH
              + " characters, in ["
              + confirmation.field()
              + "]",
          found);
    }
    Explanation jaccard =
        Explanation.match(
            overlap.get().jaccard(), "exact Jaccard similarity, " + counts(overlap.get()));
    Explanation containment =
        Explanation.match(
            overlap.get().containment(), "exact containment of the smaller set in the other one");
    if (confirmation.holds(overlap.get()) == false) {
      return Explanation.noMatch(
          "not confirmed by the text: min_similarity "
              + confirmation.minSimilarity()
              + ", min_containment "
              + confirmation.minContainment(),
          found,
          jaccard,
          containment);
    }
    return Explanation.match(
        found.getValue(),
        "confirmed by the text, computed as its score from:",
        found,
        jaccard,
        containment);
  }

  private String counts(SetOverlap overlap) {
    return overlap.common()
        + " common shingles of "
        + overlap.first()
        + " in the query's text and "
        + overlap.second()
        + " in ["
        + query.confirmation().field()
        + "]";
  }
}
