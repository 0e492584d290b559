package io.simhash.opensearch;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.common.xcontent.json.JsonXContent;

/**
 * Indexes the articles of the demo in a node of OpenSearch, searches for the near-duplicates of
 * each, and compares what is found with all pairs. The requests are those that docs/opensearch.md
 * shows. Exits 1 where something differs. {@code bin/try-opensearch} runs it.
 */
final class TryOpenSearch {

  private static final Path ARTICLES = Path.of("src/demo/articles.jsonl");
  private static final Path PAIRS = Path.of("src/demo/expected.tsv");

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI node;
  private final TextFields textFields = new TextFields();
  private final Map<String, Map<String, Object>> fieldsOf = new LinkedHashMap<>();
  private boolean right = true;

  private TryOpenSearch(URI node) {
    this.node = node;
  }

  /**
   * Runs in the root of the project.
   *
   * @param arguments the node's address
   * @throws IOException if a request fails
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    TryOpenSearch trial = new TryOpenSearch(URI.create(arguments[0]));
    trial.index(Files.readAllLines(ARTICLES));
    NearRule radius = NearRule.of(3, null, true);
    trial.compare("within 3 bits, by blocks", trial.byBlocks(), trial.near(radius));
    NearRule rule = NearRule.of(null, null, true);
    Set<String> similar = trial.byBands(rule);
    trial.compare("by default, by bands and signatures", similar, trial.near(rule));
    trial.compare("the same, expected by the demo", similar, expected());
    System.exit(trial.right ? 0 : 1);
  }

  private void index(List<String> articles) throws IOException, InterruptedException {
    ask("PUT", "/articles", shown("index.json"));
    StringBuilder bulk = new StringBuilder();
    for (String article : articles) {
      Map<String, Object> read = read(article);
      String id = (String) read.get("id");
      String content = (String) read.get("content");
      Map<String, Object> document = new LinkedHashMap<>(Map.of("content", content));
      fieldsOf.put(id, textFields.of(content));
      document.putAll(fieldsOf.get(id));
      bulk.append(write(Map.of("index", Map.of("_id", id)))).append('\n');
      bulk.append(write(document)).append('\n');
    }
    Map<String, Object> answer = ask("POST", "/articles/_bulk?refresh", bulk.toString());
    if (Boolean.FALSE.equals(answer.get("errors")) == false) {
      throw new IOException("articles were refused: " + answer);
    }
    System.out.println(articles.size() + " articles are indexed");
  }

  /** The pairs that the node finds without help of the client. */
  private Set<String> byBlocks() throws IOException, InterruptedException {
    Set<String> found = new TreeSet<>();
    for (String id : fieldsOf.keySet()) {
      if (fieldsOf.get(id).containsKey("fingerprint")) {
        for (Map<String, Object> hit : search("by_blocks.json", fieldsOf.get(id))) {
          add(found, id, (String) hit.get("_id"));
        }
      }
    }
    return found;
  }

  /** The pairs of candidates of which the client finds that the rule holds. */
  private Set<String> byBands(NearRule rule) throws IOException, InterruptedException {
    Set<String> found = new TreeSet<>();
    for (String id : fieldsOf.keySet()) {
      NearValue value = TextFields.value(fieldsOf.get(id)).orElseThrow();
      for (Map<String, Object> hit : search("by_bands.json", fieldsOf.get(id))) {
        if (rule.holds(value, TextFields.value(object(hit, "_source")).orElseThrow())) {
          add(found, id, (String) hit.get("_id"));
        }
      }
    }
    return found;
  }

  /** The pairs of the rule, by comparing all articles in memory. */
  private Set<String> near(NearRule rule) {
    Set<String> near = new TreeSet<>();
    for (String id : fieldsOf.keySet()) {
      NearValue value = TextFields.value(fieldsOf.get(id)).orElseThrow();
      for (String other : fieldsOf.keySet()) {
        if (rule.holds(value, TextFields.value(fieldsOf.get(other)).orElseThrow())) {
          add(near, id, other);
        }
      }
    }
    return near;
  }

  private static Set<String> expected() throws IOException {
    Set<String> expected = new TreeSet<>();
    for (String line : Files.readAllLines(PAIRS)) {
      if (line.startsWith("#") == false) {
        String[] columns = line.split("\t", -1);
        add(expected, columns[0], columns[1]);
        add(expected, columns[1], columns[0]);
      }
    }
    return expected;
  }

  /** Each pair is there twice: it must be found from both its ends. */
  private static void add(Set<String> pairs, String id, String other) {
    if (id.equals(other) == false) {
      pairs.add(id + " " + other);
    }
  }

  private void compare(String how, Set<String> found, Set<String> all) {
    Set<String> missing = new TreeSet<>(all);
    missing.removeAll(found);
    Set<String> wrong = new TreeSet<>(found);
    wrong.removeAll(all);
    boolean same = found.equals(all) && all.isEmpty() == false;
    right &= same;
    System.out.println(
        "%s: %s pairs of %s%s"
            .formatted(
                how,
                found.size() / 2,
                all.size() / 2,
                same ? "" : ", missing " + missing + ", wrong " + wrong));
  }

  private List<Map<String, Object>> search(String file, Map<String, Object> fields)
      throws IOException, InterruptedException {
    String query = shown(file);
    for (String name :
        List.of("fingerprint", "block_0", "block_1", "block_2", "block_3", "bands")) {
      query = query.replace("$" + name, json(fields.get(name)));
    }
    return objects(object(ask("POST", "/articles/_search", query), "hits"), "hits");
  }

  /** A request of the folder src/opensearch, which the page must show as it is. */
  private static String shown(String file) throws IOException {
    String request = Files.readString(Path.of("src/opensearch").resolve(file));
    if (Files.readString(Path.of("docs/opensearch.md")).contains(request) == false) {
      throw new IOException("docs/opensearch.md does not show " + file + " as it is");
    }
    return request;
  }

  private Map<String, Object> ask(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(node.resolve(path))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(
          method + " " + path + " answered " + response.statusCode() + ": " + response.body());
    }
    return read(response.body());
  }

  private static Map<String, Object> read(String json) {
    return XContentHelper.convertToMap(JsonXContent.jsonXContent, json, true);
  }

  private static String write(Map<String, Object> map) throws IOException {
    return JsonXContent.contentBuilder().map(map).toString();
  }

  private static String json(Object value) throws IOException {
    String object = write(Collections.singletonMap("value", value));
    return object.substring("{\"value\":".length(), object.length() - 1);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(Map<String, Object> in, String name) {
    return (Map<String, Object>) in.get(name);
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> objects(Map<String, Object> in, String name) {
    return (List<Map<String, Object>>) in.get(name);
  }
}
