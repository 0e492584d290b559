package io.simhash.benchmark;

import io.simhash.distribution.Http;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.json.JsonXContent;

/** The results of one run: a JSON object, and typed access to its parts. */
record Results(Map<String, Object> json) {

  /** A line of the table of queries. */
  record Query(Map<String, Object> json) {

    String index() {
      return (String) json.get("index");
    }

    String name() {
      return (String) json.get("name");
    }

    String key() {
      return index() + "/" + name();
    }

    double number(String name) {
      return json.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** The ratio of this name: {@code times} or {@code versus}; null if there is none. */
    Ratio ratio(String name) {
      return json.get(name) instanceof Map<?, ?> map
          ? new Ratio(of(map, "value"), of(map, "low"), of(map, "high"))
          : null;
    }

    private static double of(Map<?, ?> map, String name) {
      return map.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
    }
  }

  /** An index in the table of sizes. */
  record Size(Map<String, Object> json) {

    String name() {
      return (String) json.get("name");
    }

    double number(String name) {
      return json.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** Bytes a document by field, of the measured field and its sub-fields. */
    Map<String, Double> fields() {
      Map<String, Double> fields = new LinkedHashMap<>();
      ((Map<?, ?>) json.get("fields"))
          .forEach((name, bytes) -> fields.put((String) name, ((Number) bytes).doubleValue()));
      return fields;
    }
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

  List<Query> queries() {
    return objects("queries").stream().map(Query::new).toList();
  }

  List<Size> sizes() {
    return objects("indices").stream().map(Size::new).toList();
  }

  @SuppressWarnings("unchecked")
  List<Map<String, Object>> objects(String name) {
    return (List<Map<String, Object>>) json.getOrDefault(name, List.of());
  }

  void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(
        folder.resolve(documents() + ".json"), Http.json(json) + "\n", StandardCharsets.UTF_8);
  }

  /** The results in a folder, by ascending number of documents. */
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
    all.sort((a, b) -> Integer.compare(a.documents(), b.documents()));
    return all;
  }
}
