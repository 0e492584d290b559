package io.simhash.benchmark;

import io.simhash.core.base.UnionFind;
import io.simhash.core.cluster.ClusterMaker.Linkage;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.distribution.helper.ClusterTruth;
import io.simhash.distribution.helper.ClusterTruth.Cluster;
import io.simhash.distribution.helper.Http;
import io.simhash.distribution.helper.Response;
import io.simhash.evaluation.AdjustedRandIndex;
import io.simhash.evaluation.Corpus;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.elasticsearch.common.xcontent.support.XContentMapValues;

/**
 * Runs of {@code _simhash/clusters} over the fingerprints of real texts, compared with brute force
 * over all pairs: each maximum distance from 0 to {@value #MAX_DISTANCE}, both linkages, with every
 * {@value #DELETED}-th document deleted. And runs with the defaults over the texts, compared with
 * the true pairs of the set.
 */
final class ClusterCheck {

  private static final int MAX_DISTANCE = 12;
  private static final int DELETED = 7;
  private static final int BULK = 500;
  private static final String PIPELINE = "benchmark-real";

  private static final String MAPPING =
      "{\"settings\": {\"number_of_shards\": %s, \"number_of_replicas\": 0}, \"mappings\":"
          + " {\"dynamic\": false, \"properties\": {\"fp\": {\"type\": \"simhash\"},"
          + " \"cluster\": {\"type\": \"keyword\"}}}}";

  private final Settings settings;
  private final PrintStream out;

  /** The fingerprints of each set, deleted documents included. */
  private final Map<String, SortedMap<String, Long>> sets = new LinkedHashMap<>();

  /** The expected clusters by set, linkage and maximum distance. */
  private final Map<String, Map<String, Cluster>> truths = new LinkedHashMap<>();

  /** The rows of the table of the adjusted Rand index. */
  private final StringBuilder rand = new StringBuilder();

  private boolean wrong;

  ClusterCheck(Settings settings, PrintStream out) {
    this.settings = settings;
    this.out = out;
  }

  /**
   * Prints a line for each set, cluster and linkage, and the adjusted Rand index of each set; fails
   * if a run was not equal to brute force.
   */
  void check() throws IOException {
    out.println("| set | documents | nodes | shards | linkage | equal | clusters at 0, 3, 12 |");
    out.println("|---|---|---|---|---|---|---|");
    try (Node node = Node.start(settings.heap())) {
      putPipeline(node.http());
      for (String set : RealIndex.LONG) {
        Corpus corpus = Corpus.read(Path.of(settings.data(), set));
        sets.put(set, fingerprints(node.http(), corpus));
        check(node.http(), set, 1, 1);
        check(node.http(), set, 1, 5);
      }
    }
    try (Node nodes = Node.start(settings.heap(), 3)) {
      sets.keySet().forEach(set -> check(nodes.http(), set, 3, 5));
    }
    out.println("\n| set | documents | linkage | clusters | adjusted Rand index |");
    out.println("|---|---|---|---|---|\n" + rand);
    if (wrong) {
      throw new AssertionError("clusters differ from brute force");
    }
  }

  private static void putPipeline(Http http) {
    http.put(
            "/_ingest/pipeline/" + PIPELINE,
            "{\"processors\": [{\"simhash\": {\"field\": \"content\", \"target_field\": \"fp\"}}]}")
        .ok();
  }

  /**
   * The fingerprints that the processor makes; texts that are too short have none. On the way the
   * clusters of the texts are compared with the truth.
   */
  private SortedMap<String, Long> fingerprints(Http http, Corpus corpus) {
    http.put("/texts", MAPPING.formatted(1)).ok();
    List<Corpus.Document> texts = corpus.documents();
    for (int from = 0; from < texts.size(); from += BULK) {
      Map<String, Object> documents = new LinkedHashMap<>();
      for (int i = from; i < Math.min(from + BULK, texts.size()); i++) {
        documents.put(id(i), Map.of("content", texts.get(i).content()));
      }
      http.index("texts", documents, "pipeline=" + PIPELINE);
    }
    for (Linkage linkage : Linkage.values()) {
      String body =
          "{\"field\": \"fp\", \"size\": 0, \"linkage\": \"%s\", \"update\": {\"field\": \"cluster\"}}"
              .formatted(linkage);
      http.post("/texts/_simhash/clusters", body).ok();
      UnionFind found = clusters(values(http, "cluster", texts.size()), texts.size());
      rand.append("| ").append(corpus.name());
      rand.append(
          String.format(
              Locale.ROOT,
              " | %,d | `%s` | %,d | %.4f |%n",
              texts.size(),
              linkage,
              IntStream.range(0, texts.size())
                  .filter(i -> found.find(i) == i && found.size(i) > 1)
                  .count(),
              AdjustedRandIndex.of(corpus.truth().clusters(texts.size()), found)));
    }
    SortedMap<String, Long> fingerprints = new TreeMap<>();
    values(http, "fp.fingerprint", texts.size())
        .forEach((document, hex) -> fingerprints.put(id(document), Fingerprint.parse(hex)));
    http.delete("/texts").ok();
    return fingerprints;
  }

  private static String id(int document) {
    return String.format(Locale.ROOT, "%06d", document);
  }

  /** Joins the documents that have the same cluster id. */
  private static UnionFind clusters(Map<Integer, String> ids, int documents) {
    UnionFind clusters = new UnionFind(documents);
    Map<String, Integer> first = new HashMap<>();
    ids.forEach((document, id) -> clusters.union(document, first.merge(id, document, (a, b) -> a)));
    return clusters;
  }

  /** The values of a field by document; those that have none are left out. */
  private static SortedMap<Integer, String> values(Http http, String field, int documents) {
    SortedMap<Integer, String> values = new TreeMap<>();
    for (int from = 0; from < documents; from += BULK) {
      String ids =
          Http.json(
              Map.of(
                  "ids",
                  IntStream.range(from, Math.min(from + BULK, documents))
                      .mapToObj(ClusterCheck::id)
                      .toList()));
      Response page = http.post("/texts/_mget?_source=" + field, ids).ok();
      for (Map<String, Object> found : page.<List<Map<String, Object>>>at("docs")) {
        Object value = XContentMapValues.extractValue("_source." + field, found);
        if (value != null) {
          values.put(Integer.valueOf((String) found.get("_id")), (String) value);
        }
      }
    }
    return values;
  }

  private void check(Http http, String set, int nodes, int shards) {
    SortedMap<String, Long> live = index(http, sets.get(set), shards);
    for (Linkage linkage : Linkage.values()) {
      int equal = 0;
      Map<Integer, Integer> sizes = new TreeMap<>();
      for (int maxDistance = 0; maxDistance <= MAX_DISTANCE; maxDistance++) {
        int distance = maxDistance;
        Map<String, Cluster> expected =
            truths.computeIfAbsent(
                set + " " + linkage + " " + distance,
                key -> ClusterTruth.of(live, distance, linkage));
        String body =
            "{\"field\": \"fp\", \"size\": 10000, \"linkage\": \"%s\", \"max_distance\": %s}"
                .formatted(linkage, maxDistance);
        Response response = http.post("/check/_simhash/clusters", body).ok();
        sizes.put(maxDistance, expected.size());
        equal += ClusterTruth.in(response.body()).equals(expected) ? 1 : 0;
      }
      wrong |= equal <= MAX_DISTANCE;
      out.printf(
          Locale.ROOT,
          "| %s | %,d | %d | %d | `%s` | %d of %d | %,d, %,d, %,d |%n",
          set,
          live.size(),
          nodes,
          shards,
          linkage,
          equal,
          MAX_DISTANCE + 1,
          sizes.get(0),
          sizes.get(3),
          sizes.get(MAX_DISTANCE));
    }
    http.delete("/check").ok();
  }

  /** Indexes the fingerprints, deletes some, and returns those that are left. */
  private static SortedMap<String, Long> index(Http http, Map<String, Long> all, int shards) {
    http.put("/check", MAPPING.formatted(shards)).ok();
    SortedMap<String, Long> live = new TreeMap<>(all);
    Map<String, Object> documents = new LinkedHashMap<>();
    StringBuilder deletes = new StringBuilder();
    int number = 0;
    for (Map.Entry<String, Long> each : all.entrySet()) {
      documents.put(each.getKey(), Map.of("fp", Fingerprint.toHex(each.getValue())));
      if (number++ % DELETED == 0) {
        live.remove(each.getKey());
        deletes.append(Http.json(Map.of("delete", Map.of("_id", each.getKey())))).append('\n');
      }
      if (documents.size() == BULK || number == all.size()) {
        http.index("check", documents, "");
        documents.clear();
      }
    }
    http.post("/check/_bulk?refresh=true", deletes.toString()).ok();
    return live;
  }
}
