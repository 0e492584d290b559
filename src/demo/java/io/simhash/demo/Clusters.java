package io.simhash.demo;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds all clusters of the index at once, and checks that they are those of the expected pairs.
 */
final class Clusters {

  private static final String CLUSTERS =
      """
      {"field": "simhash", "canonical": {"field": "published"}, "update": {"field": "cluster_id"}}""";

  private final Node node;
  private final Articles articles;

  Clusters(Node node, Articles articles) {
    this.node = node;
    this.articles = articles;
  }

  /** Whether each expected cluster is found, with all its members and no other. */
  boolean show() throws IOException, InterruptedException {
    System.out.println("\nEvery cluster of the index, with the id of its oldest article, which is");
    System.out.println("written into [cluster_id] of its members; others have their own id there.");
    System.out.println("  POST articles/_simhash/clusters\n  " + CLUSTERS);
    Map<String, Object> answer = node.ask("POST", "/articles/_simhash/clusters", CLUSTERS);
    node.ask("POST", "/articles/_refresh", null);
    Set<Set<String>> found = new HashSet<>();
    Table table = new Table("documents", "diameter", "id", "title");
    List<Map<String, Object>> clusters = Node.objects(answer, "clusters");
    for (Map<String, Object> cluster : clusters) {
      String id = (String) cluster.get("id");
      found.add(members(cluster));
      table.row(
          String.valueOf(cluster.get("size")),
          String.valueOf(cluster.get("diameter")),
          id,
          articles.text(id, "title"));
    }
    table.print();
    return check(found);
  }

  private static Set<String> members(Map<String, Object> cluster) {
    return Node.objects(cluster, "members").stream()
        .map(member -> (String) member.get("_id"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private boolean check(Set<Set<String>> found) {
    Set<Set<String>> expected = articles.clusters();
    Set<Set<String>> missing = new HashSet<>(expected);
    missing.removeAll(found);
    int all = expected.size();
    System.out.println(
        "%s of %s expected clusters are found.".formatted(all - missing.size(), all));
    missing.forEach(members -> System.out.println("  missing: " + members));
    found.removeAll(expected);
    if (found.isEmpty() == false) {
      System.out.println("Found beside them: " + found);
    }
    return missing.isEmpty();
  }
}
