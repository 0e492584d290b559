package io.simhash.upgrade;

import io.simhash.demo.Articles;
import io.simhash.demo.Node;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A step of {@code bin/try-upgrade}, which runs it in the root of the project: the step's name, the
 * node's address, and the step's own arguments. Prints a line about each check, and exits 1 if one
 * fails.
 */
public final class TryUpgrade {

  private static final String PIPELINE =
      """
      {"processors": [{"simhash": {"field": "content"}}, {"near_duplicate": {"field": "simhash"}}]}""";

  private static final String INDEX =
      """
      {"settings": {"number_of_shards": 2, "number_of_replicas": %s, "default_pipeline": "arrivals"},
       "mappings": {"properties": {
         "id": {"type": "keyword"}, "language": {"type": "keyword"}, "published": {"type": "date"},
         "simhash": {"type": "simhash"},
         "content": {"type": "text", "fields": {
           "simhash": {"type": "simhash", "analyzer": "ansj"},
           "shingles": {"type": "minhash", "shingle": {"unit": "character", "size": "auto"}}}}}}}""";

  // Requests that are not among the answers: name, method, path, body.
  private static final List<List<String>> FEATURES =
      List.of(
          List.of("clusters", "POST", "/articles/_simhash/clusters", "{\"field\": \"simhash\"}"),
          List.of(
              "near_duplicate_collapse",
              "POST",
              "/articles/_search",
              """
              {"size": 50, "retriever": {"near_duplicate_collapse": {"field": "simhash",
                "retriever": {"standard": {"query": {"match_all": {}}, "sort": ["id"]}}}}}"""),
          List.of("statistics of the index", "GET", "/articles/_simhash/stats", ""),
          List.of("statistics of the nodes", "GET", "/_simhash/stats", ""));

  private final Node node;
  private final Articles articles;
  private boolean right = true;

  private TryUpgrade(Node node, Articles articles) {
    this.node = node;
    this.articles = articles;
  }

  /** Runs the step. */
  public static void main(String[] args) throws InterruptedException {
    try {
      Articles articles = Articles.read(Path.of("src/demo"));
      if (args[0].equals("load")) {
        System.exit(Load.of(articles, args).run() ? 0 : 1);
      }
      TryUpgrade trial = new TryUpgrade(new Node(URI.create(args[1])), articles);
      trial.step(args);
      System.exit(trial.right ? 0 : 1);
    } catch (IOException | RuntimeException e) {
      System.err.println("  FAILED: the step " + String.join(" ", args) + ": " + e);
      System.exit(1);
    }
  }

  private void step(String[] args) throws IOException, InterruptedException {
    switch (args[0]) {
      case "fill" -> fill(args[2]);
      case "keep" -> keep(Path.of(args[2]));
      case "compare" -> compare(Answers.read(Path.of(args[2])), args.length == 3 ? "" : args[3]);
      case "add" -> add(Answers.read(Path.of(args[2])));
      case "features" -> features();
      case "snapshot" -> snapshot(args[2]);
      case "restore" -> restore(args[2]);
      case "leave" -> leave(args[2]);
      case "joined" -> joined();
      default -> throw new IllegalArgumentException("unknown step [" + args[0] + "]");
    }
  }

  private void fill(String replicas) throws IOException, InterruptedException {
    node.ask("PUT", "/_ingest/pipeline/arrivals", PIPELINE);
    for (String index : List.of("articles", Load.INDEX)) {
      node.ask("PUT", "/" + index, INDEX.formatted(replicas));
    }
    ask("GET", "/_cluster/health?wait_for_status=green&timeout=60s");
    articles.index(node, "articles");
    ask("POST", "/articles/_flush");
  }

  private void keep(Path file) throws IOException, InterruptedException {
    Answers answers = Answers.of(node, articles, "");
    answers.write(file);
    check(
        answers.hits() > articles.byId().size(),
        articles.byId().size() + " articles are indexed, with " + answers.hits() + " hits");
  }

  private void compare(Answers expected, String searched) throws IOException, InterruptedException {
    ask("GET", "/_cluster/health?wait_for_status=yellow&timeout=60s");
    Map<String, String> different =
        new TreeMap<>(Answers.of(node, articles, searched).byName());
    int all = expected.byName().size();
    expected.byName().forEach((name, answer) -> different.putIfAbsent(name, "nothing"));
    different.entrySet().removeIf(e -> e.getValue().equals(expected.byName().get(e.getKey())));
    check(
        different.isEmpty(),
        (all - different.size())
            + " of "
            + all
            + " answers are equal"
            + (searched.isEmpty() ? "" : ", asked " + version() + ", searched on " + searched));
    different.entrySet().stream()
        .limit(3)
        .forEach(
            e ->
                System.out.println(
                    "    %s: expected %s but was %s"
                        .formatted(
                            e.getKey(), expected.byName().get(e.getKey()), e.getValue())));
  }

  /** Indexes each article once more, under another id. */
  private void add(Answers expected) throws IOException, InterruptedException {
    StringBuilder bulk = new StringBuilder();
    articles
        .lines()
        .forEach(
            (id, line) ->
                bulk.append("{\"index\": {\"_id\": \"%s\"}}\n%s\n".formatted(copy(id), line)));
    Map<String, Object> answer =
        node.ask("POST", "/articles/_bulk?refresh=true", bulk.toString());
    check(
        Boolean.FALSE.equals(answer.get("errors")),
        articles.lines().size() + " new documents are indexed");
    if (right == false) {
      throw new IOException("documents were refused: " + Node.objects(answer, "items").getFirst());
    }
    int stored = 0;
    int tagged = 0;
    for (String id : articles.lines().keySet()) {
      Map<String, Object> old = source(id);
      Map<String, Object> added = source(copy(id));
      stored += old.get("simhash").equals(added.get("simhash")) ? 1 : 0;
      tagged += added.containsKey("near_duplicate_of") ? 1 : 0;
    }
    checkAll(stored, "have the fingerprint, the profile and the signature of their original");
    checkAll(tagged, "are tagged by near_duplicate");
    for (String query : Answers.QUERIES.keySet()) {
      int found = 0;
      for (String id : articles.lines().keySet()) {
        found += findsBoth(query, id, expected) ? 1 : 0;
      }
      checkAll(found, "are found next to the old ones by " + query);
    }
    oneProfile();
  }

  /** Whether a search finds the old hits, with their scores, and the copy of each. */
  private boolean findsBoth(String query, String id, Answers expected)
      throws IOException, InterruptedException {
    Map<String, Object> found = Answers.scores(node, "/articles/_search", query, id);
    Map<String, Object> old = Node.read(expected.byName().get(query + " " + id));
    Map<String, Object> both = new TreeMap<>(old);
    old.forEach((hit, score) -> both.put(copy(hit), score));
    // A text without a fingerprint is not found by its fingerprint.
    if (found.containsKey(copy(id))) {
      both.put(copy(id), found.get(copy(id)));
    }
    boolean mustFind = source(id).toString().contains("fingerprint=") || query.endsWith("fingerprint") == false;
    return found.equals(both) && (found.containsKey(copy(id)) || mustFind == false);
  }

  private void oneProfile() throws IOException, InterruptedException {
    Map<String, Object> fields = Node.object(ask("GET", "/articles/_simhash/stats"), "fields");
    for (String field : fields.keySet()) {
      List<Map<String, Object>> profiles =
          Node.objects(Node.object(fields, field), "profiles");
      check(profiles.size() == 1, "the field " + field + " has the profiles " + profiles);
    }
  }

  private void features() throws IOException, InterruptedException {
    for (List<String> feature : FEATURES) {
      String what = feature.getFirst() + ", asked " + version() + ": ";
      try {
        node.ask(feature.get(1), feature.get(2), feature.get(3));
        check(true, what + "answered");
      } catch (Node.ErrorAnswer e) {
        check(e.status() < 500, what + e.getMessage());
      }
    }
  }

  private void snapshot(String folder) throws IOException, InterruptedException {
    register(folder);
    ask("PUT", "/_snapshot/upgrade/articles?wait_for_completion=true");
  }

  private void restore(String folder) throws IOException, InterruptedException {
    register(folder);
    Map<String, Object> answer =
        node.ask(
            "POST",
            "/_snapshot/upgrade/articles/_restore?wait_for_completion=true",
            "{\"include_global_state\": true}");
    Map<String, Object> shards = Node.object(Node.object(answer, "snapshot"), "shards");
    check(shards.get("failed").equals(0), "the snapshot is restored: " + shards);
  }

  private void register(String folder) throws IOException, InterruptedException {
    node.ask(
        "PUT",
        "/_snapshot/upgrade",
        "{\"type\": \"fs\", \"settings\": {\"location\": \"%s\"}}".formatted(folder));
  }

  /** Prepares that a node is stopped: the other one has to be able to be master alone. */
  private void leave(String name) throws IOException, InterruptedException {
    ask("GET", "/_cluster/health?wait_for_status=green&timeout=60s");
    ask("POST", "/_cluster/voting_config_exclusions?node_names=" + name);
  }

  private void joined() throws IOException, InterruptedException {
    ask("GET", "/_cluster/health?wait_for_status=green&wait_for_nodes=2&timeout=120s");
    ask("DELETE", "/_cluster/voting_config_exclusions?wait_for_removal=false");
    check(true, "two nodes and all copies: " + versions());
  }

  private Map<String, Object> versions() throws IOException, InterruptedException {
    Map<String, Object> versions = new TreeMap<>();
    Map<String, Object> nodes = Node.object(ask("GET", "/_nodes/version"), "nodes");
    for (String id : nodes.keySet()) {
      Map<String, Object> found = Node.object(nodes, id);
      versions.put((String) found.get("name"), found.get("version"));
    }
    return versions;
  }

  /** The version of the node that is asked. */
  private String version() throws IOException, InterruptedException {
    Map<String, Object> nodes = Node.object(ask("GET", "/_nodes/_local/version"), "nodes");
    return (String) Node.object(nodes, nodes.keySet().iterator().next()).get("version");
  }

  private Map<String, Object> source(String id) throws IOException, InterruptedException {
    return Node.object(ask("GET", "/articles/_doc/" + id), "_source");
  }

  private Map<String, Object> ask(String method, String path)
      throws IOException, InterruptedException {
    return node.ask(method, path, null);
  }

  private static String copy(String id) {
    return "new-" + id;
  }

  private void checkAll(int count, String what) {
    int all = articles.lines().size();
    check(count == all, "%s of %s new documents %s".formatted(count, all, what));
  }

  private void check(boolean holds, String what) {
    right &= holds;
    System.out.println((holds ? "  ok: " : "  FAILED: ") + what);
  }
}
