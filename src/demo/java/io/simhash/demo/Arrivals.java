package io.simhash.demo;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Sends all articles once more, to an index whose pipeline tags near-duplicates as they arrive, and
 * checks that each article is tagged that comes after one with which it is an expected pair.
 */
final class Arrivals {

  private static final String PIPELINE =
      """
      {"processors": [{"simhash": {"field": "content"}}, {"near_duplicate": {"field": "simhash"}}]}""";

  private static final String INDEX =
      """
      {"settings": {"number_of_shards": 1, "number_of_replicas": 0, "default_pipeline": "arrivals"},
       "mappings": {"properties": {"simhash": {"type": "simhash"}}}}""";

  private static final String TAGGED =
      """
      {"size": 100, "query": {"exists": {"field": "near_duplicate_of.id"}}}""";

  private static final int SHOWN = 5;

  private final Node node;
  private final Articles articles;

  Arrivals(Node node, Articles articles) {
    this.node = node;
    this.articles = articles;
  }

  /** Whether the expected articles are tagged, each with an article that it repeats. */
  boolean show() throws IOException, InterruptedException {
    System.out.println(
        "\nThe articles arrive again, in another index: the second of a story is tagged.");
    System.out.println("  PUT _ingest/pipeline/arrivals\n  " + PIPELINE);
    node.ask("PUT", "/_ingest/pipeline/arrivals", PIPELINE);
    node.ask("PUT", "/arrivals", INDEX);
    articles.index(node, "arrivals");
    Map<String, String> tags = new TreeMap<>();
    Table table = new Table("distance", "similarity", "id", "near_duplicate_of", "title");
    List<Map<String, Object>> hits = Demo.hits(node.ask("POST", "/arrivals/_search", TAGGED));
    for (Map<String, Object> hit : hits) {
      String id = (String) hit.get("_id");
      Map<String, Object> tag = Node.object(Node.object(hit, "_source"), "near_duplicate_of");
      tags.put(id, (String) tag.get("id"));
      if (tags.size() <= SHOWN) {
        table.row(
            String.valueOf(tag.getOrDefault("distance", Demo.NO_DISTANCE)),
            String.format(Locale.ROOT, "%.2f", ((Number) tag.get("similarity")).doubleValue()),
            id,
            tags.get(id),
            articles.text(id, "title"));
      }
    }
    table.print();
    System.out.println("  … and %s more".formatted(Math.max(0, tags.size() - SHOWN)));
    return check(tags);
  }

  private boolean check(Map<String, String> tags) {
    Map<String, Set<String>> expected = articles.repeated();
    Set<String> missing = new TreeSet<>();
    expected.forEach(
        (id, earlier) -> {
          if (tags.containsKey(id) == false || earlier.contains(tags.remove(id)) == false) {
            missing.add(id);
          }
        });
    int all = expected.size();
    System.out.println(
        "%s of %s expected near-duplicates are tagged as they arrive."
            .formatted(all - missing.size(), all));
    missing.forEach(id -> System.out.println("  missing: " + id));
    if (tags.isEmpty() == false) {
      System.out.println("Tagged beside them: " + tags);
    }
    return missing.isEmpty();
  }
}
