package io.simhash.benchmark;

import io.simhash.distribution.Http;
import java.util.List;
import java.util.Map;

/**
 * The index of real texts, analysed by ansj and fingerprinted with a signature by the processor,
 * and its rows.
 */
final class RealIndex {

  static final String NAME = "real";
  static final String PIPELINE = "benchmark-real";

  private static final String MAPPING =
      "\"content\": {\"type\": \"text\", \"analyzer\": \"ansj\"}, \"fp\": {\"type\": \"simhash\"}";

  private RealIndex() {}

  static Index of(List<String> texts) {
    return Index.of(
            NAME,
            "real texts: analysed text, fingerprint, blocks and signature",
            MAPPING,
            texts.size(),
            "fp",
            document ->
                Http.json(
                    Map.of("group", group(document, texts.size()), "content", texts.get(document))))
        .withPipeline(PIPELINE);
  }

  private static String group(int document, int documents) {
    return "g" + document % Math.max(1, documents / Planted.MEMBERS);
  }

  static void putPipeline(Http http) {
    http.put(
            "/_ingest/pipeline/" + PIPELINE,
            "{\"processors\": [{\"simhash\": {\"field\": \"content\", \"target_field\": \"fp\"}}]}")
        .ok();
  }

  /** The rows; each query is for the neighbours of one document. */
  static List<Row> rows(Settings settings, int documents) {
    Keys keys = Keys.all(documents, (int) settings.seed());
    return List.of(
        Row.of(NAME, Row.TERM, keys, Expected.ITSELF, d -> Queries.term(group(d, documents))),
        Row.of(
            NAME,
            "radius 3 by like",
            keys,
            Expected.ITSELF,
            d -> Queries.like(NAME, Integer.toString(d), ", \"max_distance\": 3")),
        Row.of(
            NAME,
            "default by like",
            keys,
            Expected.ITSELF,
            d -> Queries.like(NAME, Integer.toString(d), "")),
        Row.of(
                NAME,
                "default by like, with confirm",
                keys,
                Expected.ITSELF,
                d -> Queries.like(NAME, Integer.toString(d), Queries.CONFIRM))
            .comparedWith(NAME + "/default by like"),
        Row.of(
                NAME,
                "more_like_this",
                keys,
                Expected.ITSELF,
                d -> Queries.moreLikeThis(NAME, Integer.toString(d)))
            .comparedWith(NAME + "/default by like"));
  }
}
