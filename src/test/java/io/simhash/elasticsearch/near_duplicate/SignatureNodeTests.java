package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.base.OptionMap;
import io.simhash.core.cluster.Families;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.json.JsonXContent;

/** Near-duplicates by signatures: short texts, and documents with and without a signature. */
public class SignatureNodeTests extends NearDuplicateNode {

  private static final String SIMHASH =
      "{\"simhash\": {\"field\": \"category\", \"analyzer\": \"standard\"}}";

  private static IndexRequest text(String id, String text) {
    return new IndexRequest("news").id(id).source(Map.of("category", text));
  }

  private static IndexRequest value(String id, NearValue value) {
    return new IndexRequest("news").id(id).source(Map.of("simhash", TestValues.source(value)));
  }

  private static NearValue signed(long fingerprint, Signature signature) {
    return new NearValue(fingerprint, Optional.of(signature));
  }

  private static final Map<String, Object> FIRST =
      Map.of("id", "1", "index", "news", "similarity", 1.0);

  /** The tag has no distance: there are no fingerprints. */
  public void testShortTextsAreTagged() {
    createNews("news");
    putProcessors("near", SIMHASH, "{\"near_duplicate\": {}}");
    index(
        "near",
        text("1", "the quick brown fox"),
        text("2", "The quick, brown fox!"),
        text("3", "an old river"));
    index("near", text("4", "the QUICK brown fox"));
    refresh("news");
    index("near", text("5", "the quick brown FOX"), text("6", "a new bridge"));
    for (String id : List.of("2", "4")) {
      assertEquals(FIRST, tag("news", id));
    }
    // Of the equal stored documents, any.
    Map<?, ?> stored = (Map<?, ?>) tag("news", "5");
    assertEquals(FIRST.keySet(), stored.keySet());
    assertTrue(stored.toString(), List.of("1", "2", "4").contains(stored.get("id")));
    for (String id : List.of("1", "3", "6")) {
      assertNull(id, tag("news", id));
    }
  }

  /** Stored documents that are nearer to some take all hits of a search for several documents. */
  public void testEachDocumentIsSearchedForAloneWhereHitsAreCut() {
    createNews("news");
    putPipeline("near", "\"size\": 100");
    IndexRequest[] stored = new IndexRequest[SearchCoordinator.MAX_HITS + 1];
    for (int i = 0; i < SearchCoordinator.MAX_HITS; i++) {
      stored[i] = value("a" + i, signed(0, TestValues.signature(0)));
    }
    stored[SearchCoordinator.MAX_HITS] = value("b", signed(-1, TestValues.signature(1000)));
    index("_none", stored);
    refresh("news");
    // Those that arrive while the first ones are searched for have one search.
    IndexRequest[] arriving = new IndexRequest[40];
    for (int i = 0; i < arriving.length; i++) {
      arriving[i] =
          i % 2 == 0
              ? value("near a" + i, signed(0, TestValues.signature(0)))
              : value("near b" + i, signed(-1, TestValues.signature(1024)));
    }
    index("near", arriving);
    for (int i = 1; i < arriving.length; i += 2) {
      Object tags = tag("news", "near b" + i);
      List<?> found = tags instanceof List<?> several ? several : List.of(tags);
      assertTrue(
          tags.toString(),
          found.stream().anyMatch(each -> "b".equals(((Map<?, ?>) each).get("id"))));
    }
  }

  public void testShortTextsAreDropped() {
    createNews("news");
    putProcessors("near", SIMHASH, "{\"near_duplicate\": {\"on_duplicate\": \"drop\"}}");
    index("near", text("1", "the quick brown fox"), text("2", "The quick brown fox"));
    refresh("news");
    index("near", text("3", "the Quick brown fox"), text("4", "an old river"));
    assertTrue(exists("news", "1"));
    assertFalse(exists("news", "2"));
    assertFalse(exists("news", "3"));
    assertTrue(exists("news", "4"));
  }

  public void testShortTextsAreRefused() {
    createNews("news");
    putProcessors("near", SIMHASH, "{\"near_duplicate\": {\"on_duplicate\": \"fail\"}}");
    assertEquals(
        Map.of("2", "409 document [2] is a near-duplicate of [1] in [news], at similarity [1.0]"),
        failures(bulk("near", text("1", "the quick brown fox"), text("2", "The quick brown fox"))));
  }

  /** Without signatures a document without a fingerprint has no neighbours, and is none. */
  public void testShortTextsWithoutSignatures() {
    createNews("news");
    putProcessors("near", SIMHASH, "{\"near_duplicate\": {\"min_similarity\": 0}}");
    index("near", text("1", "the quick brown fox"), text("2", "the quick brown fox"));
    refresh("news");
    index("near", text("3", "the quick brown fox"));
    putPipeline("near", "\"max_distance\": 64, \"min_similarity\": 0");
    index("near", document("news", "4", 0));
    for (String id : List.of("2", "3", "4")) {
      assertNull(id, tag("news", id));
    }
  }

  /** Whatever {@code min_similarity} is, {@code max_distance} decides where one has none. */
  public void testDocumentsWithoutASignatureAreComparedByDistance() {
    for (String options : List.of("", "\"min_similarity\": 0.9")) {
      createNews("news");
      putPipeline("near", options);
      index("near", value("signed", signed(0, TestValues.signature(1024))));
      if (randomBoolean()) {
        refresh("news");
      }
      index("near", document("news", "13", 13), document("news", "12", 12));
      assertNull(tag("news", "13"));
      // The document at distance 13 of the same bulk is not searched yet, but it is nearer.
      Object tag = tag("news", "12");
      assertTrue(
          tag.toString(),
          List.of(neighbour("news", "signed", 12), neighbour("news", "13", 1)).contains(tag));
      indicesAdmin().prepareDelete("news").get();
    }
  }

  /** By distance alone they would be neighbours. */
  public void testSignaturesDecideWhereBothHaveOne() {
    createNews("news");
    putPipeline("near", "");
    index("near", value("1", signed(0, TestValues.signature(1024))));
    if (randomBoolean()) {
      refresh("news");
    }
    index(
        "near",
        value("other", signed(0, TestValues.signature(0))),
        value("similar", signed((1L << 24) - 1, TestValues.signature(900))),
        value("far", signed((1L << 25) - 1 << 30, TestValues.signature(950))));
    assertNull(tag("news", "other"));
    double similarity =
        TestValues.signature(900).similarity(TestValues.signature(1024)).getAsDouble();
    assertEquals(.88, similarity, .02);
    assertEquals(
        Map.of("id", "1", "index", "news", "distance", 24, "similarity", similarity),
        tag("news", "similar"));
    // Whatever the distance, unless it is limited.
    assertNotNull(tag("news", "far"));
    putPipeline("within", "\"max_distance\": 24");
    index("within", value("further", signed((1L << 25) - 1 << 30, TestValues.signature(950))));
    assertEquals("far", ((Map<?, ?>) tag("news", "further")).get("id"));
  }

  /** The most similar, and of equal ones the first to arrive: not the one at the least distance. */
  public void testTheBestInFlight() {
    createNews("news");
    putPipeline("none", "\"max_distance\": 0, \"min_similarity\": 1");
    index(
        "none",
        value("less", signed(0, TestValues.signature(800))),
        value("first", signed(7, TestValues.signature(950))),
        value("later", signed(3, TestValues.signature(950))));
    putPipeline("near", "");
    index("near", value("arriving", signed(0, TestValues.signature(1024))));
    Map<?, ?> tag = (Map<?, ?>) tag("news", "arriving");
    assertEquals("first", tag.get("id"));
    assertEquals(3, tag.get("distance"));
  }

  /**
   * Documents of all kinds in several bulks against the definition: the best of those that were
   * stored before, or if there is none the best of those in flight.
   */
  public void testEveryTagAgainstTheDefinition() {
    for (String options :
        List.of(
            "",
            "\"min_similarity\": 0.8",
            "\"min_similarity\": 0.3",
            "\"min_similarity\": 0",
            "\"max_distance\": 5",
            "\"max_distance\": 30, \"min_similarity\": 0.6")) {
      createNews("news");
      putPipeline("near", options);
      NearRule rule = rule(options);
      Map<String, NearValue> stored = new LinkedHashMap<>();
      Map<String, NearValue> inFlight = new LinkedHashMap<>();
      int tagged = 0;
      List<NearValue> all = values(random());
      for (int from = 0; from < all.size(); from += 50) {
        Map<String, NearValue> bulk = new LinkedHashMap<>();
        for (NearValue each : all.subList(from, Math.min(from + 50, all.size()))) {
          bulk.put(from + "-" + bulk.size(), each);
        }
        List<IndexRequest> requests = new ArrayList<>();
        bulk.forEach((id, value) -> requests.add(value(id, value)));
        index("near", requests.toArray(IndexRequest[]::new));
        for (Map.Entry<String, NearValue> each : bulk.entrySet()) {
          tagged += checkTag(each.getKey(), each.getValue(), rule, stored, inFlight) ? 1 : 0;
          inFlight.put(each.getKey(), each.getValue());
        }
        if (randomBoolean()) {
          refresh("news");
          stored.putAll(inFlight);
        }
      }
      assertTrue(options + ": " + tagged, tagged > 20 && tagged < all.size());
      indicesAdmin().prepareDelete("news").get();
    }
  }

  private static NearRule rule(String options) {
    Map<String, Object> parsed =
        XContentHelper.convertToMap(JsonXContent.jsonXContent, "{" + options + "}", true);
    return NearDuplicateOptions.from(new OptionMap(parsed)).rule();
  }

  /** Some 200 values, in families and in random order; some have no fingerprint. */
  private static List<NearValue> values(Random random) {
    List<NearValue> values = new ArrayList<>();
    for (NearValue each : Families.of(random, 40, 10, 14)) {
      boolean isShort = each.signature().isPresent() && random.nextInt(5) == 0;
      values.add(isShort ? new NearValue(OptionalLong.empty(), each.signature()) : each);
    }
    Collections.shuffle(values, random);
    return values;
  }

  /** Returns whether the document has a tag. */
  private boolean checkTag(
      String id,
      NearValue value,
      NearRule rule,
      Map<String, NearValue> stored,
      Map<String, NearValue> inFlight) {
    Set<Map<String, Object>> expected = best(value, rule, stored, false);
    if (expected.isEmpty()) {
      expected = best(value, rule, inFlight, true);
    }
    Object tag = tag("news", id);
    if (expected.isEmpty()) {
      assertNull(id, tag);
      return false;
    }
    assertTrue(rule + " " + id + " " + tag + " " + expected, expected.contains(tag));
    return true;
  }

  /** The tags that name one of the most similar documents, or the first of them. */
  private static Set<Map<String, Object>> best(
      NearValue value, NearRule rule, Map<String, NearValue> others, boolean first) {
    List<String> near =
        others.keySet().stream().filter(id -> rule.holds(value, others.get(id))).toList();
    Comparator<String> byScore = Comparator.comparing(id -> score(value, others.get(id), rule));
    return near.stream()
        .filter(id -> near.stream().allMatch(other -> byScore.compare(id, other) >= 0))
        .limit(first ? 1 : near.size())
        .map(
            id ->
                Neighbour.stored(
                        new ComparedIndices.Place("news", id, null),
                        value,
                        others.get(id),
                        null,
                        null)
                    .asMap())
        .collect(Collectors.toSet());
  }

  /** As a search has it. */
  private static float score(NearValue value, NearValue other, NearRule rule) {
    double similarity = rule.usesSignatures() ? value.similarity(other) : NearRule.NO_SIMILARITY;
    return (float)
        (similarity == NearRule.NO_SIMILARITY ? 1.0 / (1 + value.distance(other)) : similarity);
  }
}
