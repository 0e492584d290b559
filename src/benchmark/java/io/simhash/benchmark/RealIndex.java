package io.simhash.benchmark;

import io.simhash.distribution.helper.Http;
import io.simhash.evaluation.Corpus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The index of real texts, analysed by ansj, with fingerprint and signature in a sub-field, and its
 * rows.
 */
final class RealIndex {

  static final String NAME = "real";

  /** The sets of long texts. */
  static final List<String> LONG = List.of("zh-tidb-docs-versions", "zh-laws", "en-docs-versions");

  /** Characters of the shortest text that is sure to have a fingerprint. */
  private static final int SHORTEST = 300;

  private static final String MAPPING =
      "\"content\": {\"type\": \"text\", \"analyzer\": \"ansj\","
          + " \"fields\": {\"fp\": {\"type\": \"simhash\", \"analyzer\": \"ansj\"}}}";

  private RealIndex() {}

  /** The contents of the first documents of a set. */
  static List<String> texts(Settings settings, String set, int limit) throws IOException {
    return Corpus.documents(Path.of(settings.data(), set), limit).stream()
        .map(Corpus.Document::content)
        .toList();
  }

  /** Documents of the long sets in equal parts, at most so many together as asked for. */
  static Index of(Settings settings) throws IOException {
    List<String> texts = new ArrayList<>();
    for (String set : LONG) {
      texts(settings, set, settings.real() / LONG.size()).stream()
          .filter(text -> text.length() >= SHORTEST)
          .forEach(texts::add);
    }
    return Index.of(
        NAME,
        "real texts: analysed text, fingerprint, blocks and signature",
        MAPPING,
        texts.size(),
        document ->
            Http.json(
                Map.of("group", group(document, texts.size()), "content", texts.get(document))));
  }

  private static String group(int document, int documents) {
    return "g" + document % Math.max(1, documents / Planted.MEMBERS);
  }

  private static String like(int document, String more) {
    return Queries.like("content.fp", NAME, document, more);
  }

  /** The rows; each query is for the neighbours of one document. */
  static List<Row> rows(Settings settings, int documents) {
    Row.Keys keys = Row.Keys.all(documents, (int) settings.seed());
    String byDefault = NAME + "/default by like";
    return List.of(
        Row.of(NAME, Row.TERM, keys, Check.Expected.ITSELF, d -> Queries.term(group(d, documents))),
        Row.of(NAME, "default by like", keys, Check.Expected.ITSELF, d -> like(d, "")),
        Row.of(
                NAME,
                "default by like with confirm",
                keys,
                Check.Expected.ITSELF,
                d -> like(d, Queries.CONFIRM))
            .comparedWith(byDefault),
        Row.of(
                NAME,
                "more_like_this",
                keys,
                Check.Expected.ITSELF,
                d -> Queries.moreLikeThis(NAME, d))
            .comparedWith(byDefault));
  }
}
