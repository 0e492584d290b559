package io.simhash;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.elasticsearch.clusters.ClusterCost;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.Test;

/**
 * The figures of speed, bytes and accuracy that a page repeats are those of the two pages that are
 * generated from measurements. A page marks such a number by a comment that no reader sees: {@code
 * 1.2<!-- figure: default × term -->}. The names are those of a table of docs/performance.md, and
 * of {@link #accuracy}.
 */
public class FiguresTests {

  private static final Path PERFORMANCE = Path.of("docs/performance.md");
  private static final Path ACCURACY = Path.of("docs/accuracy.md");
  private static final String COMMENT = "<!-- figure: ";
  private static final Pattern MARK =
      Pattern.compile("(\\d[\\d,]*(?:\\.\\d+)?|\\.\\d+)" + COMMENT + "([^>]+) -->");
  private static final Pattern NAMED = Pattern.compile("(?m)^\\| ([^|`]+) \\| ([\\d.,]+) \\|$");
  private static final Pattern SET =
      Pattern.compile(
          "(?m)^\\| [^|]+ \\| [\\d,]+ \\| \\d+ \\| ([\\d.]+) \\|(?: (?:[\\d.]+|–) of [\\d,]+ \\|){4}$");
  private static final Pattern RECALL = Pattern.compile("([\\d.]+|–) of ([\\d,]+)");

  @Test
  public void testFiguresAreThoseOfTheMeasurements() throws IOException {
    Map<String, Double> figures = performance();
    figures.putAll(accuracy());
    Set<String> unused = new HashSet<>(figures.keySet());
    List<String> wrong = new ArrayList<>();
    for (Path page : LinksTests.pages()) {
      String text = Files.readString(page);
      List<MatchResult> marks = MARK.matcher(text).results().toList();
      assertEquals(
          page + " has a mark without a number", text.split(COMMENT, -1).length - 1, marks.size());
      for (MatchResult mark : marks) {
        Double figure = figures.get(mark.group(2));
        unused.remove(mark.group(2));
        if (figure == null || isRounded(mark.group(1), figure) == false) {
          wrong.add("%s: [%s] of [%s] is %s".formatted(page, mark.group(1), mark.group(2), figure));
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertEquals("figures that no page names", Set.of(), unused);
  }

  @Test
  public void testRounding() {
    assertTrue(isRounded("400", 405));
    assertTrue(isRounded("405", 405.4));
    assertTrue(isRounded(".46", .463));
    assertTrue(isRounded("1.0000", 1));
    assertEquals(false, isRounded("1.2", 1.26));
    assertEquals(false, isRounded("400", 451));
  }

  @Test
  public void testTheTimeOfAClusterRunIsThatOfAnEstimate() throws IOException {
    assertEquals(
        performance().get("seconds of a cluster run over a million"),
        ClusterCost.seconds(1_000_000),
        0);
  }

  /** Whether a number is the figure, rounded to the digits that the number has. */
  private static boolean isRounded(String number, double figure) {
    BigDecimal written = new BigDecimal(number.replace(",", ""));
    int digits = number.contains(".") ? written.scale() : written.stripTrailingZeros().scale();
    return new BigDecimal(Double.toString(figure))
            .setScale(digits, RoundingMode.HALF_UP)
            .compareTo(written)
        == 0;
  }

  private static Map<String, Double> performance() throws IOException {
    String page = Files.readString(PERFORMANCE);
    String section = page.substring(page.indexOf("## Figures that other pages name"));
    Map<String, Double> figures = new HashMap<>();
    NAMED
        .matcher(section.substring(0, section.indexOf("\n## ")))
        .results()
        .forEach(row -> figures.put(row.group(1), number(row.group(2))));
    return figures;
  }

  /**
   * The least precision, and the least recall from a similarity on, of the sets of all languages.
   */
  private static Map<String, Double> accuracy() throws IOException {
    String page = Files.readString(ACCURACY);
    String section = page.substring(page.indexOf("## Thirteen sets"), page.indexOf("## Charts"));
    Map<String, Double> least = new HashMap<>();
    for (MatchResult set : SET.matcher(section).results().toList()) {
      least.merge("least precision", number(set.group(1)), Math::min);
      double found = 0;
      double pairs = 0;
      for (String from : List.of(".8", ".7", ".6", ".5")) {
        MatchResult recall =
            RECALL.matcher(set.group()).results().toList().get(".5.6.7.8".indexOf(from) / 2);
        pairs += number(recall.group(2));
        found += number(recall.group(2)) * number(recall.group(1).replace("–", "0"));
        if (pairs > 0) {
          least.merge("least recall from " + from, found / pairs, Math::min);
        }
      }
    }
    least.remove("least recall from .7");
    return least;
  }

  private static double number(String text) {
    return Double.parseDouble(text.replace(",", ""));
  }
}
