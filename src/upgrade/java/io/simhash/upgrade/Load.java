package io.simhash.upgrade;

import io.simhash.demo.Articles;
import io.simhash.demo.Node;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Indexes and searches while nodes are replaced, as a client that knows all nodes: a request
 * without an answer is sent to the next one. An answer that is an error, a wrong hit, and a
 * document that one of the nodes does not have in the end are failures.
 */
final class Load {

  /** The index that the documents go to; the searched one stays as it is. */
  static final String INDEX = "arrived";

  private static final int PAUSE_MILLIS = 100;
  private static final int SHOWN = 5;

  private final Articles articles;
  private final List<String> ids;
  private final Path runs;
  private final Map<String, Object> expected;
  private final List<Path> addresses;
  private final Map<String, Node> nodes = new HashMap<>();
  private final List<String> failures = new ArrayList<>();
  private int turn;
  private int sentAgain;

  /**
   * @param runs the file that exists as long as the load runs
   * @param expected the answers to the searches
   * @param addresses the files with the addresses of the nodes; they change when a node starts
   *     again
   */
  Load(Articles articles, Path runs, Map<String, Object> expected, List<Path> addresses) {
    this.articles = articles;
    this.ids = List.copyOf(articles.lines().keySet());
    this.runs = runs;
    this.expected = expected;
    this.addresses = addresses;
  }

  /** Whether there was no failure. */
  boolean run() throws IOException, InterruptedException {
    List<String> queries = List.copyOf(Answers.QUERIES.keySet());
    int sent = 0;
    for (; Files.exists(runs); sent++) {
      String id = id(sent);
      index(sent + "-" + id, articles.lines().get(id));
      search(queries.get(sent / ids.size() % queries.size()), id);
      Thread.sleep(PAUSE_MILLIS);
    }
    ask("/" + INDEX + "/_refresh", null);
    for (int i = 0; i < addresses.size(); i++) {
      check(Answers.stored(next(), INDEX, "_local"), sent);
    }
    boolean right = failures.isEmpty() && sent > ids.size();
    System.out.println(
        "  %s: %s failures; %s documents and as many searches were sent, %s requests again to the other node"
            .formatted(right ? "ok" : "FAILED", failures.size(), sent, sentAgain));
    failures.stream().limit(SHOWN).forEach(failure -> System.out.println("    " + failure));
    return right;
  }

  private String id(int turn) {
    return ids.get(turn % ids.size());
  }

  private void index(String id, String article) throws InterruptedException {
    try {
      ask("/" + INDEX + "/_doc/" + id, article);
    } catch (IOException e) {
      failures.add(id + ": " + e);
    }
  }

  private void search(String query, String id) throws InterruptedException {
    String name = query + " " + id;
    try {
      Map<String, Object> answer = ask("/articles/_search", Answers.request(query, id));
      Map<String, Object> scores = Answers.scores(answer);
      if (scores.equals(expected.get(name)) == false) {
        failures.add(name + ": " + scores + ", not " + expected.get(name));
      }
    } catch (IOException | IllegalStateException e) {
      failures.add(name + ": " + e);
    }
  }

  /** Checks that all documents are stored as the articles are, with a tag if they repeat one. */
  private void check(Map<String, Object> stored, int sent) {
    Map<String, Object> originals = Node.object(expected, "stored");
    for (int i = 0; i < sent; i++) {
      Map<String, Object> source = Node.object(stored, i + "-" + id(i));
      if (source == null
          || source.get("simhash").equals(Node.object(originals, id(i)).get("simhash")) == false
          || i >= ids.size() && source.containsKey("near_duplicate_of") == false) {
        failures.add(i + "-" + id(i) + " is stored as " + source);
      }
    }
  }

  private Map<String, Object> ask(String path, String body)
      throws IOException, InterruptedException {
    try {
      return next().ask("POST", path, body);
    } catch (Node.ErrorAnswer e) {
      throw e;
    } catch (IOException e) {
      sentAgain++;
      return next().ask("POST", path, body);
    }
  }

  private Node next() throws IOException {
    String address = Files.readString(addresses.get(turn++ % addresses.size())).strip();
    return nodes.computeIfAbsent(address, url -> new Node(URI.create(url)));
  }
}
