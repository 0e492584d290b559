package io.simhash.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The demo's corpus: articles by id in the file's order, and the pairs that ought to be found.
 *
 * @param lines each article's JSON as in the file
 */
public record Articles(
    Map<String, Map<String, Object>> byId, Map<String, String> lines, List<Pair> pairs) {

  /** Two articles that say the same; unordered. */
  public record Pair(String id, String neighbour, String kind) {}

  /** Reads the two files of a folder. */
  public static Articles read(Path folder) throws IOException {
    Map<String, Map<String, Object>> byId = new LinkedHashMap<>();
    Map<String, String> lines = new LinkedHashMap<>();
    for (String line : Files.readAllLines(folder.resolve("articles.jsonl"))) {
      Map<String, Object> article = Node.read(line);
      byId.put((String) article.get("id"), article);
      lines.put((String) article.get("id"), line);
    }
    List<Pair> pairs =
        Files.readAllLines(folder.resolve("expected.tsv")).stream()
            .filter(line -> line.isBlank() == false && line.startsWith("#") == false)
            .map(line -> line.split("\t", -1))
            .map(columns -> new Pair(columns[0], columns[1], columns[2]))
            .toList();
    return new Articles(byId, lines, pairs);
  }

  String text(String id, String field) {
    return (String) byId.get(id).get(field);
  }

  /** Indexes all articles with one request and makes them visible. */
  public void index(Node node, String index) throws IOException, InterruptedException {
    index(node, index, "");
  }

  /** The same with a prefix in front of each id. */
  public void index(Node node, String index, String prefix)
      throws IOException, InterruptedException {
    Map<String, Object> answer = node.ask("POST", "/" + index + "/_bulk", bulk(prefix));
    if (Boolean.FALSE.equals(answer.get("errors")) == false) {
      throw new IOException("articles were refused: " + Node.write(answer));
    }
    node.ask("POST", "/" + index + "/_refresh", null);
  }

  /** The articles that repeat one before them in the file, each with those that it repeats. */
  Map<String, Set<String>> repeated() {
    List<String> order = List.copyOf(byId.keySet());
    Map<String, Set<String>> repeated = new TreeMap<>();
    for (Pair pair : pairs) {
      boolean forward = order.indexOf(pair.id()) < order.indexOf(pair.neighbour());
      String later = forward ? pair.neighbour() : pair.id();
      String earlier = forward ? pair.id() : pair.neighbour();
      repeated.computeIfAbsent(later, id -> new TreeSet<>()).add(earlier);
    }
    return repeated;
  }

  /** The articles that chains of pairs connect. */
  Set<Set<String>> clusters() {
    Map<String, Set<String>> clusterOf = new HashMap<>();
    for (Pair pair : pairs) {
      Set<String> cluster = new TreeSet<>(List.of(pair.id(), pair.neighbour()));
      for (String id : List.of(pair.id(), pair.neighbour())) {
        cluster.addAll(clusterOf.getOrDefault(id, Set.of()));
      }
      cluster.forEach(id -> clusterOf.put(id, cluster));
    }
    return new HashSet<>(clusterOf.values());
  }

  private String bulk(String prefix) {
    StringBuilder bulk = new StringBuilder();
    lines.forEach(
        (id, line) ->
            bulk.append("{\"index\":{\"_id\":\"%s%s\"}}\n%s\n".formatted(prefix, id, line)));
    return bulk.toString();
  }
}
