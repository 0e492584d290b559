package io.simhash.benchmark;

import io.simhash.distribution.helper.Http;
import io.simhash.evaluation.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The cost of indexing real text in each {@link Way}: documents a second, processor time of the
 * node, bytes of the index. The ways alternate in rounds; the first round is a warm-up. Two clients
 * send bulk requests.
 */
final class Ingest {

  private static final String SHORT = "sentences of en-docs-versions";
  private static final int SHORT_WORDS = 80;

  /** English documentation, short English texts, Chinese abstracts, Chinese statutes. */
  private static final List<String> SETS =
      List.of("en-docs-versions", SHORT, "zh-csl-abstracts", "zh-laws");

  private static final int BULK = 100;
  private static final int DOCUMENTS = 20_000;
  private static final int CLIENTS = 2;
  private static final String INDEX = "benchmark-ingest";
  private static final String PIPELINE = "benchmark-ingest";

  private final Node node;
  private final Settings settings;
  private final Progress progress;
  private int indices;

  Ingest(Node node, Settings settings, Progress progress) {
    this.node = node;
    this.settings = settings;
    this.progress = progress;
  }

  /** One object a set, with the figures of each way. */
  List<Map<String, Object>> measure() throws IOException {
    List<Map<String, Object>> all = new ArrayList<>();
    for (String set : SETS) {
      all.add(measure(set, first(texts(set), settings.ingest())));
    }
    return all;
  }

  private List<String> texts(String set) throws IOException {
    if (set.equals(SHORT) == false) {
      return RealIndex.texts(settings, set, DOCUMENTS);
    }
    List<String> sentences = NearDuplicateStream.sentences(settings);
    Random random = new Random(settings.seed());
    return Stream.generate(() -> NearDuplicateStream.text(sentences, SHORT_WORDS, random))
        .limit(DOCUMENTS)
        .map(words -> String.join(" ", words))
        .toList();
  }

  /** The first texts with so many characters together, and at least one. */
  static List<String> first(List<String> texts, int characters) {
    int number = 0;
    for (int sum = 0; number < texts.size() && sum < characters; number++) {
      sum += texts.get(number).length();
    }
    return texts.subList(0, number);
  }

  /**
   * The cost of one way.
   *
   * @param perSecond documents a second
   * @param cpu microseconds of the node's processor time a document
   * @param bytes of the merged index a document
   */
  private record Cost(double perSecond, double cpu, double bytes) {}

  private Map<String, Object> measure(String set, List<String> texts) {
    List<String> bodies = bodies(texts);
    Map<String, List<Cost>> costs = new LinkedHashMap<>();
    progress.start("ingest of " + set, (settings.rounds() + 1) * Way.all().size());
    for (int round = -1; round < settings.rounds(); round++) {
      for (Way way : Way.all()) {
        Cost cost = cost(way, bodies, texts.size());
        if (round >= 0) {
          costs.computeIfAbsent(way.name(), name -> new ArrayList<>()).add(cost);
        }
        progress.step();
      }
    }
    progress.end();
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("set", set);
    result.put("documents", texts.size());
    result.put(
        "characters", Math.round(texts.stream().mapToInt(String::length).average().orElse(0)));
    result.put(
        "ways",
        Way.all().stream()
            .map(way -> row(way.name(), costs.get(way.name()), costs.get(way.base())))
            .toList());
    return result;
  }

  /** The medians, and the ratios of the rounds to those of the base. */
  private static Map<String, Object> row(String way, List<Cost> costs, List<Cost> base) {
    double[] ratios = new double[costs.size()];
    Arrays.setAll(ratios, i -> costs.get(i).perSecond() / base.get(i).perSecond());
    Arrays.sort(ratios);
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("way", way);
    row.put("per_second", median(costs.stream().mapToDouble(Cost::perSecond).toArray()));
    row.put("ratio", median(ratios));
    row.put("low", ratios[0]);
    row.put("high", ratios[ratios.length - 1]);
    row.put("cpu", median(costs.stream().mapToDouble(Cost::cpu).toArray()));
    row.put("bytes", median(costs.stream().mapToDouble(Cost::bytes).toArray()));
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

  private Cost cost(Way way, List<String> bodies, int documents) {
    String pipeline = way.pipeline().isEmpty() ? "" : PIPELINE;
    if (pipeline.isEmpty() == false) {
      node.http().put("/_ingest/pipeline/" + PIPELINE, way.pipeline()).ok();
    }
    // A name of its own: near_duplicate remembers the documents that were written last.
    String index = INDEX + indices++;
    node.http().put("/" + index, way.creation(pipeline)).ok();
    AtomicInteger next = new AtomicInteger();
    Duration cpu = node.processorTime();
    long start = System.nanoTime();
    Indexer.parallel(
        CLIENTS,
        () -> {
          for (int i = next.getAndIncrement(); i < bodies.size(); i = next.getAndIncrement()) {
            Indexer.bulk(node.http(), index, bodies.get(i));
          }
        });
    node.http().post("/" + index + "/_refresh", null).ok();
    double seconds = Indexer.seconds(start);
    double micros = node.processorTime().minus(cpu).toNanos() / 1e3;
    node.merge(index, 1);
    long bytes = node.usage(index).bytes();
    node.http().delete("/" + index).ok();
    return new Cost(documents / seconds, micros / documents, (double) bytes / documents);
  }
}
