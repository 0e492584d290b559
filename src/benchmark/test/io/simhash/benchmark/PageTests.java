package io.simhash.benchmark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/** The text of the page from made-up results. */
public class PageTests {

  private static Map<String, Object> query(String name, double micros, double times) {
    return Map.of(
        "index",
        "fingerprint",
        "name",
        name,
        "hits",
        4.0,
        "median_us",
        micros,
        "p99_us",
        2 * micros,
        "reads",
        Map.of("postings", 12.25),
        "times",
        Map.of("value", times, "low", times - .1, "high", times + .1));
  }

  private static Results results(int documents) {
    return new Results(
        Map.of(
            "documents",
            documents,
            "commit",
            "abc",
            "command",
            "bin/benchmark",
            "machine",
            Map.of("cpu", "Z80", "cores", 2),
            "queries",
            List.of(query("term", 400, 1), query("radius 3", 500, 1.25)),
            "indices",
            List.of(
                Map.of(
                    "name",
                    "fingerprint",
                    "seconds",
                    2.5,
                    "merge_seconds",
                    1,
                    "field_bytes",
                    29.96,
                    "fields",
                    Map.of("fp", 8.0, "fp.block_0", 5.5)))));
  }

  @Test
  public void testFiguresReplaceTheirNames() {
    Page page = new Page(List.of(results(100_000), results(1_000_000)));
    assertEquals(
        "1,000,000: 1.25 (1.15 to 1.35), 0.5 ms, 30, 3.5 s, not measured\n",
        page.text(
            "{main}: {times:fingerprint/radius 3}, {ms:fingerprint/radius 3}, {bytes:fingerprint},"
                + " {build:fingerprint}, {times:fingerprint/radius 7}"));
  }

  @Test
  public void testAnUnknownFigureIsAMistake() {
    Page page = new Page(List.of(results(100_000)));
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> page.text("{time:fingerprint/term}"));
    assertEquals("no figure [time]", e.getMessage());
  }

  @Test
  public void testTablesNameMachineCommitAndCommand() {
    String text = new Page(List.of(results(100_000))).text("{runs}");
    assertTrue(text, text.contains("## 100,000 documents"));
    assertTrue(text, text.contains("Measured by `bin/benchmark` at commit `abc`: Z80, 2 cores"));
    assertTrue(
        text,
        text.contains(
            "| radius 3 | fingerprint | 4 | 0.5 | 1 | 1.25 | 1.15 to 1.35 | 12.3 postings |"));
    assertTrue(text, text.contains("| fingerprint | `fp.block_0` | 5.5 |"));
  }

  /**
   * Of two runs with as many documents, the second has the rows and indices that the first lacks.
   */
  @Test
  public void testARowIsShownOnce() {
    String text = new Page(List.of(results(100_000), results(100_000))).text("{runs}");
    assertEquals(2, text.split("Measured by", -1).length - 1);
    assertEquals(2, text.split("\\| radius 3 \\|", -1).length);
    assertEquals(2, text.split("`fp.block_0`", -1).length);
    String others = new Page(List.of(results(100_000), results(1_000_000))).text("{runs}");
    assertEquals(3, others.split("\\| radius 3 \\|", -1).length);
  }

  /** A text of 3,000 letters is on the line through the short and the long ones. */
  @Test
  public void testSizingIsComputed() {
    Results ingest =
        new Results(
            Map.of(
                "documents",
                1,
                "machine",
                Map.of(),
                "ingest",
                List.of(
                    ingest("sentences of en-docs-versions", 500, 50),
                    ingest("en-docs-versions", 5500, 550))));
    Page page = new Page(List.of(ingest, results(1_000_000)));
    String text =
        page.text("{sizing}{example:letters text}, {example:time text}, {example:time sub}");
    assertTrue(text, text.contains("| 1,000,000, 1 | 10,000,000, 1 | 80,000,000, 5 |"));
    assertTrue(text, text.contains(" | 0.083, –, – | 0.833, –, – | 6.67, –, – |"));
    assertTrue(text, text.endsWith("100, 20 minutes, – hours\n"));
  }

  private static Map<String, Object> ingest(String set, int characters, double cpu) {
    return Map.of(
        "set",
        set,
        "characters",
        characters,
        "ways",
        List.of(Map.of("way", "text, analysed by `standard`", "cpu", cpu)));
  }

  /** Every row that the template names exists, so that no figure is missing by a slip. */
  @Test
  public void testTheTemplateNamesRowsThatExist() throws IOException {
    String template = Files.readString(Path.of("src/benchmark/text/performance.md"));
    Settings settings = Settings.of(new io.simhash.evaluation.Options("--quick"), "");
    List<String> keys =
        new java.util.ArrayList<>(Rows.all(settings).stream().map(Row::key).toList());
    RealIndex.rows(settings, 100).forEach(row -> keys.add(row.key()));
    var names =
        java.util.regex.Pattern.compile("\\{(ms|times|versus|x|over):([^}]+)}").matcher(template);
    int found = 0;
    while (names.find()) {
      assertTrue(names.group(), keys.contains(names.group(2)));
      found++;
    }
    assertTrue(found > 20);
    assertEquals(keys.size(), keys.stream().distinct().count());
  }

  @Test
  public void testFiguresHaveThreeDigits() {
    assertEquals("0.123", Tables.figure(.1234));
    assertEquals("1.23", Tables.figure(1.234));
    assertEquals("12.3", Tables.figure(12.34));
    assertEquals("123", Tables.figure(123.4));
    assertEquals("1,234", Tables.figure(1234.4));
    assertEquals("100", Tables.figure(100));
    assertEquals("0", Tables.figure(0));
    assertEquals("–", Tables.figure(Double.NaN));
  }

  @Test
  public void testResultsSurviveTheirFile() throws IOException {
    Path folder = Files.createTempDirectory("benchmark-results");
    results(1_000_000).write(folder);
    results(100_000).write(folder);
    List<Results> read = Results.read(folder);
    assertEquals(List.of(100_000, 1_000_000), read.stream().map(Results::documents).toList());
    assertEquals(
        new Page(List.of(results(100_000), results(1_000_000))).text("{runs}"),
        new Page(read).text("{runs}"));
    assertFalse(Files.exists(folder.resolve("performance.md")));
  }
}
