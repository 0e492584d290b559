package io.simhash.elasticsearch.highlight;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.passage.CommonPassages;
import io.simhash.core.passage.Fragments;
import io.simhash.core.passage.Fragments.Fragment;
import io.simhash.core.passage.PassageMarks;
import io.simhash.core.passage.PassageMarks.Mark;
import io.simhash.core.passage.PassageText;
import io.simhash.elasticsearch.compat.SearchContexts;
import io.simhash.elasticsearch.option.TextLimit;
import io.simhash.lucene.document.PassageField;
import io.simhash.lucene.text.TextFingerprinter;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.lucene.search.highlight.DefaultEncoder;
import org.apache.lucene.search.highlight.Encoder;
import org.apache.lucene.search.highlight.SimpleHTMLEncoder;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.search.fetch.subphase.highlight.FieldHighlightContext;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightField;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightUtils;
import org.elasticsearch.search.fetch.subphase.highlight.Highlighter;
import org.elasticsearch.search.fetch.subphase.highlight.SearchHighlightContext.FieldOptions;
import org.elasticsearch.xcontent.Text;

/**
 * The highlighter {@code shared_passages}: marks in a hit what it shares with the text of the
 * query, or with {@code "options": {"show": "different"}} what it does not share.
 *
 * <p>The text is that of a {@code shared_passages} query, of {@code simhash_near} or {@code
 * minhash_near} with {@code text}, of {@code confirm}, or that of the documents of the option
 * {@code like}. The option {@code min_length} is the least length of a common passage in letters;
 * its default is that of the query, or 12.
 *
 * <p>Cost: once for a shard the automaton of the query's text, then linear in each hit's text and
 * the query's.
 */
public final class SharedPassagesHighlighter implements Highlighter {

  /** The name that users type. */
  public static final String NAME = "shared_passages";

  /** Replaces the value of the option {@code like} that has become the highlighter's query. */
  public static final Object RESOLVED = true;

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

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The text of the query and what is marked, for all hits of a shard. */
  private record Comparison(CommonPassages passages, boolean isEmpty, Show show) {

    static Comparison of(FieldHighlightContext context) {
      OptionMap options = options(context.field.fieldOptions());
      Show show = options.constant("show", Show.SHARED);
      ComparedTexts compared = ComparedTexts.of(context.query);
      int byDefault =
          show == Show.SHARED
              ? Math.min(compared.minLength(DEFAULT_MIN_LENGTH), TextFingerprinter.MAX_TEXT_LENGTH)
              : DEFAULT_MIN_LENGTH;
      int minLength =
          Ranges.require(
              "options.min_length",
              options.integer("min_length", byDefault),
              1,
              TextFingerprinter.MAX_TEXT_LENGTH);
      if (options.has("like") && RESOLVED.equals(options.any("like")) == false) {
        throw invalid(
            "[options.like] of the highlighter [shared_passages] can be used in the [highlight] of a"
                + " search but not in that of [inner_hits] or [top_hits]");
      }
      options.requireEmpty();
      if (compared.isAny() == false) {
        throw invalid(
            "the highlighter [shared_passages] needs a text to compare [%s] with: that of a"
                + " [shared_passages] query, or of [simhash_near] or [minhash_near] with [text] or"
                + " [confirm]; or [options.like]",
            context.fieldName);
      }
      // Until the search ends, as the comparison is kept.
      context
          .context
          .getSearchExecutionContext()
          .addCircuitBreakerMemory(
              TextLimit.length(compared.texts()) * CommonPassages.BYTES_OF_CHARACTER, NAME);
      return new Comparison(
          new CommonPassages(
              new PassageText(compared.texts()),
              minLength * PassageText.UNITS_OF_LETTER,
              SearchContexts.cancellation(context.context.searcher())),
          compared.texts().isEmpty(),
          show);
    }

    private static OptionMap options(FieldOptions options) {
      Map<String, Object> given = options.options() == null ? Map.of() : options.options();
      return new OptionMap(new HashMap<>(Map.of("options", new HashMap<>(given))))
          .object("options");
    }

    /** None where there is nothing to compare with. */
    List<Mark> marks(PassageText document) {
      if (isEmpty) {
        return List.of();
      }
      return show == Show.SHARED
          ? PassageMarks.shared(passages, document)
          : PassageMarks.different(passages, document);
    }
  }

  @Override
  public boolean canHighlight(MappedFieldType type) {
    return true;
  }

  @Override
  public HighlightField highlight(FieldHighlightContext context) throws IOException {
    Comparison comparison =
        (Comparison)
            context.cache.computeIfAbsent(
                NAME + " " + context.fieldName, key -> Comparison.of(context));
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
    List<Mark> marks = comparison.marks(new PassageText(values));
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
    return "html".equals(options.encoder()) ? new SimpleHTMLEncoder() : new DefaultEncoder();
  }
}
