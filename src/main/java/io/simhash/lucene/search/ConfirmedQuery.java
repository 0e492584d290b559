package io.simhash.lucene.search;

import static io.simhash.core.base.Errors.invalid;
import static io.simhash.core.base.Errors.sentence;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.HashedSet.SetOverlap;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.ConfirmRule;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.core.text.TextLimit;
import io.simhash.lucene.compat.SupplierWeight;
import io.simhash.lucene.text.TextShingles;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/**
 * Matches the documents of another query whose texts pass a {@link Confirmation}: the exact Jaccard
 * similarity and containment of the shingles, which fingerprints and signatures only estimate.
 *
 * <p>A document has the score that the other query gives it. The text is read after every cheaper
 * check, also after the other clauses of a search, and costs about a millisecond a document: use it
 * around a query that matches few. Where signatures were made of the same shingles, a document
 * whose estimate is {@linkplain ConfirmRule#sureEstimate far enough} above the minimum is not read.
 * Equality ignores the source of the texts; never cached, because the source belongs to one search.
 */
public final class ConfirmedQuery extends Query {

  /**
   * The exact check of a neighbour: the shingles of its text and of the query's are compared by
   * their hashes, see {@link HashedSet}.
   *
   * @param field the name of the field that holds the texts
   * @param shingles cuts the texts
   * @param query the shingles of the query's text, not empty
   * @param rule decides whether a document is confirmed
   * @param estimates the signatures of the same shingles of all documents; empty to read all texts
   */
  public record Confirmation(
      String field,
      TextShingles shingles,
      HashedSet query,
      ConfirmRule rule,
      Optional<Estimates> estimates) {

    public Confirmation {
      if (query.isEmpty()) {
        throw invalid("the text to confirm with has no shingles");
      }
    }

    /** The check by estimates; {@code null} where none is sure, or the reader hides the texts. */
    private NearComparison estimates(LeafReader reader) throws IOException {
      if (estimates.isEmpty()
          || estimates.get().sure > 1
          || reader.getFieldInfos().fieldInfo(field) == null) {
        return null;
      }
      Estimates used = estimates.get();
      NearRule rule = new NearRule.Similar(used.sure, 0, Fingerprint.BITS);
      return new NearComparison(
          reader, used.field, new NearValue(used.signature), rule, new SearchReport());
    }

    private SetOverlap overlap(List<String> texts) {
      return query.overlap(shingles.ofDocument(texts));
    }

    @Override
    public String toString() {
      return field + ",jaccard>=" + rule.minSimilarity() + ",containment>=" + rule.minContainment();
    }
  }

  /**
   * The signatures of texts.
   *
   * @param field the field whose signatures they are
   * @param signature the signature of the query's shingles
   * @param sure the least estimate that confirms a document, see {@link ConfirmRule#sureEstimate}
   */
  public record Estimates(String field, Signature signature, double sure) {}

  private final Query in;
  private final Confirmation confirmation;
  private final TextSource source;

  /** The documents of a query that are confirmed by the texts of a source. */
  public ConfirmedQuery(Query in, Confirmation confirmation, TextSource source) {
    this.in = Objects.requireNonNull(in, "in");
    this.confirmation = Objects.requireNonNull(confirmation, "confirmation");
    this.source = Objects.requireNonNull(source, "source");
  }

  @Override
  public Query rewrite(IndexSearcher searcher) throws IOException {
    Query rewritten = in.rewrite(searcher);
    if (rewritten instanceof MatchNoDocsQuery) {
      return rewritten;
    }
    return rewritten == in ? this : new ConfirmedQuery(rewritten, confirmation, source);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    return new ConfirmedWeight(searcher.createWeight(in, scoreMode, boost));
  }

  @Override
  public void visit(QueryVisitor visitor) {
    in.visit(visitor.getSubVisitor(BooleanClause.Occur.MUST, this));
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other)
        && in.equals(((ConfirmedQuery) other).in)
        && confirmation.equals(((ConfirmedQuery) other).confirmation);
  }

  @Override
  public int hashCode() {
    return Objects.hash(classHash(), in, confirmation);
  }

  @Override
  public String toString(String defaultField) {
    return "confirmed(" + in.toString(defaultField) + "," + confirmation + ")";
  }

  /** Makes the scorers and explanations. */
  final class ConfirmedWeight extends SupplierWeight {

    private final Weight in;

    ConfirmedWeight(Weight in) {
      super(ConfirmedQuery.this);
      this.in = in;
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
      ScorerSupplier candidates = in.scorerSupplier(context);
      if (candidates == null) {
        return null;
      }
      return new ScorerSupplier() {
        @Override
        public Scorer get(long leadCost) throws IOException {
          return new ConfirmedScorer(ConfirmedWeight.this, candidates.get(leadCost), context);
        }

        @Override
        public long cost() {
          return candidates.cost();
        }

        @Override
        public void setTopLevelScoringClause() throws IOException {
          candidates.setTopLevelScoringClause();
        }
      };
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
      SetOverlap overlap = confirmation.overlap(source.open(context).read(doc));
      String field = confirmation.field;
      NearComparison estimates = confirmation.estimates(context.reader());
      boolean isSure = estimates != null && estimates.isNeighbour(doc);
      if (overlap.second() == 0 && isSure == false) {
        return Explanation.noMatch(
            sentence(
                "not confirmed: no text, or more than %s characters, in [%s]",
                TextLimit.MAX_DOCUMENT, field),
            found);
      }
      String shingles =
          sentence(
              "exact Jaccard similarity, %s common shingles of %s in the query's text and %s in [%s]",
              overlap.common(), overlap.first(), overlap.second(), field);
      List<Explanation> details =
          List.of(
              found,
              Explanation.match(overlap.jaccard(), shingles),
              Explanation.match(
                  overlap.containment(), "exact containment of the smaller set in the other one"));
      ConfirmRule rule = confirmation.rule;
      if (isSure) {
        return Explanation.match(
            found.getValue(),
            sentence(
                "confirmed by its estimate, at least %s: not read by a search, computed as its score"
                    + " from:",
                confirmation.estimates.get().sure),
            details);
      }
      return rule.holds(overlap)
          ? Explanation.match(
              found.getValue(), "confirmed by the text, computed as its score from:", details)
          : Explanation.noMatch(
              sentence(
                  "not confirmed by the text: min_similarity %s, min_containment %s",
                  rule.minSimilarity(), rule.minContainment()),
              details);
    }
  }

  /** Verifies the documents of another scorer by their texts and keeps their scores. */
  private final class ConfirmedScorer extends VerifyingScorer {

    /** Reading a stored document and cutting its text: far more than any other check costs. */
    private static final float CONFIRMATION_COST = 1_000_000;

    private final Scorer in;
    private final NearComparison estimates;
    private final TextSource.SegmentTexts texts;

    ConfirmedScorer(Weight weight, Scorer in, LeafReaderContext context) throws IOException {
      // The source of the texts checks for cancellation itself, before each document.
      super(weight, in.iterator(), in.twoPhaseIterator(), CONFIRMATION_COST, () -> {});
      this.in = in;
      this.estimates = confirmation.estimates(context.reader());
      this.texts = source.open(context);
    }

    @Override
    boolean verify(int doc) throws IOException {
      return estimates != null && estimates.isNeighbour(doc)
          || confirmation.rule.holds(confirmation.overlap(texts.read(doc)));
    }

    @Override
    public float score() throws IOException {
      return in.score();
    }

    @Override
    public int advanceShallow(int target) throws IOException {
      return in.advanceShallow(target);
    }

    @Override
    public float getMaxScore(int upTo) throws IOException {
      return in.getMaxScore(upTo);
    }

    @Override
    public void setMinCompetitiveScore(float minScore) throws IOException {
      in.setMinCompetitiveScore(minScore);
    }
  }
}
