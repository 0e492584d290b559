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
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.XContentType;

/**
 * A set of documents and the truth about it: every pair whose exact shingle Jaccard is at least .5.
 *
 * @param name the folder's name
 * @param ids document ids
 * @param contents texts, in the order of the ids
 * @param truth Jaccard of each true pair by {@link #pair}
 */
record Corpus(String name, List<String> ids, List<String> contents, Map<Long, Float> truth) {

  /** The key of a pair of documents, whichever comes first. */
  static long pair(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  /** Reads {@code docs.jsonl.gz} and {@code truth-*.tsv.gz} of a folder. */
  static Corpus read(Path folder) throws IOException {
    List<String> ids = new ArrayList<>();
    List<String> contents = new ArrayList<>();
    Map<String, Integer> positions = new HashMap<>();
    try (BufferedReader lines = open(folder.resolve("docs.jsonl.gz"))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Map<String, Object> document = parse(line);
        String id = document.get("id").toString();
        positions.put(id, ids.size());
        ids.add(id);
        contents.add(document.get("content").toString());
      }
    }
    return new Corpus(folder.getFileName().toString(), ids, contents, truth(folder, positions));
  }

  private static Map<Long, Float> truth(Path folder, Map<String, Integer> positions)
      throws IOException {
    Map<Long, Float> truth = new HashMap<>();
    Path file;
    try (Stream<Path> files = Files.list(folder)) {
      file = files.filter(f -> f.getFileName().toString().startsWith("truth-")).findFirst().get();
    }
    try (BufferedReader lines = open(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] columns = line.split("\t", -1);
        Integer a = positions.get(columns[0]);
        Integer b = columns.length > 2 ? positions.get(columns[1]) : null;
        if (a != null && b != null) {
          truth.put(pair(a, b), Float.parseFloat(columns[2]));
        }
      }
    }
    return truth;
  }

  private static Map<String, Object> parse(String line) throws IOException {
    try (XContentParser parser =
        XContentType.JSON.xContent().createParser(XContentParserConfiguration.EMPTY, line)) {
      return parser.map();
    }
  }

  private static BufferedReader open(Path file) throws IOException {
    InputStream in = new GZIPInputStream(Files.newInputStream(file));
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  int size() {
    return ids.size();
  }
}
