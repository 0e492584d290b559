package io.simhash.benchmark;

import io.simhash.core.cluster.Linkage;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.distribution.ClusterTruth;
import io.simhash.distribution.ClusterTruth.Cluster;
import io.simhash.distribution.Http;
import io.simhash.distribution.Response;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.elasticsearch.common.xcontent.support.XContentMapValues;

/**
 * Runs of {@code _simhash/clusters} over the fingerprints of real texts, compared with brute force
 * over all pairs: each maximum distance from 0 to {@value #MAX_DISTANCE}, both linkages, with every
 * {@value #DELETED}-th document deleted.
 */
final class ClusterCheck {

  private static final int MAX_DISTANCE = 12;
  private static final int DELETED = 7;
  private static final int BULK = 500;
  private static final String MAPPING =
      "{\"settings\": {\"number_of_shards\": %s, \"number_of_replicas\": 0}, \"mappings\":"
          + " {\"dynamic\": false, \"properties\": {\"fp\": {\"type\": \"simhash\"}}}}";

  private final Settings settings;
  private final PrintStream out;

  /** The fingerprints of each set, deleted documents included. */
  private final Map<String, SortedMap<String, Long>> sets = new LinkedHashMap<>();

  /** The expected clusters by set, linkage and maximum distance. */
  private final Map<String, Map<String, Cluster>> truths = new LinkedHashMap<>();

  private boolean wrong;

  ClusterCheck(Settings settings, PrintStream out) {
    this.settings = settings;
    this.out = out;
  }

  /** Prints a line for each set, cluster and linkage; fails if a run was wrong. */
  void check() {
    out.println("| set | documents | nodes | shards | linkage | equal | clusters at 0, 3, 12 |");
    out.println("|---|---|---|---|---|---|---|");
    try (Node node = Node.start(settings.heap())) {
      RealIndex.putPipeline(node.http());
      for (String set : RealTexts.LONG) {
        sets.put(set, fingerprints(node.http(), RealTexts.read(settings, set, Integer.MAX_VALUE)));
        check(node.http(), set, 1, 1);
        check(node.http(), set, 1, 5);
      }
    }
    try (Node nodes = Node.start(settings.heap(), 3)) {
      sets.keySet().forEach(set -> check(nodes.http(), set, 3, 5));
    }
    if (wrong) {
      throw new AssertionError("clusters differ from brute force");
    }
  }

  /** The fingerprints that the processor makes; texts that are too short have none. */
  private SortedMap<String, Long> fingerprints(Http http, List<String> texts) {
    http.put("/texts", MAPPING.formatted(1)).ok();
    SortedMap<String, Long> fingerprints = new TreeMap<>();
    for (int from = 0; from < texts.size(); from += BULK) {
      Map<String, Object> documents = new LinkedHashMap<>();
      for (int i = from; i < Math.min(from + BULK, texts.size()); i++) {
        documents.put(String.format(Locale.ROOT, "%06d", i), Map.of("content", texts.get(i)));
      }
      http.index("texts", documents, "pipeline=" + RealIndex.PIPELINE);
      String ids = Http.json(Map.of("ids", List.copyOf(documents.keySet())));
      Response page = http.post("/texts/_mget?_source=fp.fingerprint", ids).ok();
      for (Map<String, Object> found : page.<List<Map<String, Object>>>at("docs")) {
        Object hex = XContentMapValues.extractValue("_source.fp.fingerprint", found);
        if (hex != null) {
          fingerprints.put((String) found.get("_id"), Fingerprint.parse((String) hex));
        }
      }
    }
    http.delete("/texts").ok();
    return fingerprints;
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
