package io.simhash.evaluation;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Rectangle;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Point2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.ChartRenderingInfo;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.SeriesRenderingOrder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.jfree.svg.SVGGraphics2D;

/**
 * Curves of a set in SVG, without a background and in colours that can be read on a light page and
 * on a dark one. A method has the same colour in every chart and is named where its curve ends.
 */
final class Charts {

  private static final int WIDTH = 880;
  private static final int HEIGHT = 440;

  /** The space at the right that holds the names. */
  private static final int NAMES = 250;

  private static final int LINE_HEIGHT = 18;

  /** Between the plot and the names. */
  private static final int GAP = 30;

  private static final float THIN = 1.3f;
  private static final double DOT = 11;
  private static final Color FRAME = new Color(0x7d8793);
  private static final Color GRID = new Color(0x7d, 0x87, 0x93, 80);
  private static final Font FONT = new Font("SansSerif", Font.PLAIN, 13);

  /** How a method is drawn. */
  private record Style(String name, Color color, float width) {
    boolean ours() {
      return width > THIN;
    }
  }

  /**
   * The methods that are drawn; a chart of all would be unreadable. Ours are last and so on top,
   * the narrow above the wide: where they are equal, all can be seen.
   */
  private static final Map<String, Style> STYLES = new LinkedHashMap<>();

  static {
    other("cosine of tf vectors", 0x8a8f98);
    other("84 minhashes in 6 super-shingles", 0xb36ae2);
    other(Profiles.TRADITIONAL, 0xd9534f);
    other("tf·idf", 0xe0699f);
    other(Profiles.COMPOSITE, 0xa8804c);
    other("composite, 5 levels by rank", 0xb59a00);
    other("words, 1+ln tf", 0x0fa3b1);
    other("pairs, 1+ln tf", 0x7f78e8);
    ours(Methods.DEFAULT_CONFIRM, "our default + confirm", 0x2da44e, 8);
    ours(Methods.DEFAULT, "our default", 0x2f81f7, 5);
    ours(Profiles.DEFAULT, "its fingerprint alone", 0xe8730c, 2.7f);
  }

  private Charts() {}

  private static void other(String method, int color) {
    STYLES.put(method, new Style(method, new Color(color), THIN));
  }

  private static void ours(String method, String name, int color, float width) {
    STYLES.put(method, new Style(name, new Color(color), width));
  }

  /**
   * Precision over recall of the pairs of at least .5, one curve a method; dots show the default
   * query, with signatures and where the fingerprint decides alone.
   */
  static void precisionRecall(List<Curve> curves, Settings settings, Path file) throws IOException {
    Map<String, String> dotted =
        Map.of(
            Methods.DEFAULT,
            Similarity.level("Ĵ", settings.minSimilarity()),
            Profiles.DEFAULT,
            "d ≤ " + settings.distance());
    XYSeriesCollection lines = new XYSeriesCollection();
    XYSeriesCollection dots = new XYSeriesCollection();
    forEachShown(
        curves,
        curve -> {
          XYSeries line = new XYSeries(curve.method(), false);
          for (int i = 0; i < curve.levels().size(); i++) {
            line.add(curve.recall5().get(i), curve.precision().get(i));
          }
          lines.addSeries(line);
          if (dotted.containsKey(curve.method())) {
            int level = curve.levels().indexOf(dotted.get(curve.method()));
            XYSeries dot = new XYSeries(curve.method());
            dot.add(curve.recall5().get(level), curve.precision().get(level));
            dots.addSeries(dot);
          }
        });
    draw("recall of the pairs with J ≥ .5", "precision", lines, dots, file);
  }

  /** Recall of the pairs of at least .8 over the Hamming distance, one curve a method. */
  static void recallByDistance(List<Curve> curves, int distance, Path file) throws IOException {
    XYSeriesCollection lines = new XYSeriesCollection();
    XYSeriesCollection dots = new XYSeriesCollection();
    forEachShown(
        curves.stream().filter(Curve::isByDistance).toList(),
        curve -> {
          XYSeries line = new XYSeries(curve.method(), false);
          for (int i = 0; i <= Hamming.WIDEST; i++) {
            line.add(i, curve.recall8().get(i));
          }
          lines.addSeries(line);
          if (curve.method().equals(Profiles.DEFAULT)) {
            XYSeries dot = new XYSeries(curve.method());
            dot.add(distance, curve.recall8().get(distance));
            dots.addSeries(dot);
          }
        });
    draw("max_distance", "recall of the pairs with J ≥ .8", lines, dots, file);
  }

  private static void forEachShown(List<Curve> curves, Consumer<Curve> action) {
    for (String method : STYLES.keySet()) {
      Optional<Curve> curve = curves.stream().filter(c -> c.method().equals(method)).findFirst();
      curve.ifPresent(action);
    }
  }

  private static void draw(
      String x, String y, XYSeriesCollection lines, XYSeriesCollection dots, Path file)
      throws IOException {
    JFreeChart chart = ChartFactory.createXYLineChart(null, x, y, lines);
    chart.removeLegend();
    chart.setBackgroundPaint(null);
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
    plot.setRenderer(renderer(lines));
    addDots(plot, dots);
    SVGGraphics2D canvas = new SVGGraphics2D(WIDTH, HEIGHT);
    // A fixed prefix: otherwise ids differ from run to run.
    canvas.setDefsKeyPrefix("c");
    ChartRenderingInfo drawn = new ChartRenderingInfo();
    chart.draw(canvas, new Rectangle(WIDTH - NAMES, HEIGHT), drawn);
    name(canvas, plot, lines, drawn.getPlotInfo().getDataArea());
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

  private static XYLineAndShapeRenderer renderer(XYSeriesCollection lines) {
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
    renderer.setDrawSeriesLineAsPath(true);
    for (int i = 0; i < lines.getSeriesCount(); i++) {
      Style style = style(lines, i);
      renderer.setSeriesPaint(i, style.color());
      renderer.setSeriesStroke(i, new BasicStroke(style.width()));
    }
    return renderer;
  }

  private static void addDots(XYPlot plot, XYSeriesCollection dots) {
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(false, true);
    for (int i = 0; i < dots.getSeriesCount(); i++) {
      renderer.setSeriesPaint(i, style(dots, i).color());
      renderer.setSeriesShape(i, new Ellipse2D.Double(-DOT / 2, -DOT / 2, DOT, DOT));
    }
    plot.setDataset(1, dots);
    plot.setRenderer(1, renderer);
  }

  private static Style style(XYSeriesCollection lines, int series) {
    return STYLES.get((String) lines.getSeriesKey(series));
  }

  /** A name and the end of its curve. */
  private record Name(Style style, Point2D end) {}

  /** Writes the names beside the plot, each as high as its curve ends if there is room. */
  private static void name(
      SVGGraphics2D canvas, XYPlot plot, XYSeriesCollection lines, Rectangle2D area) {
    List<Name> names = new ArrayList<>();
    for (int i = 0; i < lines.getSeriesCount(); i++) {
      XYSeries line = lines.getSeries(i);
      int last = line.getItemCount() - 1;
      double x =
          plot.getDomainAxis()
              .valueToJava2D(line.getX(last).doubleValue(), area, plot.getDomainAxisEdge());
      double y =
          plot.getRangeAxis()
              .valueToJava2D(line.getY(last).doubleValue(), area, plot.getRangeAxisEdge());
      names.add(new Name(style(lines, i), new Point2D.Double(x, y)));
    }
    names.sort(
        Comparator.comparingDouble((Name name) -> name.end().getY())
            .thenComparing(name -> name.style().ours() == false));
    double[] heights = names.stream().mapToDouble(name -> name.end().getY()).toArray();
    spread(heights, area.getMinY() + LINE_HEIGHT / 2.0, area.getMaxY());
    canvas.setFont(FONT);
    for (int i = 0; i < heights.length; i++) {
      Name name = names.get(i);
      double edge = area.getMaxX();
      canvas.setPaint(name.style().color());
      canvas.setStroke(new BasicStroke(.7f));
      canvas.draw(new Line2D.Double(name.end(), new Point2D.Double(edge + GAP, heights[i])));
      canvas.setFont(name.style().ours() ? FONT.deriveFont(Font.BOLD) : FONT);
      canvas.drawString(name.style().name(), (float) edge + GAP + 4, (float) heights[i] + 4);
    }
  }

  /** Moves ascending heights apart, so that lines of text fit between a top and a bottom. */
  private static void spread(double[] heights, double top, double bottom) {
    double least = top;
    for (int i = 0; i < heights.length; i++) {
      heights[i] = Math.max(heights[i], least);
      least = heights[i] + LINE_HEIGHT;
    }
    double most = bottom;
    for (int i = heights.length - 1; i >= 0; i--) {
      heights[i] = Math.min(heights[i], most);
      most = heights[i] - LINE_HEIGHT;
    }
  }
}
