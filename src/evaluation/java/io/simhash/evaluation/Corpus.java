package io.simhash.evaluation;

import io.simhash.core.base.UnionFind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * A set of documents and the truth about it.
 *
 * @param name the folder's name; that of a Chinese set begins with {@code zh}
 * @param documents the documents in the file's order
 * @param truth the true pairs, by position
 * @param other the true pairs by smaller shingles, where the folder has both; otherwise the same
 */
public record Corpus(String name, List<Document> documents, Truth truth, Truth other) {

  /** A set with one truth. */
  public Corpus(String name, List<Document> documents, Truth truth) {
    this(name, documents, truth, truth);
  }

  /**
   * A document.
   *
   * @param id its name in the truth table
   * @param title its title, possibly empty
   * @param content its body
   * @param label its topic, possibly empty
   */
  public record Document(String id, String title, String content, String label) {

    /** The document that has these fields. */
    static Document of(Map<String, Object> fields) {
      return new Document(
          text(fields, "id"),
          text(fields, "title"),
          text(fields, "content"),
          text(fields, "label"));
    }

    private static String text(Map<String, Object> fields, String name) {
      return Objects.toString(fields.get(name), "");
    }
  }

  /** Two documents by their positions, and their exact shingle Jaccard. */
  public record Pair(int a, int b, float jaccard) {}

  /**
   * The true pairs: each pair whose exact shingle Jaccard is at least .5, once.
   *
   * @param shingleSize characters in a shingle, as the table was made with
   */
  public record Truth(int shingleSize, List<Pair> pairs) {

    /** The number of pairs with at least this Jaccard. */
    long count(float least) {
      return pairs.stream().filter(pair -> pair.jaccard() >= least).count();
    }

    /** The clusters of the true pairs: chains count as one. */
    public UnionFind clusters(int documents) {
      UnionFind clusters = new UnionFind(documents);
      pairs.forEach(pair -> clusters.union(pair.a(), pair.b()));
      return clusters;
    }
  }

  /**
   * Reads {@code docs.jsonl.gz} (one object with {@code id}, {@code title}, {@code content} and
   * perhaps {@code label} a line) and {@code truth-j0.5-kN.tsv.gz} (columns a, b, jaccard) of a
   * folder; N is the size of the shingles. A folder may have two truths.
   *
   * @throws IllegalArgumentException if there is no such folder
   */
  public static Corpus read(Path folder) throws IOException {
    List<Document> documents = documents(folder, Integer.MAX_VALUE);
    Map<String, Integer> positions = new HashMap<>();
    documents.forEach(document -> positions.put(document.id(), positions.size()));
    List<Truth> truths = truths(folder, positions);
    if (truths.isEmpty()) {
      throw new IllegalArgumentException("[" + folder + "] has no truth-j0.5-kN.tsv.gz");
    }
    return new Corpus(
        folder.getFileName().toString(), documents, truths.getLast(), truths.getFirst());
  }

  /** The first documents of a folder. */
  public static List<Document> documents(Path folder, int limit) throws IOException {
    Path file = folder.resolve("docs.jsonl.gz");
    if (Files.exists(file) == false) {
      throw new IllegalArgumentException(
          "[--data] must be the folder of the sets but [" + file + "] is missing");
    }
    try (BufferedReader lines = open(file)) {
      return lines.lines().limit(limit).map(line -> Document.of(fields(line))).toList();
    }
  }

  /** The fields of an object on a line. */
  static Map<String, Object> fields(String line) {
    return XContentHelper.convertToMap(JsonXContent.jsonXContent, line, false);
  }

  /** The truths of a folder, that of the largest shingles last. */
  private static List<Truth> truths(Path folder, Map<String, Integer> positions)
      throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(f -> f.getFileName().toString().startsWith("truth-")).toList();
    }
    List<Truth> truths = new ArrayList<>();
    for (Path file : files) {
      truths.add(truth(file, positions));
    }
    truths.sort(Comparator.comparingInt(Truth::shingleSize));
    return truths;
  }

  private static Truth truth(Path file, Map<String, Integer> positions) throws IOException {
    List<Pair> pairs = new ArrayList<>();
    try (BufferedReader lines = open(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] columns = line.split("\t", -1);
        Integer a = positions.get(columns[0]);
        Integer b = columns.length > 2 ? positions.get(columns[1]) : null;
        if (a != null && b != null) {
          pairs.add(new Pair(a, b, Float.parseFloat(columns[2])));
        }
      }
    }
    String size = file.getFileName().toString().replaceAll(".*-k|\\..*", "");
    return new Truth(Integer.parseInt(size), pairs);
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
    int size = Math.min(limit, size());
    List<Pair> pairs =
        truth.pairs().stream().filter(pair -> Math.max(pair.a(), pair.b()) < size).toList();
    return new Corpus(name, documents.subList(0, size), new Truth(truth.shingleSize(), pairs));
  }
}
