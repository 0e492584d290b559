package io.simhash.evaluation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jfree.svg.SVGGraphics2D;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Outcomes as curves, in SVG. */
final class Charts {

  private static final int WIDTH = 900;
  private static final int HEIGHT = 560;

  private Charts() {}

  /** Precision over recall of the pairs of at least .5, one curve a method. */
  static void precisionRecall(String title, List<Outcome> outcomes, Path file) throws IOException {
    XYChart chart = chart(title, "recall (J ≥ .5)", "precision");
    for (Outcome o : outcomes) {
      int levels = o.levels().size();
      int[] shown = IntStream.range(0, levels).filter(l -> o.found()[l] > 0).toArray();
      add(chart, o.method(), shown, o::recall5, o::precision);
    }
    save(chart, file);
  }

  /** Recall of the pairs of at least .8 over the Hamming distance, one curve a method. */
  static void recallByDistance(String title, List<Outcome> outcomes, Path file) throws IOException {
    XYChart chart = chart(title, "max_distance", "recall (J ≥ .8)");
    for (Outcome o : outcomes) {
      if (o.levels().get(0).startsWith("d ")) {
        int[] shown = IntStream.range(0, o.levels().size()).toArray();
        add(chart, o.method(), shown, level -> level, o::recall8);
      }
    }
    save(chart, file);
  }

  private static void add(
      XYChart chart, String name, int[] levels, IntToDoubleFunction x, IntToDoubleFunction y) {
    if (levels.length > 0) {
      double[] xs = IntStream.of(levels).mapToDouble(x).toArray();
      double[] ys = IntStream.of(levels).mapToDouble(y).toArray();
      XYSeries series = chart.addSeries(name, xs, ys);
      series.setMarker(SeriesMarkers.NONE);
    }
  }

  private static XYChart chart(String title, String x, String y) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(x)
            .yAxisTitle(y)
            .build();
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
    chart.getStyler().setYAxisMin(0.0).setYAxisMax(1.0);
    return chart;
  }

  private static void save(XYChart chart, Path file) throws IOException {
    Files.createDirectories(file.getParent());
    // A canvas that keeps letters as text: a tenth of the size of drawn outlines.
    SVGGraphics2D canvas = new SVGGraphics2D(WIDTH, HEIGHT);
    canvas.setDefsKeyPrefix("c");
    chart.paint(canvas, WIDTH, HEIGHT);
    Files.writeString(file, canvas.getSVGDocument(), StandardCharsets.UTF_8);
  }
}
