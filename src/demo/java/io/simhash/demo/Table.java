package io.simhash.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Prints rows in columns, where a Chinese character is two columns of a terminal wide. */
final class Table {

  private final List<List<String>> rows = new ArrayList<>();

  Table(String... heads) {
    row(heads);
  }

  void row(String... cells) {
    rows.add(List.of(cells));
  }

  void print() {
    int[] widths =
        IntStream.range(0, rows.getFirst().size())
            .map(i -> rows.stream().mapToInt(row -> width(row.get(i))).max().orElse(0))
            .toArray();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        line.append("  ").append(row.get(i)).append(" ".repeat(widths[i] - width(row.get(i))));
      }
      System.out.println(line.toString().stripTrailing());
    }
  }

  private static int width(String text) {
    return text.codePoints().map(c -> isWide(c) ? 2 : 1).sum();
  }

  private static boolean isWide(int c) {
    // Ideographs and their punctuation, and full-width forms.
    return (c >= 0x2E80 && c <= 0x9FFF) || (c >= 0xFF00 && c <= 0xFF60) || c >= 0x20000;
  }
}
