package io.simhash.evaluation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One method's figures at every level, read from a table of {@link Tables#everyLevel}.
 *
 * @param method the method's name
 * @param levels what each level is called
 * @param precision at each level
 * @param recall5 recall of the pairs of at least .5
 * @param recall8 recall of the pairs of at least .8
 */
record Curve(
    String method,
    List<String> levels,
    List<Double> precision,
    List<Double> recall5,
    List<Double> recall8) {

  private static final String HEADING = "### ";

  /** Reads every table of a file. */
  static List<Curve> read(Path tables) throws IOException {
    List<Curve> curves = new ArrayList<>();
    for (String line : Files.readAllLines(tables)) {
      if (line.startsWith(HEADING)) {
        curves.add(of(line.substring(HEADING.length())));
      } else if (line.contains(" ≥ ") && line.startsWith("| level") == false
          || line.startsWith("| d ≤ ")) {
        curves.get(curves.size() - 1).add(line.split("\\|", -1));
      }
    }
    return curves;
  }

  private static Curve of(String method) {
    return new Curve(
        method, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  }

  /** Cells: nothing, level, P, R ≥.5, R ≥.8. */
  private void add(String[] cells) {
    levels.add(cells[1].strip());
    precision.add(Double.valueOf(cells[2].strip()));
    recall5.add(Double.valueOf(cells[3].strip()));
    recall8.add(Double.valueOf(cells[4].strip()));
  }

  /** Whether the levels are distances of fingerprints. */
  boolean isByDistance() {
    return levels.isEmpty() == false && levels.get(0).startsWith("d ");
  }
}
