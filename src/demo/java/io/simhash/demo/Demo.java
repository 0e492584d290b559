package io.simhash.demo;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Shows near-duplicate search, tags, clusters and copied passages on a running node, and checks
 * that every pair, tag, cluster and passage that ought to be found is found. Arguments: the node's
 * address, the folder with the articles. Exits 1 where one is missing or a request fails. {@code
 * bin/demo} runs it.
 */
public final class Demo {

  private static final String PIPELINE =
      """
      {"processors": [{"simhash": {"field": "content"}}]}""";

  private static final String INDEX =
      """
      {"settings": {"number_of_shards": 1, "number_of_replicas": 0, "default_pipeline": "fingerprint"},
       "mappings": {"properties": {
         "simhash": {"type": "simhash"}, "cluster_id": {"type": "keyword"},
         "keywords": {"type": "keyword"},
         "id": {"type": "keyword"}, "language": {"type": "keyword"}, "kind": {"type": "keyword"},
         "source": {"type": "keyword"}, "published": {"type": "date"},
         "title": {"type": "text"}, "content": {"type": "text"}, "summary": {"type": "text"}}}}""";

  static final String LIKE =
      """
      {"query": {"simhash_near": {"field": "simhash", "like": {"_index": "articles", "_id": "%s"}}}}""";

  /** Shown where one of two documents has no fingerprint. */
  static final String NO_DISTANCE = "–";

  private final Node node;
  private final Articles articles;
  private final Words words;

  private Demo(Node node, Articles articles) {
    this.node = node;
    this.articles = articles;
    this.words = new Words(node, articles);
  }

  public static void main(String[] args) throws InterruptedException {
    try {
      Demo demo = new Demo(new Node(URI.create(args[0])), Articles.read(Path.of(args[1])));
      demo.index();
      demo.show();
      new Groups(demo.node, demo.articles).show();
      boolean tagged = new Arrivals(demo.node, demo.articles).show();
      boolean clustered = new Clusters(demo.node, demo.articles).show();
      boolean copied = new Passages(demo.node, demo.articles).show();
      boolean found = new Check(demo.node, demo.articles).run();
      System.exit(tagged && clustered && copied && found ? 0 : 1);
    } catch (IOException e) {
      System.err.println("The demo failed: " + e.getMessage());
      System.exit(1);
    }
  }

  private void index() throws IOException, InterruptedException {
    node.ask("GET", "/_cluster/health?wait_for_status=yellow&timeout=60s", null);
    System.out.println("Each document gets its fingerprint and signature from one pipeline:");
    System.out.println("  PUT _ingest/pipeline/fingerprint\n  " + PIPELINE);
    node.ask("PUT", "/_ingest/pipeline/fingerprint", PIPELINE);
    node.ask("PUT", "/articles", INDEX);
    articles.index(node, "articles");
    System.out.println("\n" + articles.byId().size() + " articles are indexed.");
  }

  private void show() throws IOException, InterruptedException {
    ask("Who copied this article?", "zh-port-01", LIKE.formatted("zh-port-01"));
    ask("The same in English.", "en-bridge-01", LIKE.formatted("en-bridge-01"));
    ask(
        "A short text has no fingerprint: its signature finds it.",
        "zh-notice-01",
        LIKE.formatted("zh-notice-01"));
    ask("A short text in English.", "en-ferry-01", LIKE.formatted("en-ferry-01"));
    ask(
        "A search within 3 bits, among filtered documents.",
        "zh-metro-01",
        """
        {"query": {"bool": {
          "must": {"simhash_near": {"field": "simhash", "like": {"_index": "articles", "_id": "zh-metro-01"}, "max_distance": 3}},
          "filter": {"term": {"language": "zh"}}}}}""");
    ask(
        "A text that is not in the index, here a copy of zh-tea-01: do we have it already?",
        "zh-tea-01",
        """
        {"query": {"simhash_near": {"field": "simhash", "pipeline": "fingerprint", "document": %s}}}"""
            .formatted(Node.write(Map.of("content", articles.text("zh-tea-01", "content")))));
    ask(
        "Less than half of the article is left in zh-river-04: by default it is no duplicate.",
        "zh-river-04",
        LIKE.formatted("zh-river-04"));
    ask(
        "A lower min_similarity finds its article, and confirm keeps what contains it nearly whole.",
        "zh-river-04",
        """
        {"query": {"simhash_near": {"field": "simhash", "like": {"_index": "articles", "_id": "zh-river-04"},
          "min_similarity": 0.2, "confirm": {"field": "content", "min_containment": 0.8}}}}""");
  }

  private void ask(String question, String id, String query)
      throws IOException, InterruptedException {
    System.out.println("\n" + question);
    System.out.println("  %s  %s".formatted(id, articles.text(id, "title")));
    System.out.println("  GET articles/_search");
    query.lines().forEach(line -> System.out.println("  " + abridged(line)));
    Map<String, Object> asked = node.ask("GET", "/articles/_doc/" + id, null);
    Table table = new Table("distance", "score", "id", "title", "words");
    List<Map<String, Object>> hits = hits(node.ask("POST", "/articles/_search", query));
    for (Map<String, Object> hit : hits) {
      String neighbour = (String) hit.get("_id");
      double score = ((Number) hit.get("_score")).doubleValue();
      table.row(
          distance(asked, hit),
          String.format(Locale.ROOT, "%.4f", score),
          neighbour,
          articles.text(neighbour, "title"),
          words.difference(id, neighbour));
    }
    if (hits.isEmpty()) {
      System.out.println("  no neighbours");
    } else {
      table.print();
    }
  }

  /** A search's hits; an exception with the whole answer when it failed. */
  static List<Map<String, Object>> hits(Map<String, Object> answer) throws IOException {
    if (answer.get("error") != null) {
      throw new IOException(Node.write(answer));
    }
    return Node.objects(Node.object(answer, "hits"), "hits");
  }

  /** The distance of two documents, or a dash if one of them is too short for a fingerprint. */
  private static String distance(Map<String, Object> document, Map<String, Object> other) {
    String fingerprint = fingerprint(document);
    String otherFingerprint = fingerprint(other);
    return fingerprint == null || otherFingerprint == null
        ? NO_DISTANCE
        : Integer.toString(
            Long.bitCount(
                Long.parseUnsignedLong(fingerprint, 16)
                    ^ Long.parseUnsignedLong(otherFingerprint, 16)));
  }

  private static String fingerprint(Map<String, Object> document) {
    Map<String, Object> written = Node.object(Node.object(document, "_source"), "simhash");
    return (String) written.get("fingerprint");
  }

  private static String abridged(String line) {
    return line.length() <= 160
        ? line
        : line.substring(0, 130) + " … " + line.substring(line.length() - 12);
  }
}
