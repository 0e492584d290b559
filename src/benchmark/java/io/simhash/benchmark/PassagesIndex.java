package io.simhash.benchmark;

import io.simhash.core.text.Letters;
import io.simhash.core.text.PassageText;
import io.simhash.distribution.helper.Http;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The index of passages. A document is a row of clauses of real texts in random order; a query has
 * 5,000 characters of such clauses and some of one document.
 */
final class PassagesIndex {

  static final String NAME = "passages";

  /** The same documents, all with the same footer. */
  static final String FOOTER = "passages_footer";

  private static final String MAPPING =
      "\"content\": {\"type\": \"text\", \"index\": false, \"fields\": {"
          + "\"passages\": {\"type\": \"passages\"}}}";

  private static final String SHARED = "shared_passages, text of 5,000 characters";

  private static final int DOCUMENT = 1_500;
  private static final int QUERY = 5_000;
  private static final int COPIED = 500;
  private static final int SHORTEST = 10;

  /** Letters of a clause. Each is in some hundred documents, so two of them are no passage. */
  private static final int LONGEST = 60;

  private static final int DOCUMENTS_OF_A_SET = 2_500;
  private static final int SAMPLE = 1_000;

  private final Settings settings;
  private final List<String> clauses;

  /** Whether a row is asked for; then the real texts are read. */
  static boolean isWanted(Pattern rows) {
    return Stream.of(NAME, FOOTER)
        .flatMap(index -> Stream.of(index + "/" + Row.TERM, index + "/" + SHARED))
        .anyMatch(key -> rows.matcher(key).find());
  }

  PassagesIndex(Settings settings) throws IOException {
    this.settings = settings;
    Set<String> distinct = new LinkedHashSet<>();
    for (String set : RealIndex.LONG) {
      for (String text : RealIndex.texts(settings, set, DOCUMENTS_OF_A_SET)) {
        for (String clause : text.split("(?<=[.。!！?？,，;；])\\s*|\\n+")) {
          if (clause.length() >= SHORTEST && letters(clause) <= LONGEST) {
            distinct.add(clause);
          }
        }
      }
    }
    this.clauses = List.copyOf(distinct);
  }

  private static int letters(String clause) {
    return new PassageText(List.of(clause)).units() / Letters.UNITS_OF_LETTER;
  }

  /** The bytes of the text of a document, on average. */
  private double bytes() {
    return IntStream.range(0, SAMPLE)
        .map(document -> text(document).getBytes(StandardCharsets.UTF_8).length)
        .average()
        .orElseThrow();
  }

  List<Index> indices() {
    String what =
        "`passages` of %,.0f bytes of text, made of %,d real clauses"
            .formatted(bytes(), clauses.size());
    return List.of(
        Index.of(NAME, what, MAPPING, settings.documents(), d -> source(d, "")),
        Index.of(
            FOOTER,
            "the same with a footer in all documents",
            MAPPING,
            settings.documents(),
            d -> source(d, " " + footer())));
  }

  private String source(int document, String footer) {
    return Http.json(Map.of("group", group(document), "content", text(document) + footer));
  }

  private String group(int document) {
    return "g" + document % Math.max(1, settings.documents() / Planted.MEMBERS);
  }

  private String footer() {
    return row(new Random(settings.seed()), COPIED);
  }

  private String text(int document) {
    return row(new Random(Mix.at(settings.seed(), document)), DOCUMENT);
  }

  private String row(Random random, int characters) {
    StringBuilder row = new StringBuilder();
    while (row.length() < characters) {
      row.append(clauses.get(random.nextInt(clauses.size()))).append(' ');
    }
    return row.toString();
  }

  /** A text with a part of the document in the middle. */
  private String query(int document, String footer) {
    Random random = new Random(Mix.at(settings.seed(), -1 - document));
    String text = text(document);
    int from = random.nextInt(text.length() - COPIED);
    return row(random, (QUERY - COPIED) / 2)
        + text.substring(from, from + COPIED)
        + row(random, (QUERY - COPIED) / 2)
        + footer;
  }

  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    Row.Keys keys = Row.Keys.all(settings.documents(), (int) settings.seed());
    for (String index : List.of(NAME, FOOTER)) {
      String footer = index.equals(FOOTER) ? " " + footer() : "";
      rows.add(Row.of(index, Row.TERM, keys, Check.Expected.ITSELF, d -> Queries.term(group(d))));
      Row shared =
          Row.of(index, SHARED, keys, Check.Expected.ITSELF, d -> shared(query(d, footer)));
      rows.add(index.equals(FOOTER) ? shared.comparedWith(NAME + "/" + shared.name()) : shared);
    }
    return rows;
  }

  private static String shared(String text) {
    return Http.json(Map.of("shared_passages", Map.of("field", "content.passages", "text", text)));
  }
}
