package io.simhash.distribution.helper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the files of {@code bad-input} in the order of their names: blocks between blank lines,
 * each a request and, in its last line, the expected answer. What all files need is in the first.
 *
 * <p>A block that begins with {@code ===} is a section's title. It may be followed by a method with
 * a path, and a body in which the bodies of the section's rows replace {@code ...}; without them
 * each row begins with its own method, path and, optionally, content type. <code>@{x*3}</code>
 * means {@code xxx}. Where the answer of Elasticsearch 8.19 is another one, it is in a further last
 * line that begins with {@code 8.19:}.
 */
public final class BadInputTable {

  /**
   * One request.
   *
   * @param section the title of its section
   * @param line the row as it is written, for messages
   * @param body null for none
   * @param sentence the whole sentence of the answer; empty for an answer without an error
   */
  public record Row(
      String section,
      String line,
      String method,
      String path,
      String contentType,
      String body,
      int status,
      String sentence) {

    public boolean isGiven() {
      return section.startsWith("Given");
    }
  }

  private static final Pattern REPEATED = Pattern.compile("@\\{(.+?)\\*(\\d+)}");
  private static final String TITLE = "=== ";
  private static final String OF_8_19 = "8.19: ";

  private final List<Row> rows = new ArrayList<>();
  private String section;
  private String[] request;
  private String frame;

  private BadInputTable() {}

  public static List<Row> read(Path folder) {
    BadInputTable table = new BadInputTable();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        for (String block : text.strip().split("\n\n+")) {
          table.add(List.of(block.split("\n")));
        }
      }
      return table.rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(List<String> block) {
    if (block.get(0).startsWith(TITLE)) {
      section = block.get(0).substring(TITLE.length());
      request = block.size() > 1 ? block.get(1).split(" ") : null;
      frame = block.size() > 2 ? block.get(2) : null;
      return;
    }
    List<String> lines = ofThisLine(block);
    boolean own = request == null;
    String[] sent = own ? lines.get(0).split(" ") : request;
    String typed = String.join("\n", lines.subList(own ? 1 : 0, lines.size() - 1));
    String body = own ? (typed.isEmpty() ? null : typed) : frame.replace("...", typed);
    String[] expected = lines.get(lines.size() - 1).split(" ", 2);
    rows.add(
        new Row(
            section,
            String.join("\n", lines),
            sent[0],
            sent[1],
            sent.length > 2 ? sent[2] : "application/json",
            body == null ? null : expand(body),
            Integer.parseInt(expected[0]),
            expected.length > 1 ? expand(expected[1]) : ""));
  }

  /** A row with the answer of the node's line of Elasticsearch. */
  private static List<String> ofThisLine(List<String> row) {
    int last = row.size() - 1;
    if (row.get(last).startsWith(OF_8_19) == false) {
      return row;
    }
    List<String> asked = row.subList(0, last - 1);
    String answer =
        Distribution.isOf("8.19") ? row.get(last).substring(OF_8_19.length()) : row.get(last - 1);
    return Stream.concat(asked.stream(), Stream.of(answer)).toList();
  }

  private static String expand(String text) {
    return REPEATED
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(found.group(1).repeat(Integer.parseInt(found.group(2)))));
  }
}
