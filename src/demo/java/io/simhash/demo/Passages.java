package io.simhash.demo;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Shows a passage that was copied into a longer page, marked in the page. */
final class Passages {

  private static final String INDEX =
      """
      {"settings": {"number_of_shards": 1, "number_of_replicas": 0},
       "mappings": {"properties": {
         "content": {"type": "text", "fields": {"passages": {"type": "passages"}}}}}}""";

  private static final String SEARCH =
      """
      {"query": {"shared_passages": {"field": "content.passages",
         "like": {"_index": "pages", "_id": "%s"}}},
       "highlight": {"pre_tags": "[[", "post_tags": "]]",
         "fields": {"content": {"type": "shared_passages", "number_of_fragments": 2}}}}""";

  private final Node node;
  private final Articles articles;

  Passages(Node node, Articles articles) {
    this.node = node;
    this.articles = articles;
  }

  /** Whether each page with a copied passage is found, and nothing else. */
  boolean show() throws IOException, InterruptedException {
    System.out.println("\nWho copied a passage into a longer page?");
    System.out.println("  PUT pages\n  " + INDEX.replace("\n", "\n  "));
    node.ask("PUT", "/pages", INDEX);
    boolean chinese = show("zh-port-01", List.of("zh-metro-01", "zh-tea-01", "zh-river-04"));
    boolean english = show("en-bridge-01", List.of("en-ferry-01", "zh-metro-01", "zh-tea-01"));
    return chinese && english;
  }

  private boolean show(String id, List<String> others) throws IOException, InterruptedException {
    String text = articles.text(id, "content");
    StringBuilder page = new StringBuilder();
    for (String other : others) {
      page.append(articles.text(other, "content")).append('\n');
    }
    page.insert(page.indexOf("\n"), text.substring(text.length() / 4));
    index(id, text);
    index(id + "-page", page.toString());
    String search = SEARCH.formatted(id);
    System.out.println("  GET pages/_search");
    search.lines().forEach(line -> System.out.println("  " + line));
    List<Map<String, Object>> hits = Demo.hits(node.ask("POST", "/pages/_search", search));
    for (Map<String, Object> hit : hits) {
      System.out.println("  " + hit.get("_id") + "  score " + hit.get("_score"));
      for (Object fragment : (List<?>) Node.object(hit, "highlight").get("content")) {
        System.out.println("    " + ((String) fragment).replace('\n', ' '));
      }
    }
    boolean found = hits.size() == 1 && hits.getFirst().get("_id").equals(id + "-page");
    if (found == false) {
      System.out.println("  MISSING: the page that has the passage of " + id);
    }
    return found;
  }

  private void index(String id, String text) throws IOException, InterruptedException {
    node.ask("PUT", "/pages/_doc/" + id + "?refresh", Node.write(Map.of("content", text)));
  }
}
