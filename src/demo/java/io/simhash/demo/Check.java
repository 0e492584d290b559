package io.simhash.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Asks for every article of the expected pairs with the default options and names the misses. */
public final class Check {

  private final Node node;
  private final Articles articles;

  /** Checks the index [articles] of a node. */
  public Check(Node node, Articles articles) {
    this.node = node;
    this.articles = articles;
  }

  /** Whether each expected pair is found from both its ends. */
  public boolean run() throws IOException, InterruptedException {
    Map<String, Set<String>> found = neighbours();
    List<Articles.Pair> missing = new ArrayList<>();
    for (Articles.Pair pair : articles.pairs()) {
      boolean there = found.get(pair.id()).remove(pair.neighbour());
      boolean back = found.get(pair.neighbour()).remove(pair.id());
      if ((there && back) == false) {
        missing.add(pair);
      }
    }
    int all = articles.pairs().size();
    System.out.println(
        "\n%s of %s expected pairs are found by default.".formatted(all - missing.size(), all));
    for (Articles.Pair pair : missing) {
      System.out.println(
          "  missing: %s  %s  (%s)".formatted(pair.id(), pair.neighbour(), pair.kind()));
    }
    found.values().removeIf(Set::isEmpty);
    if (found.isEmpty() == false) {
      System.out.println("Found beside them: " + found);
    }
    return missing.isEmpty();
  }

  private Map<String, Set<String>> neighbours() throws IOException, InterruptedException {
    Set<String> ids = new TreeSet<>();
    articles.pairs().forEach(pair -> ids.addAll(List.of(pair.id(), pair.neighbour())));
    StringBuilder searches = new StringBuilder();
    ids.forEach(id -> searches.append("{}\n").append(Demo.LIKE.formatted(id)).append('\n'));
    Map<String, Object> answer = node.ask("POST", "/articles/_msearch", searches.toString());
    Iterator<Map<String, Object>> answers = Node.objects(answer, "responses").iterator();
    Map<String, Set<String>> found = new TreeMap<>();
    for (String id : ids) {
      Set<String> neighbours = new HashSet<>();
      Demo.hits(answers.next()).forEach(hit -> neighbours.add((String) hit.get("_id")));
      found.put(id, neighbours);
    }
    return found;
  }
}
