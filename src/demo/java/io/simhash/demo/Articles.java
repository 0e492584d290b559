package io.simhash.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The demo's corpus: articles by id in the file's order, and the pairs that ought to be found.
 *
 * @param lines each article's JSON as in the file
 */
record Articles(
    Map<String, Map<String, Object>> byId, Map<String, String> lines, List<Pair> pairs) {

  /** Two articles that say the same; unordered. */
  record Pair(String id, String neighbour, String kind) {}

  static Articles read(Path folder) throws IOException {
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

  /** Lines of a bulk request. */
  String bulk() {
    return lines.entrySet().stream()
        .map(line -> "{\"index\":{\"_id\":\"%s\"}}\n%s\n".formatted(line.getKey(), line.getValue()))
        .collect(Collectors.joining());
  }
}
