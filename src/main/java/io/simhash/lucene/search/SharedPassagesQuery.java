package io.simhash.lucene.search;

import static io.simhash.core.base.Errors.sentence;

import io.simhash.core.passage.Fragments;
import io.simhash.core.passage.PassageRule;
import io.simhash.core.passage.PassageTerms;
import io.simhash.core.passage.SharedPassages;
import io.simhash.core.passage.SharedPassages.Coverage;
import io.simhash.core.passage.SharedPassages.Passage;
import io.simhash.core.passage.Winnowing;
import io.simhash.core.text.Letters;
import io.simhash.core.text.PassageText;
import io.simhash.lucene.compat.SupplierWeight;
import io.simhash.lucene.document.PassageField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/**
 * Matches every document that shares a passage of a length with a text, and no other; see {@link
 * PassageRule}. The score is the share of the text that is covered by shared passages, in (0, 1].
 * Where {@code max_doc_freq} leaves terms out, passages that have only such terms do not count.
 *
 * <p>The candidates of {@link PassageCandidates} are verified by their texts, see {@link
 * SharedPassages}. Cost: some 50 term look-ups for 1,000 letters of the text in each segment, and
 * the reading of a stored document and a pass over its text for each candidate. Never cached,
 * because the source of texts belongs to one search.
 */
public final class SharedPassagesQuery extends Query {

  /** How many passages an explanation lists, and how many characters of each. */
  private static final int EXPLAINED_PASSAGES = 10;

  private static final int EXPLAINED_CHARACTERS = 100;

  private final String field;
  private final Winnowing winnowing;
  private final List<String> texts;
  private final PassageRule rule;
  private final TextSource source;
  private final Function<IndexSearcher, Runnable> cancellation;

  /**
   * @param field the field of the terms
   * @param winnowing makes the terms of that field
   * @param texts the values of the query's text
   * @param source reads the texts of documents
   * @param cancellation as in {@link SimHashNearQuery}; equality ignores it, and the source
   * @throws IllegalArgumentException if the rule asks for shorter passages than the terms can find
   */
  public SharedPassagesQuery(
      String field,
      Winnowing winnowing,
      List<String> texts,
      PassageRule rule,
      TextSource source,
      Function<IndexSearcher, Runnable> cancellation) {
    this.field = Objects.requireNonNull(field, "field");
    this.winnowing = winnowing;
    this.texts = List.copyOf(texts);
    this.rule = rule;
    this.source = Objects.requireNonNull(source, "source");
    this.cancellation = Objects.requireNonNull(cancellation, "cancellation");
    winnowing.requireLength("min_length", rule.minLength());
  }

  /** The most memory of the search for candidates by a text of this length, in all threads. */
  public static long bytes(IndexSearcher searcher, long characters) {
    return CommonTerms.bytes(searcher, characters);
  }

  /** The values of the query's text. */
  public List<String> texts() {
    return texts;
  }

  /** Makes the letters and terms of texts. */
  public Winnowing winnowing() {
    return winnowing;
  }

  /** Which documents match. */
  public PassageRule rule() {
    return rule;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    return new PassagesWeight(searcher, boost);
  }

  @Override
  public void visit(QueryVisitor visitor) {
    if (visitor.acceptField(field)) {
      visitor.visitLeaf(this);
    }
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && properties().equals(((SharedPassagesQuery) other).properties());
  }

  @Override
  public int hashCode() {
    return Objects.hash(classHash(), properties());
  }

  /** All that decides what is found, and how it is scored. */
  private List<?> properties() {
    return List.of(field, winnowing, texts, rule);
  }

  @Override
  public String toString(String defaultField) {
    return "passages(" + field + ",min_length=" + rule.minLength() + ")";
  }

  /** Looks up the terms when it is made; compares the first candidate when there is one. */
  private final class PassagesWeight extends SupplierWeight {

    private final float boost;
    private final Runnable check;
    private final PassageText text = winnowing.text(texts);
    private final PassageCandidates candidates;
    private SharedPassages passages;

    PassagesWeight(IndexSearcher searcher, float boost) throws IOException {
      super(SharedPassagesQuery.this);
      this.boost = boost;
      this.check = cancellation.apply(searcher);
      List<LeafReaderContext> segments = searcher.getIndexReader().leaves();
      this.candidates = new PassageCandidates(field, segments, text, winnowing, rule, check);
    }

    private synchronized SharedPassages passages() {
      if (passages == null) {
        int minUnits = winnowing.requireLength("min_length", rule.minLength());
        passages = new SharedPassages(text, minUnits, candidates.terms, check);
      }
      return passages;
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
      if (candidates.mayBeIn(context) == false) {
        return null;
      }
      return new ScorerSupplier() {
        @Override
        public Scorer get(long leadCost) throws IOException {
          return new PassagesScorer(context);
        }

        @Override
        public long cost() {
          return candidates.cost(context);
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
      PassageTerms terms = candidates.terms;
      String lookedUp = terms.terms().length + " terms were looked up";
      if (terms.omitted() > 0) {
        lookedUp +=
            ", " + terms.omitted() + " of more than " + rule.maxDocFreq() + " documents not";
      }
      if (terms.required() == 0) {
        return Explanation.noMatch(
            sentence(
                "no passage of the query's text has min_length %s and a term that is looked up: %s",
                rule.minLength(), lookedUp));
      }
      if (candidates.mayBeIn(context) == false || candidates.in(context).advance(doc) != doc) {
        return Explanation.noMatch(
            sentence(
                "no shared passage: the document lacks some of the terms, at least %s, of each passage"
                    + " of min_length %s; %s",
                terms.required(), rule.minLength(), lookedUp));
      }
      List<String> values = PassageField.taken(source.open(context).read(doc));
      PassageText document = winnowing.text(values);
      Coverage coverage = passages().coverage(document);
      List<Explanation> details = new ArrayList<>();
      details.add(Explanation.match(coverage.ofQuery(), "share of the query's text"));
      details.add(Explanation.match(coverage.ofDocument(), "share of the document's text"));
      passages().in(document).stream()
          .limit(EXPLAINED_PASSAGES)
          .forEach(passage -> details.add(shown(passage, document, values)));
      return rule.holds(coverage)
          ? Explanation.match(
              boost * (float) coverage.ofQuery(),
              "share of the query's text that is covered by shared passages; "
                  + lookedUp
                  + ", computed as share * boost from:",
              details)
          : Explanation.noMatch(
              sentence(
                  "the texts have no shared passage of min_length %s that counts, or not"
                      + " min_containment %s of %s; %s",
                  rule.minLength(), rule.minContainment(), rule.of(), lookedUp),
              details);
    }

    private Explanation shown(Passage passage, PassageText document, List<String> values) {
      int start = document.start(passage.from());
      int end = document.end(passage.to() - 1);
      String text = values.get(document.value(passage.from())).substring(start, end);
      String shown =
          text.length() > EXPLAINED_CHARACTERS
              ? Fragments.beginning(text, EXPLAINED_CHARACTERS) + " …"
              : text;
      return Explanation.match(
          document.units(passage.from(), passage.to()) / (float) Letters.UNITS_OF_LETTER,
          "letters of a shared passage, characters " + start + " to " + end + ": " + shown);
    }

    /** Verifies candidates by their texts. */
    private final class PassagesScorer extends VerifyingScorer {

      /** Reading a stored document and comparing its text: far more than any other check costs. */
      private static final float VERIFY_COST = 1_000_000;

      private final TextSource.SegmentTexts documents;
      private float score;

      PassagesScorer(LeafReaderContext context) throws IOException {
        // The source of the texts checks for cancellation itself, before each document.
        super(PassagesWeight.this, candidates.in(context), null, VERIFY_COST, () -> {});
        this.documents = source.open(context);
      }

      @Override
      boolean verify(int doc) throws IOException {
        PassageText document = winnowing.text(PassageField.taken(documents.read(doc)));
        Coverage coverage = passages().coverage(document);
        score = boost * (float) coverage.ofQuery();
        return rule.holds(coverage);
      }

      @Override
      public float score() {
        return score;
      }

      @Override
      public float getMaxScore(int upTo) {
        return boost;
      }
    }
  }
}
