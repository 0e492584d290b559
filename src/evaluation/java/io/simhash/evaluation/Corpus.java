package io.simhash.evaluation;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.XContentType;

/**
 * A set of documents and the truth about it.
 *
 * @param name the folder's name; it begins with the language, {@code zh} or {@code en}
 * @param documents the documents in the file's order
 * @param truth the true pairs, by position
 */
record Corpus(String name, List<Document> documents, Truth truth) {

  /** One line of a truth table. */
  private record Row(int a, int b, float jaccard) {}

  /**
   * Reads {@code docs.jsonl.gz} (one object with {@code id}, {@code title}, {@code content} and
   * perhaps {@code label} a line) and {@code truth-j0.5-kN.tsv.gz} (columns a, b, jaccard) of a
   * folder; N is the size of the shingles.
   */
  static Corpus read(Path folder) throws IOException {
    List<Document> documents = new ArrayList<>();
    Map<String, Integer> positions = new HashMap<>();
    try (BufferedReader lines = open(folder.resolve("docs.jsonl.gz"))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Document document = document(fields(line));
        positions.put(document.id(), documents.size());
        documents.add(document);
      }
    }
    return new Corpus(folder.getFileName().toString(), documents, truth(folder, positions));
  }

  /** The fields of an object on a line. */
  static Map<String, Object> fields(String line) throws IOException {
    try (XContentParser parser =
        XContentType.JSON.xContent().createParser(XContentParserConfiguration.EMPTY, line)) {
      return parser.map();
    }
  }

  /** The document that has these fields. */
  static Document document(Map<String, Object> fields) {
    return new Document(
        text(fields, "id"), text(fields, "title"), text(fields, "content"), text(fields, "label"));
  }

  private static String text(Map<String, Object> fields, String name) {
    return Objects.toString(fields.get(name), "");
  }

  private static Truth truth(Path folder, Map<String, Integer> positions) throws IOException {
    Path file;
    try (Stream<Path> files = Files.list(folder)) {
      file = files.filter(f -> f.getFileName().toString().startsWith("truth-")).findFirst().get();
    }
    List<Row> rows = new ArrayList<>();
    try (BufferedReader lines = open(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] columns = line.split("\t", -1);
        Integer a = positions.get(columns[0]);
        Integer b = columns.length > 2 ? positions.get(columns[1]) : null;
        if (a != null && b != null) {
          rows.add(new Row(a, b, Float.parseFloat(columns[2])));
        }
      }
    }
    return truth(
        rows, Integer.parseInt(file.getFileName().toString().replaceAll(".*-k|\\..*", "")));
  }

  private static Truth truth(List<Row> rows, int shingleSize) {
    float[] jaccard = new float[rows.size()];
    for (int i = 0; i < jaccard.length; i++) {
      jaccard[i] = rows.get(i).jaccard();
    }
    return new Truth(
        shingleSize,
        rows.stream().mapToInt(Row::a).toArray(),
        rows.stream().mapToInt(Row::b).toArray(),
        jaccard);
  }

  private static BufferedReader open(Path file) throws IOException {
    InputStream in = new GZIPInputStream(Files.newInputStream(file));
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  int size() {
    return documents.size();
  }

  boolean isChinese() {
    return name.startsWith("zh");
  }

  /** The corpus cut to its first documents, with the true pairs among them: for quick looks. */
  Corpus first(int limit) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < truth.size(); i++) {
      if (Math.max(truth.first()[i], truth.second()[i]) < limit) {
        rows.add(new Row(truth.first()[i], truth.second()[i], truth.jaccard()[i]));
      }
    }
    int size = Math.min(limit, size());
    return new Corpus(name, documents.subList(0, size), truth(rows, truth.shingleSize()));
  }
}
