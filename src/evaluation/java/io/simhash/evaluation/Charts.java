package io.simhash.evaluation;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Rectangle;
import java.awt.geom.Ellipse2D;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.SeriesRenderingOrder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.jfree.svg.SVGGraphics2D;

/**
 * Curves of a set in SVG, without a background and in colours that can be read on a light page and
 * on a dark one. A method has the same colour in every chart.
 */
final class Charts {

  private static final int WIDTH = 880;
  private static final int HEIGHT = 440;
  private static final float THIN = 1.3f;
  private static final double DOT = 11;
  private static final Color FRAME = new Color(0x7d8793);
  private static final Color GRID = new Color(0x7d, 0x87, 0x93, 80);
  private static final Font FONT = new Font("SansSerif", Font.PLAIN, 13);

  /** How a method is drawn. */
  private record Style(Color color, float width) {}

  /**
   * The methods that are drawn; a chart of all would be unreadable. Ours are last and so on top,
   * the narrow above the wide: where they are equal, all can be seen.
   */
  private static final Map<String, Style> STYLES = new LinkedHashMap<>();

  static {
    style(Methods.COSINE, 0x8a8f98, THIN);
    style(Methods.SUPER_SHINGLES, 0xb36ae2, THIN);
    style(Profiles.TRADITIONAL, 0xd9534f, THIN);
    style(Profiles.TF_IDF, 0xe0699f, THIN);
    style(Profiles.COMPOSITE, 0xa8804c, THIN);
    style(Profiles.COMPOSITE_5, 0xb59a00, THIN);
    style(Profiles.WORDS, 0x0fa3b1, THIN);
    style("pairs, 1+ln tf", 0x7f78e8, THIN);
    style(Methods.DEFAULT_CONFIRM, 0x2da44e, 8);
    style(Methods.DEFAULT, 0x2f81f7, 5);
    style(Profiles.DEFAULT, 0xe8730c, 2.7f);
  }

  private Charts() {}

  private static void style(String method, int color, float width) {
    STYLES.put(method, new Style(new Color(color), width));
  }

  /**
   * Precision over recall of the pairs of at least .5, one curve a method; dots show the default
   * query, with signatures and where the fingerprint decides alone.
   */
  static void precisionRecall(List<Outcome> outcomes, Settings settings, Path file)
      throws IOException {
    Map<String, String> dotted =
        Map.of(
            Methods.DEFAULT,
            Similarity.level("Ĵ", settings.minSimilarity()),
            Profiles.DEFAULT,
            "d ≤ " + settings.distance());
    XYSeriesCollection lines = new XYSeriesCollection();
    XYSeriesCollection dots = new XYSeriesCollection();
    forEachShown(
        outcomes,
        outcome -> {
          XYSeries line = new XYSeries(outcome.method(), false);
          XYSeries dot = new XYSeries(outcome.method());
          for (int level = 0; level < outcome.levels().size(); level++) {
            line.add(outcome.recall5(level), outcome.precision(level));
            if (outcome.levels().get(level).equals(dotted.get(outcome.method()))) {
              dot.add(outcome.recall5(level), outcome.precision(level));
            }
          }
          lines.addSeries(line);
          dots.addSeries(dot);
        });
    draw(lines, dots, file);
  }

  private static void forEachShown(List<Outcome> outcomes, Consumer<Outcome> action) {
    for (String method : STYLES.keySet()) {
      outcomes.stream().filter(outcome -> outcome.method().equals(method)).forEach(action);
    }
  }

  private static void draw(XYSeriesCollection lines, XYSeriesCollection dots, Path file)
      throws IOException {
    JFreeChart chart =
        ChartFactory.createXYLineChart(null, "recall of the pairs with J ≥ .5", "precision", lines);
    chart.setBackgroundPaint(null);
    LegendTitle legend = chart.getLegend();
    legend.setPosition(RectangleEdge.RIGHT);
    legend.setBackgroundPaint(null);
    legend.setFrame(BlockBorder.NONE);
    legend.setItemFont(FONT);
    legend.setItemPaint(FRAME);
    XYPlot plot = chart.getXYPlot();
    plot.setBackgroundPaint(null);
    plot.setOutlinePaint(FRAME);
    plot.setRangeGridlinePaint(GRID);
    plot.setDomainGridlinePaint(GRID);
    plot.setRangeGridlineStroke(new BasicStroke(1));
    plot.setDomainGridlineStroke(new BasicStroke(1));
    plot.setSeriesRenderingOrder(SeriesRenderingOrder.FORWARD);
    plot.setDatasetRenderingOrder(DatasetRenderingOrder.FORWARD);
    plot.getRangeAxis().setRange(0, 1.02);
    NumberAxis domain = (NumberAxis) plot.getDomainAxis();
    domain.setAutoRangeIncludesZero(false);
    dress(domain);
    dress(plot.getRangeAxis());
    plot.setDataset(1, dots);
    plot.setRenderer(0, renderer(lines, true));
    plot.setRenderer(1, renderer(dots, false));
    SVGGraphics2D canvas = new SVGGraphics2D(WIDTH, HEIGHT);
    // A fixed prefix: otherwise ids differ from run to run.
    canvas.setDefsKeyPrefix("c");
    chart.draw(canvas, new Rectangle(WIDTH, HEIGHT));
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, canvas.getSVGDocument(), StandardCharsets.UTF_8);
  }

  private static void dress(ValueAxis axis) {
    axis.setLabelPaint(FRAME);
    axis.setTickLabelPaint(FRAME);
    axis.setAxisLinePaint(FRAME);
    axis.setTickMarkPaint(FRAME);
    axis.setLabelFont(FONT);
    axis.setTickLabelFont(FONT);
  }

  /** Draws lines, which the legend names, or dots. */
  private static XYLineAndShapeRenderer renderer(XYSeriesCollection series, boolean lines) {
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(lines, lines == false);
    renderer.setDrawSeriesLineAsPath(lines);
    renderer.setDefaultSeriesVisibleInLegend(lines);
    for (int i = 0; i < series.getSeriesCount(); i++) {
      Style style = STYLES.get((String) series.getSeriesKey(i));
      renderer.setSeriesPaint(i, style.color());
      renderer.setSeriesStroke(i, new BasicStroke(style.width()));
      renderer.setSeriesShape(i, new Ellipse2D.Double(-DOT / 2, -DOT / 2, DOT, DOT));
    }
    return renderer;
  }
}
