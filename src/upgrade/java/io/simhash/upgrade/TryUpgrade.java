package io.simhash.upgrade;

import io.simhash.demo.Articles;
import io.simhash.demo.Check;
import io.simhash.demo.Node;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
         "id": {"type": "keyword"}, "simhash": {"type": "simhash"},
         "content": {"type": "text", "fields": {
           "simhash": {"type": "simhash", "analyzer": "ansj"},
           "shingles": {"type": "minhash", "shingle": {"unit": "character", "size": "auto"}}}}}}}""";

  private static final String COPY =
      "copy-"; // Begins the id of each article that is added once more.

  private static final int SHOWN = 3;

  private final Node node;
  private final Articles articles;
  private final Set<String> ids;
  private boolean right = true;

  private TryUpgrade(Node node, Articles articles) {
    this.node = node;
    this.articles = articles;
    this.ids = articles.lines().keySet();
  }

  /** Runs the step. */
  public static void main(String[] args) throws InterruptedException {
    try {
      Articles articles = Articles.read(Path.of("src/demo"));
      if (args[0].equals("load")) {
        List<Path> nodes = Arrays.stream(args).skip(3).map(Path::of).toList();
        boolean right = new Load(articles, Path.of(args[1]), read(args[2]), nodes).run();
        System.exit(right ? 0 : 1);
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
      case "fill" -> fill(args[2], args[3]);
      case "compare" -> compare(read(args[2]));
      case "add" -> add(read(args[2]));
      case "snapshot" -> snapshot(args[2]);
      case "restore" -> restore(args[2]);
      case "leave" -> leave(args[2]);
      case "joined" -> joined(Arrays.asList(args).subList(2, args.length));
      default -> throw new IllegalArgumentException("unknown step [" + args[0] + "]");
    }
  }

  private static Map<String, Object> read(String file) throws IOException {
    return Node.read(Files.readString(Path.of(file)));
  }

  /** Indexes the articles, and writes the answers about them to a file. */
  private void fill(String replicas, String file) throws IOException, InterruptedException {
    node.ask("PUT", "/_ingest/pipeline/arrivals", PIPELINE);
    for (String index : List.of("articles", Load.INDEX)) {
      node.ask("PUT", "/" + index, INDEX.formatted(replicas));
    }
    waitFor("wait_for_status=green");
    articles.index(node, "articles");
    right &= new Check(node, articles).run();
    Files.writeString(Path.of(file), Node.write(Answers.of(node, ids, "_local")));
  }

  /** Asks for the answers again, on the copies of each node. */
  private void compare(Map<String, Object> expected) throws IOException, InterruptedException {
    waitFor("wait_for_status=yellow");
    Map<String, Object> asked = versions("_local");
    for (String searched : versions("_all").keySet()) {
      Map<String, Object> answers = Answers.of(node, ids, "_only_nodes:" + searched);
      List<String> different =
          expected.keySet().stream()
              .filter(name -> expected.get(name).equals(answers.get(name)) == false)
              .toList();
      check(
          different.isEmpty() && answers.size() == expected.size(),
          "%s of %s answers of %s are as before, searched on %s"
              .formatted(expected.size() - different.size(), expected.size(), asked, searched));
      different.stream()
          .limit(SHOWN)
          .map(name -> "    %s: %s, not %s".formatted(name, answers.get(name), expected.get(name)))
          .forEach(System.out::println);
    }
  }

  /** Indexes each article once more, under another id. */
  private void add(Map<String, Object> expected) throws IOException, InterruptedException {
    articles.index(node, "articles", COPY);
    Map<String, Object> stored = Answers.stored(node, "articles", "_local");
    int equal = 0;
    int tagged = 0;
    for (String id : ids) {
      Map<String, Object> copy = Node.object(stored, COPY + id);
      equal += copy.get("simhash").equals(Node.object(stored, id).get("simhash")) ? 1 : 0;
      Map<String, Object> tag = Node.object(copy, "near_duplicate_of");
      tagged += tag != null && Double.valueOf(1).equals(tag.get("similarity")) ? 1 : 0;
    }
    checkAll(equal, "have the fingerprint, the profile and the signature of their original");
    checkAll(tagged, "are tagged with a near-duplicate of similarity 1");
    for (String query : Answers.QUERIES.keySet()) {
      int found = 0;
      for (String id : ids) {
        Map<String, Object> old = Node.object(expected, query + " " + id);
        Map<String, Object> both = new TreeMap<>(old);
        old.forEach((hit, score) -> both.put(COPY + hit, score));
        // A short text has no fingerprint, so it is not found by its fingerprint.
        boolean hasFingerprint =
            Node.object(Node.object(stored, id), "simhash").containsKey("fingerprint");
        if (hasFingerprint || query.equals(Answers.BY_FINGERPRINT) == false) {
          both.put(COPY + id, 1.0);
        }
        Map<String, Object> answer =
            node.ask("POST", "/articles/_search", Answers.request(query, id));
        found += Answers.scores(answer).equals(both) ? 1 : 0;
      }
      checkAll(found, "are found with their originals by " + query);
    }
  }

  private void snapshot(String folder) throws IOException, InterruptedException {
    register(folder);
    checkShards(ask("PUT", "/_snapshot/upgrade/articles?wait_for_completion=true"));
  }

  private void restore(String folder) throws IOException, InterruptedException {
    register(folder);
    checkShards(
        node.ask(
            "POST",
            "/_snapshot/upgrade/articles/_restore?wait_for_completion=true",
            "{\"include_global_state\": true}"));
  }

  private void register(String folder) throws IOException, InterruptedException {
    node.ask(
        "PUT",
        "/_snapshot/upgrade",
        "{\"type\": \"fs\", \"settings\": {\"location\": \"%s\"}}".formatted(folder));
  }

  private void checkShards(Map<String, Object> answer) {
    Map<String, Object> shards = Node.object(Node.object(answer, "snapshot"), "shards");
    check(shards.get("failed").equals(0), "shards of the snapshot: " + shards);
  }

  /** Prepares that a node is stopped: the other one has to be able to be master alone. */
  private void leave(String name) throws IOException, InterruptedException {
    waitFor("wait_for_status=green");
    ask("POST", "/_cluster/voting_config_exclusions?node_names=" + name);
  }

  /**
   * Waits for all copies on both nodes, and checks the nodes' versions, in the order of their
   * names.
   */
  private void joined(List<String> expected) throws IOException, InterruptedException {
    waitFor("wait_for_status=green&wait_for_nodes=2");
    ask("DELETE", "/_cluster/voting_config_exclusions?wait_for_removal=false");
    Map<String, Object> versions = versions("_all");
    check(List.copyOf(versions.values()).equals(expected), "nodes and all copies: " + versions);
  }

  /** The versions of the nodes that a filter lets pass, by their names. */
  private Map<String, Object> versions(String filter) throws IOException, InterruptedException {
    Map<String, Object> versions = new TreeMap<>();
    for (Object found : Node.object(ask("GET", "/_nodes/" + filter), "nodes").values()) {
      versions.put((String) ((Map<?, ?>) found).get("name"), ((Map<?, ?>) found).get("version"));
    }
    return versions;
  }

  private void waitFor(String what) throws IOException, InterruptedException {
    ask("GET", "/_cluster/health?timeout=120s&" + what);
  }

  private Map<String, Object> ask(String method, String path)
      throws IOException, InterruptedException {
    return node.ask(method, path, null);
  }

  private void checkAll(int count, String what) {
    check(count == ids.size(), "%s of %s new documents %s".formatted(count, ids.size(), what));
  }

  private void check(boolean holds, String what) {
    right &= holds;
    System.out.println((holds ? "  ok: " : "  FAILED: ") + what);
  }
}
