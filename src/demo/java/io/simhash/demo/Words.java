package io.simhash.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tells two texts apart by their tokens, as the node's analyzer of their language makes them. */
final class Words {

  private static final int SHOWN = 5;

  // The default profile drops these, so they make no difference.
  private static final int MIN_LENGTH = 2;

  private static final Map<String, String> ANALYZERS = Map.of("zh", "ansj", "en", "standard");

  private final Node node;
  private final Articles articles;
  private final Map<String, List<String>> cache = new HashMap<>();

  Words(Node node, Articles articles) {
    this.node = node;
    this.articles = articles;
  }

  /** Words that the neighbour lost (-) and gained (+), in the order of the texts. */
  String difference(String id, String neighbour) throws IOException, InterruptedException {
    Map<String, Integer> change = new LinkedHashMap<>();
    tokens(id).forEach(token -> change.merge(token, -1, Integer::sum));
    tokens(neighbour).forEach(token -> change.merge(token, 1, Integer::sum));
    change.values().removeIf(count -> count == 0);
    if (change.isEmpty()) {
      boolean same = articles.text(id, "content").equals(articles.text(neighbour, "content"));
      return same ? "the same text" : "the same words in another order";
    }
    List<String> shown =
        change.entrySet().stream()
            .limit(SHOWN)
            .map(entry -> (entry.getValue() > 0 ? "+" : "-") + entry.getKey())
            .toList();
    String rest = change.size() > SHOWN ? " … and " + (change.size() - SHOWN) + " more" : "";
    return String.join(" ", shown) + rest;
  }

  private List<String> tokens(String id) throws IOException, InterruptedException {
    if (cache.containsKey(id) == false) {
      String body =
          Node.write(
              Map.of(
                  "analyzer", ANALYZERS.get(articles.text(id, "language")),
                  "text", articles.text(id, "content")));
      List<String> tokens = new ArrayList<>();
      for (Map<String, Object> token :
          Node.objects(node.ask("POST", "/_analyze", body), "tokens")) {
        String word = (String) token.get("token");
        if (word.length() >= MIN_LENGTH) {
          tokens.add(word);
        }
      }
      cache.put(id, tokens);
    }
    return cache.get(id);
  }
}
