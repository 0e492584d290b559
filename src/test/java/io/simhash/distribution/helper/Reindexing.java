package io.simhash.distribution.helper;

import static org.junit.Assert.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * {@code _update_by_query} and {@code _reindex} of a small index without Elasticsearch's module
 * {@code reindex}: each document that the query finds is indexed again from its {@code _source}.
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
      String target = (String) object(options, "dest").get("index");
      return copy(
          http, (String) source.get("index"), source.getOrDefault("query", ALL), target, "");
    }
    String index = path.substring(1, path.indexOf("/_update_by_query"));
    String pipeline = path.replaceFirst(".*[?&](pipeline=[^&]*).*|.*", "$1");
    return copy(http, index, options.getOrDefault("query", ALL), index, pipeline);
  }

  private static Response copy(
      Http http, String index, Object query, String target, String parameters) {
    String search = Http.json(Map.of("size", MAX_DOCUMENTS, "query", query));
    Response found = http.post("/" + index + "/_search", search).ok();
    List<Map<String, Object>> hits = found.at("hits.hits");
    assertEquals(hits.size(), (int) found.at("hits.total.value"));
    Map<String, Map<String, Object>> documents = new LinkedHashMap<>();
    hits.forEach(hit -> documents.put((String) hit.get("_id"), object(hit, "_source")));
    return http.index(target, documents, parameters);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(Map<String, Object> in, String name) {
    return (Map<String, Object>) in.get(name);
  }
}
