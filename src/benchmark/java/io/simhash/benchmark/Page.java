package io.simhash.benchmark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes {@code docs/performance.md} from results. */
final class Page {

  private static final Path TEXT = Path.of("src/benchmark/text/performance.md");
  private static final int MAIN = 1_000_000;
  private static final Pattern FIGURE = Pattern.compile("\\{(\\w+):([^}]+)}");
  private static final List<String> BYTES =
      List.of(
          Indices.FINGERPRINT,
          Indices.SIGNATURE,
          Indices.SEGMENTS,
          Indices.LOGSDB,
          Indices.MINHASH);

  private final List<Results> all;

  /**
   * @param all the results of runs with different numbers of documents, in ascending order
   */
  Page(List<Results> all) {
    this.all = all;
  }

  /** Writes the page into the folder of the documentation. */
  void write(Path docs) throws IOException {
    Files.writeString(
        docs.resolve("performance.md"), text(Files.readString(TEXT)), StandardCharsets.UTF_8);
  }

  /** The text of the page: the template with the figures in place of their names. */
  String text(String template) {
    StringBuilder runs = new StringBuilder();
    Set<String> shown = Set.of();
    int documents = 0;
    for (Results results : withQueries()) {
      if (results.documents() != documents) {
        documents = results.documents();
        shown = new HashSet<>();
        runs.append("## %s documents\n\n".formatted(Tables.grouped(documents)));
      }
      runs.append(run(results.without(shown)));
      shown.addAll(results.names());
    }
    List<Results> main = main();
    String filled =
        template
            .replace("{runs}", runs.toString().strip())
            .replace("{main}", Tables.grouped(main.get(0).documents()))
            .replace("{ingest}", ingest());
    Figures figures = new Figures(main);
    Figures ofIngest = new Figures(withIngest().map(List::of).orElse(main));
    Sizing sizing = new Sizing(figures, ofIngest);
    return FIGURE
            .matcher(filled.replace("{sizing}", sizing.table()))
            .replaceAll(
                m ->
                    Matcher.quoteReplacement(
                        switch (m.group(1)) {
                          case "example" -> sizing.example(m.group(2));
                          case "ingest", "rate" -> ofIngest.of(m.group(1), m.group(2));
                          default -> figures.of(m.group(1), m.group(2));
                        }))
            .strip()
        + "\n";
  }

  /** The runs that measured queries; others measured ingest alone. */
  private List<Results> withQueries() {
    return all.stream().filter(results -> results.queries().isEmpty() == false).toList();
  }

  /**
   * The runs that the sentences are about: those of a million documents, or else the largest. There
   * are several where rows were measured at different times: the first that has a row counts.
   */
  private List<Results> main() {
    List<Results> million = all.stream().filter(run -> run.documents() == MAIN).toList();
    return million.isEmpty() ? List.of(all.getLast()) : million;
  }

  /** The largest run that measured ingest. */
  private Optional<Results> withIngest() {
    return all.reversed().stream()
        .filter(results -> results.ingest().isEmpty() == false)
        .findFirst();
  }

  private String ingest() {
    return withIngest()
        .map(results -> source(results) + "\n\n" + Tables.ingest(results).strip())
        .orElse("Not measured.");
  }

  private static String run(Results results) {
    return """
        %s

        ### Queries

        %s
        ### Rows compared with each other

        %s
        ### Time and bytes of an index

        %s
        Bytes a document of each field:

        %s
        """
        .formatted(
            source(results),
            Tables.queries(results),
            Tables.comparisons(results),
            Tables.sizes(results),
            Tables.fields(results, BYTES));
  }

  private static String source(Results results) {
    Map<String, Object> machine = results.machine();
    Object readAhead = machine.getOrDefault("read_ahead", "unknown");
    return "Measured by `%s` at commit `%s`: %s, %s cores, %s of memory, %s, %s; Elasticsearch %s with a heap of %s%s."
        .formatted(
            results.text("command"),
            results.text("commit"),
            machine.get("cpu"),
            machine.get("cores"),
            machine.get("memory"),
            machine.get("system"),
            machine.get("jvm"),
            machine.get("elasticsearch"),
            machine.get("heap"),
            readAhead.equals("unknown") ? "" : ", read-ahead of the disk " + readAhead);
  }
}
