package io.simhash.evaluation;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Rectangle;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.jfree.svg.SVGGraphics2D;

/** Curves of a set in SVG. */
final class Charts {

  private static final int WIDTH = 820;
  private static final int HEIGHT = 560;
  private static final float LINE = 2;

  /** What is drawn: with every row a chart could not be read. */
  private static final List<String> SHOWN =
      List.of(
          "cosine of tf vectors",
          "84 minhashes in 6 super-shingles",
          Profiles.TRADITIONAL,
          "tf·idf",
          Profiles.COMPOSITE,
          "composite, 5 levels by rank",
          "words, 1+ln tf",
          "pairs, 1+ln tf",
          Profiles.DEFAULT);

  private static final String SECOND_LOOKS = Profiles.DEFAULT + ", ";

  private Charts() {}

  /** Precision over recall of the pairs of at least .5, one curve a method. */
  static void precisionRecall(String title, List<Curve> curves, Path file) throws IOException {
    XYSeriesCollection series = new XYSeriesCollection();
    for (Curve curve : shown(curves)) {
      XYSeries line = new XYSeries(curve.method(), false);
      for (int i = 0; i < curve.levels().size(); i++) {
        line.add(curve.recall5().get(i), curve.precision().get(i));
      }
      series.addSeries(line);
    }
    draw(title, "recall (J ≥ .5)", "precision", series, file);
  }

  /** Recall of the pairs of at least .8 over the Hamming distance, one curve a method. */
  static void recallByDistance(String title, List<Curve> curves, Path file) throws IOException {
    XYSeriesCollection series = new XYSeriesCollection();
    for (Curve curve : shown(curves)) {
      if (curve.isByDistance()) {
        XYSeries line = new XYSeries(curve.method(), false);
        for (int i = 0; i < curve.levels().size(); i++) {
          line.add(i, curve.recall8().get(i));
        }
        series.addSeries(line);
      }
    }
    draw(title, "max_distance", "recall (J ≥ .8)", series, file);
  }

  private static List<Curve> shown(List<Curve> curves) {
    return curves.stream()
        .filter(c -> SHOWN.contains(c.method()) || c.method().startsWith(SECOND_LOOKS))
        .toList();
  }

  private static void draw(String title, String x, String y, XYSeriesCollection series, Path file)
      throws IOException {
    JFreeChart chart = ChartFactory.createXYLineChart(title, x, y, series);
    chart.setBackgroundPaint(Color.WHITE);
    XYPlot plot = chart.getXYPlot();
    plot.setBackgroundPaint(Color.WHITE);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    plot.setDomainGridlinePaint(Color.LIGHT_GRAY);
    ((NumberAxis) plot.getRangeAxis()).setRange(0, 1.02);
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
    renderer.setDrawSeriesLineAsPath(true);
    plot.setRenderer(renderer);
    for (int i = 0; i < series.getSeriesCount(); i++) {
      renderer.setSeriesStroke(i, new BasicStroke(LINE));
    }
    SVGGraphics2D canvas = new SVGGraphics2D(WIDTH, HEIGHT);
    // A fixed prefix: otherwise ids differ from run to run.
    canvas.setDefsKeyPrefix("c");
    chart.draw(canvas, new Rectangle(WIDTH, HEIGHT));
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, canvas.getSVGDocument(), StandardCharsets.UTF_8);
  }
}
