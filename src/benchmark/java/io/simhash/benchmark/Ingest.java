package io.simhash.benchmark;

import io.simhash.distribution.Http;
import io.simhash.evaluation.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many documents of real Chinese text are indexed in a second, in each {@link Way}. The ways
 * alternate in rounds; the first round is a warm-up. Two clients send bulk requests.
 */
final class Ingest {

  /** Documentation, statutes, abstracts, poems. */
  private static final List<String> CHINESE =
      List.of("zh-tidb-docs-versions", "zh-laws", "zh-csl-abstracts", "zh-tang-two-editions");

  private static final int BULK = 100;
  private static final int DOCUMENTS = 20_000;
  private static final int CLIENTS = 2;
  private static final String INDEX = "benchmark-ingest";
  private static final String PIPELINE = "benchmark-ingest";

  private final Node node;
  private final Settings settings;
  private final Progress progress;

  Ingest(Node node, Settings settings, Progress progress) {
    this.node = node;
    this.settings = settings;
    this.progress = progress;
  }

  /** One object a set, with the rates of each way. */
  List<Map<String, Object>> measure() throws IOException {
    List<Map<String, Object>> all = new ArrayList<>();
    for (String set : CHINESE) {
      List<String> texts = first(RealIndex.texts(settings, set, DOCUMENTS), settings.ingest());
      all.add(measure(set, texts));
    }
    return all;
  }

  /** The first texts with so many characters together, and at least one. */
  static List<String> first(List<String> texts, int characters) {
    int number = 0;
    for (int sum = 0; number < texts.size() && sum < characters; number++) {
      sum += texts.get(number).length();
    }
    return texts.subList(0, number);
  }

  private Map<String, Object> measure(String set, List<String> texts) {
    List<String> bodies = bodies(texts);
    List<Way> ways = Way.all();
    double[][] rates = new double[ways.size()][settings.rounds()];
    progress.start("ingest of " + set, (settings.rounds() + 1) * ways.size());
    for (int round = -1; round < settings.rounds(); round++) {
      for (int i = 0; i < ways.size(); i++) {
        double rate = texts.size() / seconds(ways.get(i), bodies);
        if (round >= 0) {
          rates[i][round] = rate;
        }
        progress.step();
      }
    }
    progress.end();
    int base = ways.stream().map(Way::name).toList().indexOf(Way.ANALYSED);
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < ways.size(); i++) {
      rows.add(row(ways.get(i), rates[i], rates[base]));
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("set", set);
    result.put("documents", texts.size());
    result.put(
        "characters", Math.round(texts.stream().mapToInt(String::length).average().orElse(0)));
    result.put("ways", rows);
    return result;
  }

  /** The median rate, and the ratios of the rounds to those of the analysed text. */
  private static Map<String, Object> row(Way way, double[] rates, double[] base) {
    double[] ratios = new double[rates.length];
    Arrays.setAll(ratios, i -> rates[i] / base[i]);
    Arrays.sort(ratios);
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("way", way.name());
    row.put("per_second", median(rates));
    row.put("ratio", median(ratios));
    row.put("low", ratios[0]);
    row.put("high", ratios[ratios.length - 1]);
    return row;
  }

  /** The median; of an even number the mean of both in the middle. */
  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static List<String> bodies(List<String> texts) {
    List<String> bodies = new ArrayList<>();
    for (int from = 0; from < texts.size(); from += BULK) {
      StringBuilder lines = new StringBuilder();
      for (String text : texts.subList(from, Math.min(from + BULK, texts.size()))) {
        lines.append("{\"index\": {}}\n");
        lines.append(Http.json(Map.of("content", text))).append('\n');
      }
      bodies.add(lines.toString());
    }
    return bodies;
  }

  private double seconds(Way way, List<String> bodies) {
    String pipeline = way.pipeline().isEmpty() ? "" : PIPELINE;
    if (pipeline.isEmpty() == false) {
      node.http().put("/_ingest/pipeline/" + PIPELINE, way.pipeline()).ok();
    }
    node.http().put("/" + INDEX, way.creation(pipeline)).ok();
    AtomicInteger next = new AtomicInteger();
    long start = System.nanoTime();
    Indexer.parallel(
        CLIENTS,
        () -> {
          for (int i = next.getAndIncrement(); i < bodies.size(); i = next.getAndIncrement()) {
            Indexer.bulk(node.http(), INDEX, bodies.get(i));
          }
        });
    node.http().post("/" + INDEX + "/_refresh", null).ok();
    double seconds = Indexer.seconds(start);
    node.http().delete("/" + INDEX).ok();
    return seconds;
  }
}
