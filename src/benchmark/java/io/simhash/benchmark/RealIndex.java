package io.simhash.benchmark;

import io.simhash.core.simhash.Fingerprint;
import io.simhash.distribution.Http;
import io.simhash.distribution.Response;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.common.xcontent.support.XContentMapValues;

/**
 * The index of real texts, analysed by ansj and fingerprinted with a signature by the processor,
 * and its rows.
 */
final class RealIndex {

  static final String NAME = "real";
  private static final int PAGE = 1000;
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

  /** The fingerprints that the processor has made, in the order of the documents. */
  static Fingerprints fingerprints(Http http, int documents) {
    long[] fingerprints = new long[documents];
    for (int from = 0; from < documents; from += PAGE) {
      int to = Math.min(from + PAGE, documents);
      String ids = Http.json(Map.of("ids", IntStream.range(from, to).boxed().toList()));
      Response page = http.post("/" + NAME + "/_mget?_source=fp.fingerprint", ids).ok();
      for (Map<String, Object> found : page.<List<Map<String, Object>>>at("docs")) {
        String hex = XContentMapValues.extractValue("_source.fp.fingerprint", found).toString();
        fingerprints[Integer.parseInt((String) found.get("_id"))] = Fingerprint.parse(hex);
      }
    }
    return new Held(fingerprints);
  }

  /** Fingerprints in memory; a key is a document. */
  private record Held(long[] held) implements Fingerprints {

    @Override
    public int documents() {
      return held.length;
    }

    @Override
    public boolean hasSignature(int document) {
      return true;
    }

    @Override
    public long fingerprint(int document) {
      return held[document];
    }

    @Override
    public long query(int key) {
      return held[key];
    }

    @Override
    public Set<Integer> term(int key) {
      return IntStream.range(0, held.length)
          .filter(document -> group(document, held.length).equals(group(key, held.length)))
          .boxed()
          .collect(Collectors.toSet());
    }
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
            Expected.within(3),
            d ->
                Queries.like(
                    NAME, Integer.toString(d), ", \"max_distance\": 3, \"min_similarity\": 0")),
        Row.of(
            NAME,
            "default by like",
            keys,
            Expected.ITSELF,
            d -> Queries.like(NAME, Integer.toString(d), "")),
        Row.of(
                NAME,
                "default by like with confirm",
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
