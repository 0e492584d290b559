package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.Families;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.clusters.LargestClusters.FoundCluster;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexNotFoundException;
import org.junit.After;

/** Cluster runs on one node. */
public class ClustersNodeTests extends ClustersNode {

  private static final SignatureParameters PARAMETERS =
      new SignatureParameters(Optional.empty(), Bands.DEFAULT);

  @After
  public void checkThatNothingIsLeft() throws Exception {
    assertNothingIsLeft();
  }

  public void testTheResponse() {
    create("news", 1);
    index(
        "news",
        Map.of(
            "1", Map.of("near", "00000000000000ff"),
            "2", Map.of("near", "00000000000000fe"),
            "3", Map.of("near", "00000000000000fc"),
            "4", Map.of("near", "ffff000000000000"),
            "5", Map.of("near", "ffff000000000000")));
    String response =
        start(client(), "news", "{'field': 'near', 'max_distance': 1}")
            .actionGet(TEST_REQUEST_TIMEOUT)
            .toString()
            .replaceAll("\"took\":\\d+", "\"took\":5");
    assertEquals(
        """
        {"took":5,"documents":5,"incomparable_signatures":0,"candidates":2,"clusters_found":2,\
        "clustered_documents":5,"stories":2,\
        "clusters":[{"id":"1","size":3,"diameter":2,"canonical":{"_index":"news","_id":"1"},\
        "members":[{"_index":"news","_id":"1"},{"_index":"news","_id":"2"},\
        {"_index":"news","_id":"3"}]},\
        {"id":"4","size":2,"diameter":0,"canonical":{"_index":"news","_id":"4"},\
        "members":[{"_index":"news","_id":"4"},{"_index":"news","_id":"5"}]}]}""",
        response);
    Map<String, Object> one = run("news", "{'field': 'near', 'max_distance': 1, 'size': 1}");
    assertEquals(List.of("1"), List.copyOf(members(one).keySet()));
    assertEquals(2, count(one, "clusters_found"));
    Map<String, Object> stars =
        run("news", "{'field': 'also', 'max_distance': 1, 'linkage': 'star'}");
    assertEquals(Map.of("2", List.of("1", "2", "3"), "4", List.of("4", "5")), members(stars));
  }

  public void testQueryAndCanonicalMember() {
    create("news", between(1, 3));
    index(
        "news",
        Map.of(
            "1", Map.of("near", 7, "published", "2026-02-02", "title", "a"),
            "2", Map.of("near", 7, "published", "2026-01-01", "title", "a", "views", 5),
            "3", Map.of("near", 7, "published", "2026-03-03", "title", "b", "views", 9),
            "4", Map.of("near", 7, "title", "b")));
    String start = "{'field': 'near', 'max_distance': 3, ";
    Map.of(
            "'field': 'published'", "2",
            "'field': 'published', 'order': 'desc'", "3",
            "'field': 'views', 'order': 'desc'", "3")
        .forEach(
            (canonical, id) ->
                assertEquals(
                    Map.of(id, List.of("1", "2", "3", "4")),
                    members(run("news", start + "'canonical': {" + canonical + "}}"))));
    String some = start + "'query': {'term': {'title': '%s'}}}";
    assertEquals(Map.of("1", List.of("1", "2")), members(run("news", some.formatted("a"))));
    assertEquals(Map.of(), members(run("news", some.formatted("c"))));
  }

  /** Equal fingerprints are not enough where texts have to confirm them. */
  public void testConfirm() {
    create("news", between(1, 3));
    String tea = "the county sold its spring tea overseas this year at a price that is higher";
    index(
        "news",
        Map.of(
            "1", Map.of("near", 7, "text", tea),
            "2", Map.of("near", 7, "text", tea + " by a fifth"),
            "3", Map.of("near", 7, "text", "a match between two teams ended without a goal"),
            "4", Map.of("near", 3, "text", tea),
            "5", Map.of("near", 3)));
    assertEquals(
        Map.of("1", List.of("1", "2", "3", "4", "5")), members(run("news", "{'field': 'near'}")));
    for (String options : List.of("", ", 'max_distance': 3")) {
      String confirm = "{'field': 'near', 'confirm': {'field': 'text'}" + options + "}";
      assertEquals(Map.of("1", List.of("1", "2", "4")), members(run("news", confirm)));
    }
    String exact = "{'field': 'near', 'confirm': {'field': 'text', 'min_similarity': 1}}";
    assertEquals(Map.of("1", List.of("1", "4")), members(run("news", exact)));
    String words =
        "{'field': 'near', 'confirm': {'field': 'text', 'min_containment': 1,"
            + " 'shingle': {'unit': 'token', 'size': 3}}}";
    assertEquals(Map.of("1", List.of("1", "2", "4")), members(run("news", words)));
  }

  /**
   * {@code confirm} leaves passages out as the field does, and by default folds texts so. With a
   * folding of its own, equal signatures do not tell that texts are equal.
   */
  public void testConfirmOfTextsThatDifferInWhatDoesNotCount() {
    String text = "the caf\u00e9 at the harbour sells tea from the mountains in the spring. ";
    String folded = text.replace('\u00e9', 'e');
    String accents = "'analyzer': 'standard', 'fold': ['accents']";
    assertConfirmed(true, accents, "", text, folded);
    assertConfirmed(true, accents + ", 'signature': false", "", text, folded);
    assertConfirmed(false, accents, ", 'fold': []", text, folded);
    String frame = "Subscribe to our newsletter for more.";
    String framed = "'boilerplate': ['" + frame + "']";
    for (String field : List.of("'analyzer': 'standard', ", "'fingerprint': false, ")) {
      assertConfirmed(true, field + framed, "", text, text + frame);
    }
  }

  private void assertConfirmed(
      boolean confirmed, String field, String options, String one, String other) {
    String mapping =
        """
        {'properties': {'text': {'type': 'text', 'fields': {'near': {'type': 'simhash', %s}}}}}"""
            .formatted(field)
            .replace('\'', '"');
    createIndex("folded", indicesAdmin().prepareCreate("folded").setMapping(mapping));
    index("folded", Map.of("1", Map.of("text", one), "2", Map.of("text", other)));
    String confirm = "{'field': 'text.near', 'confirm': {'field': 'text', 'min_similarity': 1%s}}";
    assertEquals(
        confirmed ? Map.of("1", List.of("1", "2")) : Map.of(),
        members(run("folded", confirm.formatted(options))));
    indicesAdmin().prepareDelete("folded").get();
  }

  /** A field that takes fingerprints may have the list of the processor that makes them. */
  public void testConfirmByAFieldOfFingerprints() {
    String text = "the cafe at the harbour sells tea from the mountains in the spring. ";
    String frame = "Subscribe to our newsletter for more.";
    for (String list : List.of("", "'boilerplate': '" + frame + "',")) {
      String mapping =
          "{'properties': {'near': {%s 'type': 'simhash'}, 'text': {'type': 'text'}}}"
              .formatted(list)
              .replace('\'', '"');
      createIndex("taken", indicesAdmin().prepareCreate("taken").setMapping(mapping));
      index(
          "taken",
          Map.of(
              "1", Map.of("near", 7, "text", text), "2", Map.of("near", 7, "text", text + frame)));
      String confirm = "{'field': 'near', 'confirm': {'field': 'text', 'min_similarity': 1}}";
      assertEquals(
          list.isEmpty() ? Map.of() : Map.of("1", List.of("1", "2")),
          members(run("taken", confirm)));
      indicesAdmin().prepareDelete("taken").get();
    }
  }

  /** A star's members are confirmed with its centre, not only with each other. */
  public void testConfirmOfStars() {
    create("news", between(1, 3));
    index(
        "news",
        Map.of(
            "1", Map.of("near", 7, "text", "a b c d e f"),
            "2", Map.of("near", 7, "text", "c d e f g h"),
            "3", Map.of("near", 7, "text", "e f g h i j"),
            "4", Map.of("near", 7, "text", "g h i j k l"),
            "5", Map.of("near", 7, "text", "k l m n o p"),
            "6", Map.of("near", 7)));
    String confirm =
        "{'field': 'near', 'max_distance': 3, 'linkage': '%s', 'confirm': {'field': 'text',"
            + " 'min_similarity': 0.5, 'shingle': {'unit': 'token', 'size': 1}}}";
    String star = confirm.formatted("star");
    assertEquals(
        Map.of("1", List.of("1", "2", "3", "4")),
        members(run("news", confirm.formatted("connected"))));
    // 2 and 3 have two confirmed neighbours each, and 4 is none of 2.
    for (String options : List.of(star, star.replace("'max_distance': 3, ", ""))) {
      assertEquals(Map.of("2", List.of("1", "2", "3")), members(run("news", options)));
    }
  }

  /** Documents without a text are asked for once, not once a pair. */
  public void testDocumentsWithoutATextToConfirm() {
    create("news", 1);
    index("news", 100, i -> Map.of("near", 7));
    long before = searches();
    String confirm = "{'field': 'near', 'max_distance': 3, 'confirm': {'field': 'text'}}";
    assertEquals(Map.of(), members(run("news", confirm)));
    assertTrue("searches: " + (searches() - before), searches() - before < 20);
  }

  /** Of documents with equal values and texts, each text is read once, and none is compared. */
  public void testEqualDocumentsAreNotConfirmed() {
    create("news", 1);
    Map<String, Object> value = source(Families.of(new java.util.Random(1), 1, 1, 0).getFirst());
    index("news", 100, i -> Map.of("near", value.get("near"), "text", "the same text"));
    long before = searches();
    assertEquals(1, count(run("news", "{'field': 'near', 'max_distance': 3}"), "clusters_found"));
    long withoutConfirm = searches() - before;
    before = searches();
    String confirm = "{'field': 'near', 'max_distance': 3, 'confirm': {'field': 'text'}}";
    assertEquals(1, count(run("news", confirm), "clusters_found"));
    assertEquals(withoutConfirm + 1, searches() - before);
  }

  /** Where others have a signature, documents without one are in no cluster, and counted. */
  public void testDocumentsWithoutASignature() {
    create("news", between(1, 3));
    index("news", 300, i -> source(signed(i % 35)));
    index("news", Map.of("a", Map.of("near", 0), "b", Map.of("near", 0)));
    Map<String, Object> response = run("news", "{'field': 'near'}");
    assertEquals(Map.of(), members(response));
    assertEquals(0, count(response, "candidates"));
    assertEquals(300, count(response, "documents"));
    assertEquals(2, count(response, "incomparable_signatures"));
    assertEquals(302, count(response, "stories"));
  }

  private static NearValue signed(long fingerprint) {
    return new NearValue(
        fingerprint, Optional.of(PARAMETERS.signature(random().longs(1024).toArray())));
  }

  /** Documents of several indices may have the same id. */
  public void testSeveralIndices() {
    create("news", 2);
    create("older", 1);
    createIndex("other", indicesAdmin().prepareCreate("other").setMapping("title", "type=keyword"));
    index("news", Map.of("1", Map.of("near", 7), "2", Map.of("near", 1L << 40)));
    index("older", Map.of("1", Map.of("near", 7), "2", Map.of("near", 1L << 50)));
    index("other", Map.of("1", Map.of("title", "a")));
    assertEquals(
        Map.of("news/1", List.of("1", "1")),
        members(run("news,older,other", "{'field': 'near', 'max_distance': 0}")));
  }

  /** An index in which the query can match nothing is left out of the first search only. */
  public void testAnIndexThatTheQueryLeavesOut() {
    create("news", 2);
    createIndex("older", indicesAdmin().prepareCreate("older").setMapping("near", "type=simhash"));
    Map<String, Object> a = Map.of("near", 7, "title", "a");
    index("news", Map.of("1", a, "2", a));
    index("older", Map.of("1", Map.of("near", 7)));
    blockWrites("older", true);
    String query = "'query': {'term': {'title': 'a'}}";
    for (String linkage : List.of("connected", "star")) {
      assertEquals(
          Map.of("news/1", List.of("1", "2")),
          members(
              run("news,older", "{'field': 'near', 'linkage': '" + linkage + "', " + query + "}")));
    }
  }

  /** Without a document there is no cluster; without the field there is a mistake. */
  public void testNoDocument() {
    create("news", 2);
    assertEquals(Map.of(), members(run("news", "{'field': 'near'}")));
    index("news", Map.of("1", Map.of("title", "a")));
    assertEquals(Map.of(), members(run("news", "{'field': 'near'}")));
  }

  /** Sentences about options are in bad-input/clusters.txt. */
  public void testMistakes() {
    create("news", between(1, 3));
    index("news", Map.of("1", Map.of("near", 7), "2", Map.of("near", 7), "3", Map.of("near", 7)));
    refuse(
        "the documents to cluster must be at most [max_documents] [2] but were [3]",
        "{'field': 'near', 'max_documents': 2}");
    expectThrows(IndexNotFoundException.class, () -> run("absent", "{'field': 'near'}"));
  }

  /** Where indices map a field of different types, its values are compared as numbers. */
  public void testCanonicalMemberOfSeveralTypes() {
    createWith("days", "date", "long");
    createWith("nanos", "date_nanos", "double");
    createWith("floats", "date", "half_float");
    index("days", Map.of("1", canonical("2026-02-02T00:00:00.000Z", 3)));
    index("nanos", Map.of("2", canonical("2026-01-01T00:00:00.000000001Z", 2.5)));
    index("floats", Map.of("3", canonical("2026-01-01T00:00:00.000Z", 2.75)));
    assertCanonical("floats/3", "published", "asc");
    assertCanonical("days/1", "published", "desc");
    assertCanonical("nanos/2", "views", "asc");
    assertCanonical("days/1", "views", "desc");
  }

  private void createWith(String index, String published, String views) {
    String[] types = {
      "near", "type=simhash", "published", "type=" + published, "views", "type=" + views
    };
    createIndex(index, indicesAdmin().prepareCreate(index).setMapping(types));
  }

  private static Map<String, Object> canonical(String published, Number views) {
    return Map.of("near", 7, "published", published, "views", views);
  }

  private void assertCanonical(String id, String field, String order) {
    String options =
        "{'field': 'near', 'canonical': {'field': '" + field + "', 'order': '" + order + "'}}";
    assertEquals(Set.of(id), members(run("days,nanos,floats", options)).keySet());
  }

  private void refuse(String sentence, String body) {
    Exception e = expectThrows(IllegalArgumentException.class, () -> run("news", body));
    assertEquals(sentence, e.getMessage());
  }

  /** A run that does not fit is refused before it reads the documents. */
  public void testCircuitBreaker() {
    create("news", 1);
    index("news", Map.of("1", Map.of("near", 7)));
    updateClusterSettings(Settings.builder().put("indices.breaker.request.limit", "1kb").build());
    try {
      Exception e = expectThrows(Exception.class, () -> run("news", "{'field': 'near'}"));
      assertNotNull(e.toString(), ExceptionsHelper.unwrap(e, CircuitBreakingException.class));
    } finally {
      updateClusterSettings(Settings.builder().putNull("indices.breaker.request.limit").build());
    }
  }

  /** The order of equal documents does not matter, and of 2,000 no pair is compared. */
  public void testManyEqualDocuments() {
    create("news", 3);
    NearValue value = Families.of(random(), 1, 1, 0).getFirst();
    index("news", 2_000, i -> source(value));
    Map<String, Object> response = run("news", "{'field': 'near'}");
    assertEquals(1, count(response, "clusters_found"));
    assertEquals(2_000, count(response, "clustered_documents"));
    assertEquals(0, count(response, "candidates"));
    FoundCluster cluster = clusters(response).getFirst();
    assertEquals("0", cluster.id());
    assertEquals(FoundCluster.MEMBERS_LISTED, cluster.members().size());
  }
}
