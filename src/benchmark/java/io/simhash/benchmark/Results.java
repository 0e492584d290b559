package io.simhash.benchmark;

import io.simhash.distribution.helper.Http;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.json.JsonXContent;

/** The results of one run: a JSON object, and typed access to its parts. */
record Results(Map<String, Object> json) {

  /** A line of a table: a row of queries, an index, or a set of ingest with its ways. */
  record Line(Map<String, Object> json) {

    String text(String name) {
      return String.valueOf(json.get(name));
    }

    /** The name of a row of queries among all rows. */
    String key() {
      return text("index") + "/" + text("name");
    }

    double number(String name) {
      return json.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** Numbers by their names; empty if there are none. */
    @SuppressWarnings("unchecked")
    Map<String, Number> numbers(String name) {
      return (Map<String, Number>) json.getOrDefault(name, Map.of());
    }

    /** The ratio of this name: {@code times} or {@code versus}; null if there is none. */
    Samples.Ratio ratio(String name) {
      return json.get(name) instanceof Map<?, ?>
          ? new Samples.Ratio(of(name, "value"), of(name, "low"), of(name, "high"))
          : null;
    }

    private double of(String name, String part) {
      return ((Map<?, ?>) json.get(name)).get(part) instanceof Number number
          ? number.doubleValue()
          : Double.NaN;
    }

    /** The lines that it consists of. */
    List<Line> lines(String name) {
      return Results.lines(json, name);
    }
  }

  @SuppressWarnings("unchecked")
  private static List<Line> lines(Map<String, Object> json, String name) {
    List<Map<String, Object>> lines =
        (List<Map<String, Object>>) json.getOrDefault(name, List.of());
    return lines.stream().map(Line::new).toList();
  }

  /** The names of all rows of queries, and of all indices. */
  Set<String> names() {
    Set<String> names = new HashSet<>();
    queries().forEach(query -> names.add(query.key()));
    sizes().forEach(size -> names.add(size.text("name")));
    return names;
  }

  /** The same without the rows and indices of these names. */
  Results without(Set<String> names) {
    Map<String, Object> others = new HashMap<>(json);
    others.put(
        "queries",
        queries().stream()
            .filter(query -> names.contains(query.key()) == false)
            .map(Line::json)
            .toList());
    others.put(
        "indices",
        sizes().stream()
            .filter(size -> names.contains(size.text("name")) == false)
            .map(Line::json)
            .toList());
    return new Results(others);
  }

  int documents() {
    return ((Number) json.get("documents")).intValue();
  }

  String text(String name) {
    return String.valueOf(json.get(name));
  }

  @SuppressWarnings("unchecked")
  Map<String, Object> machine() {
    return (Map<String, Object>) json.get("machine");
  }

  List<Line> queries() {
    return lines(json, "queries");
  }

  List<Line> sizes() {
    return lines(json, "indices");
  }

  List<Line> ingest() {
    return lines(json, "ingest");
  }

  void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(
        folder.resolve(documents() + ".json"), Http.json(json) + "\n", StandardCharsets.UTF_8);
  }

  /** The results in a folder, by ascending number of documents, then by the file's name. */
  static List<Results> read(Path folder) throws IOException {
    List<Results> all = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
          String text = Files.readString(file, StandardCharsets.UTF_8);
          all.add(new Results(XContentHelper.convertToMap(JsonXContent.jsonXContent, text, true)));
        }
      }
    }
    if (all.isEmpty()) {
      throw new IllegalArgumentException(
          "[--output] must be a folder with results but [" + folder + "] has none: run it first");
    }
    all.sort(Comparator.comparingInt(Results::documents));
    return all;
  }
}
