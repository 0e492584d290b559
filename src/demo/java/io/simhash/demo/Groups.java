package io.simhash.demo;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Shows a result page without near-duplicates, and the groups of near-duplicates among matches. */
final class Groups {

  private static final String COLLAPSE =
      """
      {"size": 8, "retriever": {"near_duplicate_collapse": {"field": "simhash",
        "retriever": {"standard": {"query": {"term": {"language": "en"}}, "sort": ["published"]}}}}}""";

  private static final String GROUPS =
      """
      {"size": 0, "aggs": {"stories": {"near_duplicates": {"field": "simhash", "size": 5}}}}""";

  private final Node node;
  private final Articles articles;

  Groups(Node node, Articles articles) {
    this.node = node;
    this.articles = articles;
  }

  void show() throws IOException, InterruptedException {
    collapse();
    aggregate();
  }

  private void collapse() throws IOException, InterruptedException {
    print("The oldest English articles, each story once.", COLLAPSE);
    Table table = new Table("id", "title", "folded (distance)");
    for (Map<String, Object> hit : Demo.hits(node.ask("POST", "/articles/_search", COLLAPSE))) {
      String id = (String) hit.get("_id");
      table.row(id, articles.text(id, "title"), folded(hit));
    }
    table.print();
  }

  private static String folded(Map<String, Object> hit) {
    if (hit.containsKey("fields") == false) {
      return "";
    }
    return Node.objects(Node.object(hit, "fields"), "_near_duplicates").stream()
        .map(
            other ->
                "%s (%s)"
                    .formatted(other.get("_id"), other.getOrDefault("distance", Demo.NO_DISTANCE)))
        .collect(Collectors.joining(", "));
  }

  private void aggregate() throws IOException, InterruptedException {
    print("The stories that were told most often.", GROUPS);
    Map<String, Object> answer = node.ask("POST", "/articles/_search", GROUPS);
    Demo.hits(answer);
    Map<String, Object> stories = Node.object(Node.object(answer, "aggregations"), "stories");
    Table table = new Table("documents", "id", "title");
    List<Map<String, Object>> groups = Node.objects(stories, "buckets");
    for (Map<String, Object> group : groups) {
      String id = (String) group.get("key");
      table.row(String.valueOf(group.get("doc_count")), id, articles.text(id, "title"));
    }
    table.print();
  }

  private static void print(String what, String request) {
    System.out.println("\n" + what);
    System.out.println("  GET articles/_search");
    request.lines().forEach(line -> System.out.println("  " + line));
  }
}
