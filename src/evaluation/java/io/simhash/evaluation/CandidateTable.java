package io.simhash.evaluation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The best candidates for the default over all sets: each candidate at each radius with its lowest
 * numbers in the tables of {@link LuckStudy}.
 */
final class CandidateTable {

  private static final int SHOWN = 10;
  private static final Pattern CELL =
      Pattern.compile("([\\d.]+) \\(([\\d.]+)\\) / ([\\d.]+) \\(([\\d.]+)\\)");

  /** The lowest numbers of one candidate at one radius. */
  private record Lowest(
      String features, String radius, double p, double worstP, double r, double worstR) {

    Lowest and(Lowest other) {
      return new Lowest(
          features,
          radius,
          Math.min(p, other.p),
          Math.min(worstP, other.worstP),
          Math.min(r, other.r),
          Math.min(worstR, other.worstR));
    }

    double lowerMean() {
      return Math.min(p, r);
    }

    String row() {
      return "| "
          + String.join(
              " | ",
              features,
              radius,
              Tables.share(p),
              Tables.share(r),
              Tables.share(worstP),
              Tables.share(worstR))
          + " |\n";
    }
  }

  private CandidateTable() {}

  /** The table of the best, by the lower of both means. */
  static String of(Collection<String> luckTables) {
    Map<String, Lowest> lowest = new TreeMap<>();
    for (String table : luckTables) {
      read(table).forEach(row -> lowest.merge(row.features() + row.radius(), row, Lowest::and));
    }
    StringBuilder text = new StringBuilder();
    text.append("| features | setting | mean P | mean R ≥.8 | worst P | worst R ≥.8 |\n");
    text.append("|---|---|---|---|---|---|\n");
    lowest.values().stream()
        .sorted(Comparator.comparingDouble(Lowest::lowerMean).reversed())
        .limit(SHOWN)
        .forEach(row -> text.append(row.row()));
    return text.toString();
  }

  private static List<Lowest> read(String table) {
    String[] lines = table.strip().split("\n", -1);
    String[] radii = lines[0].split("\\|", -1);
    List<Lowest> rows = new ArrayList<>();
    for (int line = 2; line < lines.length; line++) {
      String[] cells = lines[line].split("\\|", -1);
      for (int i = 2; i < cells.length - 1; i++) {
        Matcher cell = CELL.matcher(cells[i]);
        if (cell.find() == false) {
          throw new IllegalArgumentException("[" + cells[i] + "] is no cell of means and worsts");
        }
        rows.add(
            new Lowest(
                cells[1].strip(),
                radii[i].strip(),
                Double.parseDouble(cell.group(1)),
                Double.parseDouble(cell.group(2)),
                Double.parseDouble(cell.group(3)),
                Double.parseDouble(cell.group(4))));
      }
    }
    return rows;
  }
}
