package io.simhash.benchmark;

import io.simhash.benchmark.Results.Line;
import io.simhash.benchmark.Samples.Ratio;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jfree.svg.SVGGraphics2D;

/**
 * Horizontal bars on a logarithmic scale, with the confidence interval as a line. Without a
 * background, in colours that can be read on a light page and on a dark one.
 */
final class BarChart {

  private static final int NAMES = 330;
  private static final int WIDTH = 920;
  private static final int RIGHT = 90;
  private static final int LINE = 22;
  private static final double BAR = 13;
  private static final double LEAST = .5;
  private static final Color TEXT = new Color(0x7d8793);
  private static final Color OURS = new Color(0x2f81f7);
  private static final Color OTHERS = new Color(0xb36ae2);
  private static final Color INTERVAL = new Color(0xe8730c);
  private static final Font FONT = new Font("SansSerif", Font.PLAIN, 13);
  private static final String OTHER_QUERIES =
      "term.*|match_none|stock form|script scan.*|knn.*|more_like_this";

  private BarChart() {}

  /** The queries of a run with one client, as multiples of the {@code term} query. */
  static void queries(Results results, Path file) throws IOException {
    List<Line> shown =
        results.queries().stream()
            .filter(query -> query.ratio("times") != null)
            .filter(query -> query.text("name").matches("term|.*(clients|_msearch).*") == false)
            .toList();
    SVGGraphics2D canvas = new SVGGraphics2D(WIDTH, LINE * (shown.size() + 2));
    canvas.setDefsKeyPrefix("b");
    canvas.setFont(FONT);
    double most = shown.stream().mapToDouble(q -> q.ratio("times").high()).max().orElse(1);
    double scale = (WIDTH - NAMES - RIGHT) / Math.log(Math.max(10, most) / LEAST);
    double bottom = LINE * (shown.size() + .5);
    for (int tick = 1; tick <= most; tick *= 10) {
      double x = x(tick, scale);
      canvas.setPaint(TEXT);
      canvas.setStroke(new BasicStroke(.5f));
      canvas.draw(new Line2D.Double(x, 0, x, bottom));
      canvas.drawString("× " + tick, (float) x - 10, (float) bottom + LINE - 6);
    }
    for (int i = 0; i < shown.size(); i++) {
      draw(canvas, shown.get(i), LINE * i + 4, scale);
    }
    Files.writeString(file, canvas.getSVGDocument(), StandardCharsets.UTF_8);
  }

  private static void draw(SVGGraphics2D canvas, Line query, double top, double scale) {
    Ratio times = query.ratio("times");
    double end = x(times.value(), scale);
    canvas.setPaint(query.text("name").matches(OTHER_QUERIES) ? OTHERS : OURS);
    canvas.fill(new Rectangle2D.Double(NAMES, top, Math.max(1, end - NAMES), BAR));
    canvas.setPaint(INTERVAL);
    canvas.setStroke(new BasicStroke(2));
    double middle = top + BAR / 2;
    canvas.draw(new Line2D.Double(x(times.low(), scale), middle, x(times.high(), scale), middle));
    canvas.setPaint(TEXT);
    canvas.drawString(query.text("index") + ": " + query.text("name"), 4f, (float) (top + BAR - 2));
    float after = (float) Math.max(end, x(times.high(), scale)) + 6;
    canvas.drawString(Tables.figure(times.value()), after, (float) (top + BAR - 2));
  }

  private static double x(double value, double scale) {
    return NAMES + Math.log(Math.max(LEAST, value) / LEAST) * scale;
  }
}
