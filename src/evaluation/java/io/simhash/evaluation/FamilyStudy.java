package io.simhash.evaluation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The families of MinHash signatures by speed, by bias and standard error of the estimate, and by
 * the probability that a band agrees. Sets are random.
 */
final class FamilyStudy {

  private static final int PAIRS = 2_000;
  private static final int[] COMPONENTS = {384, 128};
  private static final int[] SIZES = {10, 100, 1_000, 10_000};
  private static final double[] SIMILARITIES = {.3, .5, .7, .9};

  /** Components of a signature, and rows of a band. */
  private static final int[][] BANDS = {{126, 3}, {128, 4}, {84, 14}};

  private static final int SPEED_RUNS = 9;
  private static final long SPEED_NANOS = 40_000_000;

  private final StringBuilder text = new StringBuilder();
  private final Progress progress;

  private FamilyStudy(Progress progress) {
    this.progress = progress;
  }

  static String tables(Progress progress) {
    return new FamilyStudy(progress).run();
  }

  private String run() {
    speed();
    errors();
    bands();
    return text.toString();
  }

  private void header(String... columns) {
    text.append("\n| ").append(String.join(" | ", columns));
    for (Family family : Family.values()) {
      text.append(" | ").append(family.shown);
    }
    text.append(" |\n").append("|---".repeat(columns.length + Family.values().length));
    text.append("|\n");
  }

  private void row(String head, ToDoubleFunction<Family> value, String format) {
    text.append("| ").append(head).append(" |");
    for (Family family : Family.values()) {
      double figure = value.applyAsDouble(family);
      text.append(String.format(Locale.ROOT, " " + format + " |", figure));
    }
    text.append('\n');
  }

  /** Microseconds a signature: the median of several runs, in which the families take turns. */
  private void speed() {
    text.append("Microseconds a signature\n");
    header("elements", "n");
    for (int size : new int[] {1, 10, 100, 1_000, 10_000, 1_000_000}) {
      for (int n : COMPONENTS) {
        double[][] micros = new double[Family.values().length][SPEED_RUNS];
        for (int run = 0; run < SPEED_RUNS; run++) {
          for (Family family : Family.values()) {
            micros[family.ordinal()][run] = micros(family, size, n, run);
          }
        }
        for (double[] runs : micros) {
          Arrays.sort(runs);
        }
        row(size + " | " + n, family -> micros[family.ordinal()][SPEED_RUNS / 2], "%.2f");
      }
    }
  }

  private static double micros(Family family, int size, int n, int seed) {
    long[] set = new SplittableRandom(seed).longs(size).toArray();
    long start = System.nanoTime();
    long end = start;
    int made = 0;
    for (; end - start < SPEED_NANOS; end = System.nanoTime()) {
      set[0] += family.signature(set, n)[0] | 1;
      made++;
    }
    return (end - start) / 1e3 / made;
  }

  /** Of independent components: the standard error that the others must not exceed. */
  private static double derivedError(double jaccard, int n) {
    double equal = jaccard + (1 - jaccard) / 256;
    return Math.sqrt(equal * (1 - equal) / n) * 256 / 255;
  }

  private void errors() {
    header("bias · 1000: union", "n", "J", "± (95 %)");
    cells(
        (union, n, jaccard) -> {
          double margin = 1960 * derivedError(jaccard, n) / Math.sqrt(PAIRS);
          String head = head(union, n, jaccard) + String.format(Locale.ROOT, " | %.2f", margin);
          row(head, family -> 1000 * errors(family, union, n, jaccard).mean(), "%.2f");
        });
    header("standard error · 1000: union", "n", "J", "derived");
    cells(
        (union, n, jaccard) -> {
          double derived = 1000 * derivedError(jaccard, n);
          String head = head(union, n, jaccard) + String.format(Locale.ROOT, " | %.1f", derived);
          row(head, family -> 1000 * errors(family, union, n, jaccard).deviation(), "%.1f");
        });
    double margin = 196 / Math.sqrt(2.0 * PAIRS);
    text.append(String.format(Locale.ROOT, "\nEach ± %.1f %% (95 %%), ", margin));
    text.append(PAIRS).append(" pairs.\n");
  }

  private static String head(int union, int n, double jaccard) {
    return union + " | " + n + " | " + jaccard;
  }

  @FunctionalInterface
  private interface Cell {
    void measure(int union, int n, double jaccard);
  }

  private void cells(Cell cell) {
    progress.start("errors", SIZES.length * COMPONENTS.length * SIMILARITIES.length);
    for (int union : SIZES) {
      for (int n : COMPONENTS) {
        for (double jaccard : SIMILARITIES) {
          cell.measure(union, n, jaccard);
          progress.step();
        }
      }
    }
    progress.end();
  }

  /** The mean of the errors, and the root of the mean of their squares. */
  private record Errors(double mean, double deviation) {}

  private static final java.util.Map<List<?>, Errors> MEASURED = new java.util.HashMap<>();

  /** Estimates are not cut off at 0 here, which would be a bias of its own. */
  private static Errors errors(Family family, int union, int n, double jaccard) {
    return MEASURED.computeIfAbsent(
        List.of(family, union, n, jaccard),
        key -> {
          double[] errors =
              IntStream.range(0, PAIRS)
                  .parallel()
                  .mapToDouble(
                      pair -> {
                        long[][] sets = sets(pair, union, jaccard);
                        byte[] a = family.signature(sets[0], n);
                        byte[] b = family.signature(sets[1], n);
                        int equal = 0;
                        for (int i = 0; i < n; i++) {
                          equal += a[i] == b[i] ? 1 : 0;
                        }
                        return ((double) equal / n - 1 / 256.0) * 256 / 255 - jaccard;
                      })
                  .toArray();
          double squares = Arrays.stream(errors).map(error -> error * error).sum();
          return new Errors(
              Arrays.stream(errors).average().orElseThrow(), Math.sqrt(squares / PAIRS));
        });
  }

  /** The share of equal bands, which should be J^r. */
  private void bands() {
    header("equal bands: union", "n", "rows", "J", "J^r");
    for (int union : SIZES) {
      for (int[] bands : BANDS) {
        for (double jaccard : new double[] {.5, .9}) {
          int n = bands[0];
          int rows = bands[1];
          String derived = String.format(Locale.ROOT, "%.4f", Math.pow(jaccard, rows));
          String head = union + " | " + n + " | " + rows + " | " + jaccard + " | " + derived;
          row(head, family -> equalBands(family, union, n, rows, jaccard), "%.4f");
        }
      }
    }
  }

  private static double equalBands(Family family, int union, int n, int rows, double jaccard) {
    return IntStream.range(0, PAIRS)
        .parallel()
        .mapToDouble(
            pair -> {
              long[][] sets = sets(pair, union, jaccard);
              long[] a = family.components(sets[0], n);
              long[] b = family.components(sets[1], n);
              int equal = 0;
              for (int i = 0; i < n; i += rows) {
                equal += Arrays.equals(a, i, i + rows, b, i, i + rows) ? 1 : 0;
              }
              return (double) equal * rows / n;
            })
        .average()
        .orElseThrow();
  }

  /** Two random sets of that similarity; the elements of one alone are shared out by halves. */
  private static long[][] sets(int pair, int union, double jaccard) {
    long[] all = new SplittableRandom(pair).longs(union).toArray();
    int common = (int) Math.round(union * jaccard);
    int first = (union - common) / 2;
    long[] b = Arrays.copyOfRange(all, first, union);
    return new long[][] {Arrays.copyOf(all, first + common), b};
  }
}
