package io.simhash.core;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * Rows of a golden file, which {@code src/test/golden/second_implementation.py} has made.
 *
 * <p>Cells are separated by tabs; a line that starts with {@code #} is a comment. What a column
 * holds stands at the head of the file.
 */
public final class GoldenFile {

  private GoldenFile() {}

  /** The rows, cells as they are written. */
  public static List<List<String>> rows(String name) {
    try (InputStream in = GoldenFile.class.getResourceAsStream("/golden/" + name)) {
      String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      return text.lines()
          .filter(line -> line.startsWith("#") == false)
          .map(line -> List.of(line.split("\t", -1)))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The rows whose first cell is {@code kind}, without that cell. */
  public static List<List<String>> rows(String name, String kind) {
    return rows(name).stream()
        .filter(row -> row.get(0).equals(kind))
        .map(row -> row.subList(1, row.size()))
        .toList();
  }

  /** The text of a cell that holds a JSON string. */
  public static String text(String cell) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i < cell.length() - 1; i++) {
      char c = cell.charAt(i);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      char escaped = cell.charAt(++i);
      if (escaped == 'u') {
        text.append((char) HexFormat.fromHexDigits(cell, i + 1, i + 5));
        i += 4;
      } else {
        text.append("\"\\/\b\f\n\r\t".charAt("\"\\/bfnrt".indexOf(escaped)));
      }
    }
    return text.toString();
  }

  /** The texts of several cells. */
  public static List<String> texts(List<String> cells) {
    return cells.stream().map(GoldenFile::text).toList();
  }

  /** The numbers of a cell that holds them joined by commas. */
  public static long[] longs(String cell) {
    return cell.isEmpty()
        ? new long[0]
        : Arrays.stream(cell.split(",")).mapToLong(Long::parseLong).toArray();
  }

  /** The 64-bit values of a cell that holds 16 hexadecimal digits of each, joined by commas. */
  public static long[] hex(String cell) {
    return Arrays.stream(cell.split(",")).mapToLong(HexFormat::fromHexDigitsToLong).toArray();
  }

  /**
   * The elements of a cell that holds them as {@link #hex}, or {@code count*state} for the first
   * outputs of SplitMix64 that starts in a state.
   */
  public static long[] elements(String cell) {
    int star = cell.indexOf('*');
    if (star < 0) {
      return hex(cell);
    }
    long state = HexFormat.fromHexDigitsToLong(cell, star + 1, cell.length());
    int count = Integer.parseInt(cell.substring(0, star));
    return LongStream.generate(new SplittableRandom(state)::nextLong).limit(count).toArray();
  }
}
