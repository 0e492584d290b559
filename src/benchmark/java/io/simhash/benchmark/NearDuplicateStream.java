package io.simhash.benchmark;

import io.simhash.distribution.helper.Http;
import io.simhash.distribution.helper.Response;
import io.simhash.evaluation.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A stream of English documents through bulk requests of some clients, with the pipeline {@code
 * simhash} and with {@code simhash}, {@code near_duplicate} in turn. The first rounds are a
 * warm-up: the JVM compiles the node's code for as long.
 */
final class NearDuplicateStream {

  private static final int[] WORDS = {100, 300, 900};

  private static final String SET = "en-docs-versions";
  private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?])\\s+");
  private static final Pattern SENTENCE = Pattern.compile("[A-Z][^\\n|`{}<>]{40,200}[.!?]");

  /** Rounds of the first length that do not count; one of the others is enough. */
  private static final int WARM_UP_ROUNDS = 8;

  private static final String PLAIN = "benchmark-plain";
  private static final String CHECKED = "benchmark-checked";

  private final Settings settings;
  private final Node node;
  private final PrintStream out;

  NearDuplicateStream(Settings settings, Node node, PrintStream out) {
    this.settings = settings;
    this.node = node;
    this.out = out;
  }

  /** Different sentences of the set, in random order. */
  static List<String> sentences(Settings settings) throws IOException {
    TreeSet<String> different = new TreeSet<>();
    for (String text : RealIndex.texts(settings, SET, Integer.MAX_VALUE)) {
      SENTENCE_END.splitAsStream(text).filter(SENTENCE.asMatchPredicate()).forEach(different::add);
    }
    List<String> sentences = new ArrayList<>(different);
    Collections.shuffle(sentences, new Random(settings.seed()));
    return sentences;
  }

  /** A text of so many words, made of random sentences. */
  static String[] text(List<String> sentences, int words, Random random) {
    List<String> text = new ArrayList<>();
    while (text.size() < words) {
      String sentence = sentences.get(random.nextInt(sentences.size()));
      text.addAll(Arrays.asList(sentence.split("\\s+")));
    }
    return text.subList(0, words).toArray(String[]::new);
  }

  /**
   * The bulk requests of {@value #CLIENTS} clients with {@value #DOCUMENTS} documents. A document
   * is made of random sentences of a set of real texts. One in {@value #ONE_IN} is a copy of an
   * earlier one of the same client, with one word in {@value #CHANGED_ONE_IN} replaced.
   *
   * @param copies how many documents are copies; their ids begin with a c
   */
  private record Requests(List<List<String>> byClient, int copies) {

    static final int DOCUMENTS = 20_000;
    static final int CLIENTS = 4;
    private static final int BULK = 100;
    private static final int ONE_IN = 4;
    private static final int CHANGED_ONE_IN = 50;

    static Requests of(List<String> sentences, int words, long seed) {
      Random random = new Random(seed);
      List<List<String>> byClient = new ArrayList<>();
      int copies = 0;
      for (int client = 0; client < CLIENTS; client++) {
        List<String> bodies = new ArrayList<>();
        List<String[]> originals = new ArrayList<>();
        StringBuilder lines = new StringBuilder();
        int size = DOCUMENTS / CLIENTS;
        for (int i = 1; i <= size; i++) {
          boolean copied = originals.isEmpty() == false && random.nextInt(ONE_IN) == 0;
          copies += copied ? 1 : 0;
          String[] text =
              copied
                  ? changed(originals.get(random.nextInt(originals.size())), random)
                  : text(sentences, words, random);
          if (copied == false) {
            originals.add(text);
          }
          String id = (copied ? "c" : "o") + client + "-" + i;
          lines.append("{\"index\": {\"_id\": \"").append(id).append("\"}}\n");
          lines.append(Http.json(Map.of("content", String.join(" ", text)))).append('\n');
          if (i % BULK == 0 || i == size) {
            bodies.add(lines.toString());
            lines.setLength(0);
          }
        }
        byClient.add(bodies);
      }
      return new Requests(byClient, copies);
    }

    private static String[] changed(String[] original, Random random) {
      String[] text = original.clone();
      for (int i = 0; i < text.length / CHANGED_ONE_IN; i++) {
        text[random.nextInt(text.length)] = text[random.nextInt(text.length)];
      }
      return text;
    }
  }

  /**
   * The result of one round.
   *
   * @param rate documents a second
   * @param cpu microseconds of the node's CPU time a document
   * @param tagged the copies and the other documents that have a tag
   */
  private record Round(double rate, double cpu, int... tagged) {}

  /** Prints a line for each length of documents. */
  void measure(Progress progress) throws IOException {
    List<String> sentences = sentences(settings);
    String simhash = "{\"simhash\": {\"field\": \"content\", \"target_field\": \"fp\"}}";
    putPipeline(PLAIN, simhash);
    putPipeline(CHECKED, simhash + ", {\"near_duplicate\": {\"field\": \"fp\"}}");
    out.println(
        "| words | a second without | with | ratio (range) | CPU µs without | with |"
            + " copies tagged | others tagged |");
    out.println("|---|---|---|---|---|---|---|---|");
    for (int words : WORDS) {
      measure(words, Requests.of(sentences, words, settings.seed()), progress);
    }
  }

  private void putPipeline(String name, String processors) {
    node.http().put("/_ingest/pipeline/" + name, "{\"processors\": [" + processors + "]}").ok();
  }

  private void measure(int words, Requests requests, Progress progress) {
    List<Round> plain = new ArrayList<>();
    List<Round> checked = new ArrayList<>();
    int warmUp = words == WORDS[0] ? WARM_UP_ROUNDS : 1;
    progress.start("documents of " + words + " words", 2 * (settings.rounds() + warmUp));
    for (int round = -warmUp; round < settings.rounds(); round++) {
      Round first = run(PLAIN, requests);
      progress.step();
      Round second = run(CHECKED, requests);
      progress.step();
      if (round >= 0) {
        plain.add(first);
        checked.add(second);
      }
    }
    progress.end();
    double[] ratios =
        IntStream.range(0, plain.size())
            .mapToDouble(i -> checked.get(i).rate() / plain.get(i).rate())
            .sorted()
            .toArray();
    out.printf(
        Locale.ROOT,
        "| %d | %,.0f | %,.0f | %.2f (%.2f–%.2f) | %.0f | %.0f | %s of %,d | %s |%n",
        words,
        Ingest.median(plain.stream().mapToDouble(Round::rate).toArray()),
        Ingest.median(checked.stream().mapToDouble(Round::rate).toArray()),
        Ingest.median(ratios),
        ratios[0],
        ratios[ratios.length - 1],
        Ingest.median(plain.stream().mapToDouble(Round::cpu).toArray()),
        Ingest.median(checked.stream().mapToDouble(Round::cpu).toArray()),
        range(checked, 0),
        requests.copies(),
        range(checked, 1));
  }

  private static String range(List<Round> rounds, int index) {
    int[] numbers = rounds.stream().mapToInt(round -> round.tagged()[index]).sorted().toArray();
    int least = numbers[0];
    int most = numbers[numbers.length - 1];
    return least == most
        ? String.format(Locale.ROOT, "%,d", least)
        : String.format(Locale.ROOT, "%,d–%,d", least, most);
  }

  private Round run(String pipeline, Requests requests) {
    Http http = node.http();
    http.put(
            "/" + pipeline,
            """
            {"settings": {"number_of_shards": 1, "number_of_replicas": 0,
              "index.refresh_interval": "1s", "index.default_pipeline": "%s"},
             "mappings": {"dynamic": false, "properties": {"fp": {"type": "simhash"}}}}"""
                .formatted(pipeline))
        .ok();
    AtomicInteger client = new AtomicInteger();
    Duration cpu = node.processorTime();
    long start = System.nanoTime();
    Indexer.parallel(
        Requests.CLIENTS,
        () ->
            requests
                .byClient()
                .get(client.getAndIncrement())
                .forEach(body -> Indexer.bulk(http, pipeline, body)));
    double seconds = Indexer.seconds(start);
    double used = node.processorTime().minus(cpu).toNanos() / 1e3 / Requests.DOCUMENTS;
    http.post("/" + pipeline + "/_refresh", null).ok();
    int[] tagged = tagged(http, pipeline);
    http.delete("/" + pipeline).ok();
    return new Round(Requests.DOCUMENTS / seconds, used, tagged);
  }

  /** How many copies, and how many others, have a tag. */
  private static int[] tagged(Http http, String index) {
    int[] tagged = new int[2];
    // Pages of an index that still merges would have some documents twice.
    String view = http.post("/" + index + "/_pit?keep_alive=5m", null).ok().at("id");
    String after = "";
    List<Map<String, Object>> hits;
    do {
      Response page =
          http.post(
                  "/_search",
                  """
                  {"size": 5000, "_source": ["near_duplicate_of.id"], "pit": {"id": "%s"},
                   "sort": [{"_shard_doc": "asc"}]%s}"""
                      .formatted(view, after))
              .ok();
      hits = page.at("hits.hits");
      for (Map<String, Object> hit : hits) {
        String id = (String) hit.get("_id");
        if (Map.of().equals(hit.get("_source")) == false) {
          tagged[id.startsWith("c") ? 0 : 1]++;
        }
        after = ", \"search_after\": " + hit.get("sort");
      }
    } while (hits.isEmpty() == false);
    return tagged;
  }
}
