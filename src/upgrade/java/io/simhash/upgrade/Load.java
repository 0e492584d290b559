package io.simhash.upgrade;

import io.simhash.demo.Articles;
import io.simhash.demo.Node;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Indexes and searches while nodes are replaced, as a client that knows both: a request without an
 * answer is sent to the other one. Any answer that is an error, and any wrong hit, is a failure.
 */
final class Load {

  /** The index that the documents go to; the searched one stays as it is. */
  static final String INDEX = "arrived";

  private static final int SHOWN = 5;

  private final Articles articles;
  private final Path runs;
  private final Answers expected;
  private final List<Path> addresses;
  private final Map<String, Node> nodes = new HashMap<>();
  private final List<String> failures = new ArrayList<>();
  private int turn;
  private int sentAgain;

  private Load(Articles articles, Path runs, Answers expected, List<Path> addresses) {
    this.articles = articles;
    this.runs = runs;
    this.expected = expected;
    this.addresses = addresses;
  }

  /**
   * Reads the arguments: the file that is there while the load runs, the file of the answers, and
   * the files with the nodes' addresses, which change when a node starts again.
   */
  static Load of(Articles articles, String[] args) throws IOException {
    List<Path> addresses = Arrays.stream(args).skip(3).map(Path::of).toList();
    return new Load(articles, Path.of(args[1]), Answers.read(Path.of(args[2])), addresses);
  }

  /** Whether there was no failure. */
  boolean run() throws IOException, InterruptedException {
    List<String> ids = List.copyOf(articles.byId().keySet());
    List<String> queries = List.copyOf(Answers.QUERIES.keySet());
    List<String> acknowledged = new ArrayList<>();
    int searches = 0;
    for (int i = 0; Files.exists(runs); i++) {
      String id = ids.get(i % ids.size());
      String query = queries.get(i % queries.size());
      if (index(i + "-" + id, articles.lines().get(id))) {
        acknowledged.add(i + "-" + id);
      }
      search(query, id);
      searches++;
      Thread.sleep(20);
    }
    ask("POST", "/" + INDEX + "/_refresh", null);
    int there = 0;
    int tagged = 0;
    int unknown = 0;
    for (String id : acknowledged) {
      Map<String, Object> source = source(INDEX, id);
      String original = id.substring(id.indexOf('-') + 1);
      boolean equal = source.get("simhash").equals(source("articles", original).get("simhash"));
      there += equal ? 1 : 0;
      Map<String, Object> tag = Node.object(source, "near_duplicate_of");
      tagged += tag != null && tag.containsKey("id") ? 1 : 0;
      unknown += tag != null && tag.containsKey("unknown") ? 1 : 0;
    }
    System.out.println(
        "  %s: %s of %s acknowledged documents are there with equal fingerprints, %s tagged, %s unknown to near_duplicate;"
            .formatted(there == acknowledged.size() ? "ok" : "FAILED", there, acknowledged.size(), tagged, unknown));
    System.out.println(
        "  %s: %s failures in %s searches and as many documents; %s requests without an answer were sent to the other node"
            .formatted(failures.isEmpty() ? "ok" : "FAILED", failures.size(), searches, sentAgain));
    failures.stream().limit(SHOWN).forEach(failure -> System.out.println("    " + failure));
    return failures.isEmpty() && there == acknowledged.size() && there > 0;
  }

  private boolean index(String id, String article) throws InterruptedException {
    try {
      ask("PUT", "/" + INDEX + "/_doc/" + id, article);
      return true;
    } catch (IOException e) {
      failures.add("PUT " + id + ": " + e);
      return false;
    }
  }

  private void search(String query, String id) throws InterruptedException {
    String name = query + " " + id;
    try {
      Map<String, Object> answer = ask("POST", "/articles/_search", Answers.search(query, id));
      String hits = Node.write(Answers.scores(answer));
      if (hits.equals(expected.byName().get(name)) == false) {
        failures.add(name + ": " + hits + " instead of " + expected.byName().get(name));
      }
    } catch (IOException | IllegalStateException e) {
      failures.add(name + ": " + e);
    }
  }

  private Map<String, Object> source(String index, String id)
      throws IOException, InterruptedException {
    return Node.object(ask("GET", "/" + index + "/_doc/" + id, null), "_source");
  }

  private Map<String, Object> ask(String method, String path, String body)
      throws IOException, InterruptedException {
    try {
      return next().ask(method, path, body);
    } catch (Node.ErrorAnswer e) {
      throw e;
    } catch (IOException e) {
      sentAgain++;
      return next().ask(method, path, body);
    }
  }

  private Node next() throws IOException {
    String address = Files.readString(addresses.get(turn++ % addresses.size())).strip();
    return nodes.computeIfAbsent(address, url -> new Node(URI.create(url)));
  }
}
