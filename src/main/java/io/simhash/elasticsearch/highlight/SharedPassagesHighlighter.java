package io.simhash.elasticsearch.highlight;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.passage.Fragments;
import io.simhash.core.passage.Fragments.Fragment;
import io.simhash.core.passage.PassageMarks;
import io.simhash.core.passage.PassageMarks.Mark;
import io.simhash.core.passage.SharedPassages;
import io.simhash.core.text.Boilerplate;
import io.simhash.core.text.Folding;
import io.simhash.core.text.Letters;
import io.simhash.core.text.NormalForm;
import io.simhash.core.text.PassageText;
import io.simhash.core.text.TextLimit;
import io.simhash.elasticsearch.compat.SearchContexts;
import io.simhash.lucene.document.PassageField;
import io.simhash.lucene.search.QueryWithTexts;
import io.simhash.lucene.search.SharedPassagesQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.highlight.Encoder;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.fetch.subphase.highlight.FieldHighlightContext;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightField;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightUtils;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightUtils.Encoders;
import org.elasticsearch.search.fetch.subphase.highlight.Highlighter;
import org.elasticsearch.search.fetch.subphase.highlight.SearchHighlightContext.FieldOptions;
import org.elasticsearch.xcontent.Text;

/**
 * The highlighter {@code shared_passages}: marks in a hit the passages that it shares with the text
 * of the query, or with {@code "options": {"show": "different"}} all other letters.
 *
 * <p>The text is the one that a {@code shared_passages} query, {@code simhash_near} or {@code
 * minhash_near} with {@code text}, or {@code confirm} compares with, in the query or in {@code
 * highlight_query}. The option {@code min_length} is the least length of a shared passage in
 * letters; its default is the query's, or 12. So is {@code fold}, the differences that do not
 * count; its default is that of the {@code passages} field which the query searches, or none.
 *
 * <p>Cost: once for a shard the automaton of the query's text, then linear in each hit's text and
 * the query's.
 */
public final class SharedPassagesHighlighter implements Highlighter {

  public static final String NAME = "shared_passages";

  /** Runs of fewer letters are in most texts of a language: five Chinese characters, see ADR 5. */
  private static final int DEFAULT_MIN_LENGTH = 12;

  /**
   * The characters of hits that a request to a shard may compare: together with the reading of the
   * hits half a second's work, which nothing but cancelling the search ends.
   */
  private static final long MAX_CHARACTERS = 5_000_000;

  private enum Show {
    SHARED,
    DIFFERENT;
  }

  /** The texts that the clauses of a query compare documents with, except {@code must_not}. */
  private static final class ComparedTexts extends QueryVisitor {

    private final List<String> texts = new ArrayList<>();

    /** The least {@code min_length} of the {@code shared_passages} queries. */
    private int minLength = Integer.MAX_VALUE;

    /** What one of their fields folds. */
    private Folding folding = Folding.NONE;

    /**
     * Whether there is a query with texts, or one that matches nothing in this index: that may have
     * been one whose texts or fields are missing here.
     */
    private boolean any;

    @Override
    public void visitLeaf(Query query) {
      any |= query instanceof SharedPassagesQuery || query instanceof MatchNoDocsQuery;
      if (query instanceof SharedPassagesQuery passages) {
        texts.addAll(passages.texts());
        minLength = Math.min(minLength, passages.rule().minLength());
        folding = passages.winnowing().folding();
      }
    }

    @Override
    public QueryVisitor getSubVisitor(Occur occur, Query parent) {
      if (parent instanceof QueryWithTexts query) {
        any = true;
        texts.addAll(query.texts());
      }
      return occur == Occur.MUST_NOT ? QueryVisitor.EMPTY_VISITOR : this;
    }
  }

  /** The texts that hits are compared with and what is marked, for all hits of a shard. */
  private record Comparison(SharedPassages passages, Folding folding, boolean isEmpty, Show show) {

    static Comparison of(FieldHighlightContext context, ComparedTexts compared) {
      OptionMap options = options(context.field.fieldOptions());
      Show show = options.constant("show", Show.SHARED);
      int byDefault =
          show == Show.SHARED && compared.minLength < Integer.MAX_VALUE
              ? Math.min(compared.minLength, TextLimit.MAX_DOCUMENT)
              : DEFAULT_MIN_LENGTH;
      int minLength =
          Ranges.require(
              "options.min_length",
              options.integer("min_length", byDefault),
              1,
              TextLimit.MAX_DOCUMENT);
      if (options.has("like")) {
        throw invalid(
            "[options.like] of the highlighter [shared_passages] must be a [highlight_query] with a"
                + " [shared_passages] query that has [like]");
      }
      Folding folding = options.has(Folding.NAME) ? Folding.read(options) : compared.folding;
      Boilerplate.refuse(options);
      options.requireEmpty();
      if (compared.any == false) {
        throw invalid(
            "the highlighter [shared_passages] needs a text to compare [%s] with: that of a"
                + " [shared_passages] query, or of [simhash_near] or [minhash_near] with [text] or"
                + " [confirm], in the query or in [highlight_query]",
            context.fieldName);
      }
      Runnable check = SearchContexts.cancellation(context.context.searcher());
      SharedPassages passages =
          new SharedPassages(
              new PassageText(compared.texts, folding), minLength * Letters.UNITS_OF_LETTER, check);
      return new Comparison(passages, folding, compared.texts.isEmpty(), show);
    }

    private static OptionMap options(FieldOptions options) {
      Map<String, Object> given = options.options() == null ? Map.of() : options.options();
      return new OptionMap(new HashMap<>(Map.of("options", new HashMap<>(given))))
          .object("options");
    }

    /** None where there is nothing to compare with. */
    List<Mark> marks(List<String> values) {
      if (isEmpty) {
        return List.of();
      }
      PassageText document = new PassageText(values, folding);
      return show == Show.SHARED
          ? PassageMarks.shared(passages, document)
          : PassageMarks.different(passages, document);
    }
  }

  @Override
  public boolean canHighlight(MappedFieldType type) {
    return true;
  }

  /**
   * The memory counts in the circuit breaker while one hit is compared, also if the comparison is
   * kept for the next one: what is accounted for a whole fetch is never given back in {@code
   * top_hits}, where each bucket has a fetch and a context of its own.
   */
  @Override
  public HighlightField highlight(FieldHighlightContext context) throws IOException {
    ComparedTexts compared = new ComparedTexts();
    context.query.visit(compared);
    SearchExecutionContext search = context.context.getSearchExecutionContext();
    long bytes = NormalForm.maxLetters(compared.texts) * SharedPassages.BYTES_OF_CHARACTER;
    search.addCircuitBreakerMemory(bytes, NAME);
    try {
      return highlight(context, compared);
    } finally {
      search.releaseQueryConstructionMemory(bytes);
    }
  }

  private static HighlightField highlight(FieldHighlightContext context, ComparedTexts compared)
      throws IOException {
    Comparison comparison =
        (Comparison)
            context.cache.computeIfAbsent(
                NAME + " " + context.fieldName, key -> Comparison.of(context, compared));
    List<String> values =
        PassageField.taken(
            HighlightUtils.loadFieldValues(
                    context.fieldType,
                    context.context.getSearchExecutionContext(),
                    context.hitContext)
                .stream()
                .map(Object::toString)
                .toList());
    count(TextLimit.length(values), context);
    FieldOptions options = context.field.fieldOptions();
    List<Mark> marks = comparison.marks(values);
    List<String> fragments =
        new Fragments(options.fragmentCharSize(), options.numberOfFragments())
            .of(values, marks, options.scoreOrdered()).stream()
                .map(fragment -> marked(values.get(fragment.value()), fragment, options))
                .toList();
    if (fragments.isEmpty()) {
      fragments = withoutMatch(values, options);
    }
    return fragments.isEmpty()
        ? null
        : new HighlightField(
            context.fieldName, fragments.stream().map(Text::new).toArray(Text[]::new));
  }

  /** Counts the characters of a hit, for all fields of a request together. */
  private static void count(long characters, FieldHighlightContext context) {
    LongAdder compared = (LongAdder) context.cache.computeIfAbsent(NAME, key -> new LongAdder());
    compared.add(characters);
    if (compared.sum() > MAX_CHARACTERS) {
      throw invalid(
          "the highlighter [shared_passages] compares at most [%s] characters of hits in a request"
              + " to a shard: ask for fewer hits at a time, by [size] and [from]",
          MAX_CHARACTERS);
    }
  }

  private static List<String> withoutMatch(List<String> values, FieldOptions options) {
    if (options.noMatchSize() <= 0 || values.isEmpty()) {
      return List.of();
    }
    String beginning = Fragments.beginning(values.getFirst(), options.noMatchSize());
    return List.of(encoder(options).encodeText(beginning));
  }

  private static String marked(String value, Fragment fragment, FieldOptions options) {
    Encoder encoder = encoder(options);
    StringBuilder marked = new StringBuilder();
    int end = fragment.start();
    for (Mark mark : fragment.marks()) {
      marked
          .append(encoder.encodeText(value.substring(end, mark.start())))
          .append(options.preTags()[0])
          .append(encoder.encodeText(value.substring(mark.start(), mark.end())))
          .append(options.postTags()[0]);
      end = mark.end();
    }
    return marked.append(encoder.encodeText(value.substring(end, fragment.end()))).toString();
  }

  private static Encoder encoder(FieldOptions options) {
    return "html".equals(options.encoder()) ? Encoders.HTML : Encoders.DEFAULT;
  }
}
