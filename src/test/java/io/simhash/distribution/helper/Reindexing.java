package io.simhash.distribution.helper;

import static org.junit.Assert.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * {@code _update_by_query}, {@code _reindex} and {@code _delete_by_query} of a small index without
 * Elasticsearch's module {@code reindex}: each document that the query finds is indexed again from
 * its {@code _source}, or deleted.
 */
public final class Reindexing {

  private static final int MAX_DOCUMENTS = 1000;
  private static final Map<String, Object> ALL = Map.of("match_all", Map.of());

  private Reindexing() {}

  /**
   * Carries out a request.
   *
   * @param path of the request, with its parameters
   * @param body of the request, or null
   */
  public static Response run(Http http, String path, String body) {
    Map<String, Object> options =
        body == null
            ? Map.of()
            : XContentHelper.convertToMap(JsonXContent.jsonXContent, body, true);
    if (path.startsWith("/_reindex")) {
      Map<String, Object> source = object(options, "source");
      Map<String, Object> dest = object(options, "dest");
      String pipeline = dest.containsKey("pipeline") ? "pipeline=" + dest.get("pipeline") : "";
      return copy(
          http,
          (String) source.get("index"),
          source.getOrDefault("query", ALL),
          (String) dest.get("index"),
          pipeline);
    }
    String index = path.substring(1, path.indexOf('/', 1));
    if (path.contains("/_delete_by_query")) {
      for (Map<String, Object> hit : search(http, index, options.get("query"))) {
        http.delete("/" + index + "/_doc/" + hit.get("_id")).ok();
      }
      return http.post("/" + index + "/_refresh", null);
    }
    String pipeline = path.replaceFirst(".*[?&](pipeline=[^&]*).*|.*", "$1");
    return copy(http, index, options.getOrDefault("query", ALL), index, pipeline);
  }

  private static Response copy(
      Http http, String index, Object query, String target, String parameters) {
    Map<String, Map<String, Object>> documents = new LinkedHashMap<>();
    search(http, index, query)
        .forEach(hit -> documents.put((String) hit.get("_id"), object(hit, "_source")));
    return http.index(target, documents, parameters);
  }

  private static List<Map<String, Object>> search(Http http, String index, Object query) {
    String search = Http.json(Map.of("size", MAX_DOCUMENTS, "query", query));
    Response found = http.post("/" + index + "/_search", search).ok();
    List<Map<String, Object>> hits = found.at("hits.hits");
    assertEquals(hits.size(), (int) found.at("hits.total.value"));
    return hits;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(Map<String, Object> in, String name) {
    return (Map<String, Object>) in.get(name);
  }
}
