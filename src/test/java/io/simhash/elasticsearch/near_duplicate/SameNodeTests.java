package io.simhash.elasticsearch.near_duplicate;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import io.simhash.core.minhash.Bands;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.settings.Settings;

/** Documents are compared only with those that have the same values. */
public class SameNodeTests extends NearDuplicateNode {

  private static final String SAME = "\"same\": [\"tenant\"]";

  private static final String MAPPING =
      """
      {"properties": {"simhash": {"type": "simhash"}, "tenant": {"type": "keyword"},
        "lang": {"type": "keyword", "normalizer": "lowercase"}, "number": {"type": "long"},
        "day": {"type": "date"}, "public": {"type": "boolean"}, "share": {"type": "double"},
        "ip": {"type": "ip", "ignore_malformed": true},
        "malformed": {"type": "integer", "ignore_malformed": true},
        "short": {"type": "keyword", "ignore_above": 3},
        "text": {"type": "text", "fields": {"keyword": {"type": "keyword"}}},
        "parts": {"type": "nested", "properties": {"tenant": {"type": "keyword"}}},
        "hidden": {"type": "object", "enabled": false},
        "other": {"type": "alias", "path": "tenant"}}}""";

  private void create(String index, String mapping) {
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareCreate(index)
            .setSettings(Settings.builder().put("index.refresh_interval", -1))
            .setMapping(mapping));
  }

  private void create() {
    create("news", MAPPING);
  }

  private static IndexRequest document(String id, int text, String field, Object value) {
    return document(id, value(text, 0), Map.of(field, value));
  }

  private static IndexRequest document(String id, NearValue value, Map<String, Object> fields) {
    Map<String, Object> source = new HashMap<>(document(id, value).sourceAsMap());
    source.putAll(fields);
    return new IndexRequest("news").id(id).source(source);
  }

  /** The value of a text, of which one eighth for each number is not that of the text. */
  private static NearValue value(int text, int eighths) {
    int hashes = Bands.DEFAULT.hashes();
    long[] minima =
        LongStream.range(0, hashes)
            .map(
                i ->
                    i * 0x9e3779b97f4a7c15L
                        + text
                        + (i * 8 < eighths * hashes ? 1000L * eighths : 0))
            .map(x -> (x ^ x >>> 29) * 0xbf58476d1ce4e5b9L)
            .map(x -> x ^ x >>> 32)
            .toArray();
    return new NearValue(text, Optional.of(signature(minima)));
  }

  /** The ids of the near-duplicates that a document is tagged with. */
  private TreeSet<String> tags(String id) {
    Object tag = tag(id);
    List<?> all = tag instanceof List<?> list ? list : tag == null ? List.of() : List.of(tag);
    return all.stream()
        .map(each -> ((Map<?, ?>) each).get("id").toString())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static TreeSet<String> ids(String... ids) {
    return new TreeSet<>(List.of(ids));
  }

  private static IndexRequest[] feed() {
    return new IndexRequest[] {
      document("a1", 1, "tenant", "acme"),
      document("z1", 1, "tenant", "zeta"),
      document("a2", 1, "tenant", "acme"),
      document("z2", 1, "tenant", "zeta")
    };
  }

  public void testEachTenantKeepsItsOwn() {
    create();
    put(SAME + ", " + DROP);
    assertEquals(List.of("created", "created", "noop", "noop"), results(bulk(feed())));
    // The same again: the window knows them, and then a search.
    assertEquals(List.of("updated", "updated", "noop", "noop"), results(bulk(feed())));
    refresh("news");
    assertEquals(List.of("updated", "updated", "noop", "noop"), results(bulk(feed())));
    for (String id : List.of("a1", "z1")) {
      assertNull(tag(id));
    }
  }

  public void testTheTagAndTheClusterAreOfTheSameTenant() {
    create();
    put(SAME + ", \"cluster_field\": \"cluster\", \"size\": 5");
    index(feed());
    refresh("news");
    index(document("z3", 1, "tenant", "zeta"), document("y1", 1, "tenant", "yota"));
    assertEquals(ids("z1", "z2"), tags("z3"));
    assertEquals("z1", field("z3", "cluster"));
    assertEquals(ids(), tags("y1"));
    assertEquals("y1", field("y1", "cluster"));
  }

  public void testARefusalNamesTheOriginalOfTheSameTenant() {
    create();
    put(SAME + ", \"on_duplicate\": \"fail\"");
    index(document("a1", 1, "tenant", "acme"), document("z1", 1, "tenant", "zeta"));
    refresh("news");
    assertEquals(
        Map.of(
            "z2",
            "409 document [z2] is a near-duplicate of [z1] in [news], at distance [0] and similarity"
                + " [1.0]"),
        failures(bulk(document("z2", 1, "tenant", "zeta"), document("y", 1, "tenant", "yota"))));
  }

  /** Of a hundred tenants each has one of a hundred equal texts, and sends another one. */
  public void testManyTenantsInOneSearch() {
    create();
    put(SAME + ", \"size\": 3");
    IndexRequest[] first = new IndexRequest[100];
    IndexRequest[] second = new IndexRequest[100];
    for (int i = 0; i < 100; i++) {
      first[i] = document("a" + i, 1, "tenant", "t" + i);
      second[i] = document("b" + i, 1, "tenant", "t" + i);
    }
    index(first);
    refresh("news");
    index(second);
    for (int i = 0; i < 100; i++) {
      assertEquals(ids(), tags("a" + i));
      assertEquals(ids("a" + i), tags("b" + i));
    }
  }

  public void testADocumentWithoutAValueIsComparedOnlyWithOthersWithoutOne() {
    create();
    put(SAME);
    Map<String, Object> absent = new HashMap<>();
    absent.put("tenant", null);
    for (boolean visible : List.of(true, false)) {
      index(
          document("a", 1, "tenant", "acme"),
          document("none", value(1, 0)),
          document("list", value(1, 0), Map.of("tenant", List.of())));
      if (visible) {
        refresh("news");
      }
      index(document("null", value(1, 0), absent), document("b", 1, "tenant", List.of("acme")));
      assertEquals(ids("none"), tags("null"));
      assertEquals(ids("none"), tags("list"));
      assertEquals(ids("a"), tags("b"));
      assertAcked(client().admin().indices().prepareDelete("news"));
      create();
    }
  }

  public void testSeveralValuesOrAnObjectFailTheirDocumentAlone() {
    create();
    put(SAME);
    String sentence = "400 [same] needs at most one value, and no object, in [tenant] but it was ";
    assertEquals(
        Map.of("two", sentence + "[[acme, zeta]]", "object", sentence + "[{id=5}]"),
        failures(
            bulk(
                document("two", 1, "tenant", List.of("acme", "zeta")),
                document("object", 1, "tenant", Map.of("id", 5)),
                document("one", 1, "tenant", "acme"))));
    assertTrue(exists("one"));
  }

  public void testAllFieldsMustAgree() {
    create();
    put("\"same\": [\"tenant\", \"number\"], \"size\": 9");
    index(
        document("a5", value(1, 0), Map.of("tenant", "acme", "number", 5)),
        document("a6", value(1, 0), Map.of("tenant", "acme", "number", 6)),
        document("a", value(1, 0), Map.of("tenant", "acme")));
    refresh("news");
    index(
        document("A5", value(1, 0), Map.of("tenant", "acme", "number", "5")),
        document("A", value(1, 0), Map.of("tenant", "acme")));
    assertEquals(ids("a5"), tags("A5"));
    assertEquals(ids("a"), tags("A"));
  }

  /** A stored value is compared as its field does it. */
  private void assertFound(String field, Object stored, Object arriving, boolean isFound) {
    put("\"same\": [\"" + field + "\"]");
    create();
    index(document("old", 1, field, stored));
    refresh("news");
    index(document("new", 1, field, arriving));
    assertEquals(field + stored + arriving, isFound ? ids("old") : ids(), tags("new"));
    assertAcked(client().admin().indices().prepareDelete("news"));
  }

  public void testTypes() {
    assertFound("lang", "EN", "en", true);
    assertFound("lang", "EN", "de", false);
    assertFound("number", 5, "5", true);
    assertFound("number", 5, 6, false);
    assertFound("share", .1, .1, true);
    assertFound("share", .1, .2, false);
    assertFound("public", true, "true", true);
    assertFound("public", true, false, false);
    assertFound("day", "2026-03-01", "2026-03-01T00:00:00Z", true);
    assertFound("day", "2026-03-01T06:00:00Z", "2026-03-01", false);
    assertFound("day", "2026-03-01T06:00:00Z", "2026-03", false);
    assertFound("ip", "::1", "0:0:0:0:0:0:0:1", true);
    assertFound("ip", "10.1.2.3", "10.0.0.0/8", false);
    assertFound("malformed", 5, "five", false);
  }

  public void testASubFieldHasTheValueOfItsField() {
    create();
    put("\"same\": [\"text.keyword\"], " + DROP);
    index(document("a1", 1, "text", "Acme Inc"), document("z1", 1, "text", "Zeta Inc"));
    assertEquals(List.of("noop"), results(bulk(document("a2", 1, "text", "Acme Inc"))));
    refresh("news");
    assertEquals(
        List.of("noop", "created"),
        results(bulk(document("a3", 1, "text", "Acme Inc"), document("y1", 1, "text", "Acme"))));
  }

  /** It is in the document, but no term of the field: that is not the same as no value. */
  public void testAValueThatIsNotIndexedIsNoAbsentOne() {
    create();
    put("\"same\": [\"short\"]");
    index(document("long", 1, "short", "abcdef"), document("a", 1, "short", "abc"));
    refresh("news");
    index(document("none", value(1, 0)), document("other", 1, "short", "abcxyz"));
    assertEquals(ids(), tags("none"));
    assertEquals(ids(), tags("other"));
  }

  private void assertRefused(String option, String sentence) {
    put("\"same\": [\"" + option + "\"]");
    assertEquals(Map.of("new", "400 " + sentence), failures(bulk(document("new", value(1, 0)))));
  }

  public void testFieldsThatCannotBeCompared() {
    create();
    assertRefused(
        "text",
        "[same] must hold fields of keywords, numbers, booleans or dates but [text] is of type"
            + " [text]: use [text.keyword]");
    assertRefused(
        "other",
        "[same] must hold fields that documents have but [other] is an alias, a runtime field or a"
            + " field that others are copied to");
    assertRefused(
        "parts.tenant",
        "[same] needs a field outside nested objects but [parts.tenant] is inside [parts]: a"
            + " document has a value there for each of its objects");
    // Also one that no query can see.
    for (String field : List.of("tennant", "tenant.keyword", "hidden.tenant")) {
      assertRefused(
          field,
          "[same] must hold fields that are mapped but ["
              + field
              + "] is not: map it before the first document");
    }
    assertAcked(client().admin().indices().prepareDelete("news"));
    create("news", MAPPING.replaceFirst("\\{", "{\"_source\": {\"excludes\": [\"tenant\"]}, "));
    assertRefused(
        "tenant",
        "[same] must hold fields that [_source] keeps but [tenant] is left out by the mapping");
  }

  public void testADocumentThatChangesItsTenantIsComparedAnew() {
    create();
    put(SAME);
    for (boolean visible : List.of(false, true)) {
      index(feed());
      index(document("d", 1, "tenant", "acme"));
      assertEquals(ids("a1"), tags("d"));
      if (visible) {
        refresh("news");
      }
      index(document("d", 1, "tenant", "yota"));
      assertEquals(ids(), tags("d"));
      index(document("d", 1, "tenant", "zeta"));
      assertEquals(ids("z1"), tags("d"));
      assertAcked(client().admin().indices().prepareDelete("news"));
      create();
    }
  }

  /** Searches still see it with its old tenant. */
  public void testAnOriginalThatHasAnotherTenantNowDropsNothing() {
    create();
    put(SAME + ", " + DROP);
    index(document("a1", 1, "tenant", "acme"));
    refresh("news");
    IndexRequest moved = document("a1", 1, "tenant", "zeta");
    assertFalse(client().prepareBulk().add(moved).get().hasFailures());
    assertEquals(List.of("created"), results(bulk(document("a2", 1, "tenant", "acme"))));
    assertEquals(List.of("noop"), results(bulk(document("a3", 1, "tenant", "acme"))));
  }

  public void testAnOriginalThatTheSameRequestGivesAnotherTenantDropsNothing() {
    create();
    put(SAME + ", " + DROP);
    index(document("a1", 1, "tenant", "acme"));
    refresh("news");
    assertEquals(
        List.of("updated", "created"),
        results(bulk(document("a1", 1, "tenant", "zeta"), document("a2", 1, "tenant", "acme"))));
  }

  /** It was indexed before the field was mapped, so that searches take it for one without. */
  public void testAnOriginalWithAValueThatIsNotIndexedDropsNothing() {
    create("news", "{\"dynamic\": false, \"properties\": {\"simhash\": {\"type\": \"simhash\"}}}");
    put(DROP);
    index(document("a1", 1, "tenant", "acme"));
    refresh("news");
    assertAcked(
        client().admin().indices().preparePutMapping("news").setSource("tenant", "type=keyword"));
    put(SAME + ", " + DROP);
    assertEquals(List.of("created"), results(bulk(document("a2", value(1, 0)))));
    assertEquals(List.of("noop"), results(bulk(document("a3", value(1, 0)))));
  }

  /** The alias has the values that the window compares. */
  public void testThroughAFilteredAliasOfATenant() {
    create();
    put(SAME + ", " + DROP);
    for (String tenant : List.of("acme", "zeta")) {
      assertAcked(
          client()
              .admin()
              .indices()
              .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
              .addAlias("news", tenant, "{\"term\": {\"tenant\": \"" + tenant + "\"}}"));
      IndexRequest[] sent = {
        document(tenant + 1, 1, "tenant", tenant).index(tenant),
        document(tenant + 2, 1, "tenant", tenant).index(tenant)
      };
      assertEquals(List.of("created", "noop"), results(bulk(sent)));
      refresh("news");
      assertEquals(List.of("updated", "noop"), results(bulk(sent)));
    }
  }

  /** Documents of which each has a tag for every one before it that is near and has its values. */
  public void testEqualsBruteForce() {
    create();
    put("\"same\": [\"tenant\", \"number\"], \"size\": 100");
    NearRule rule = new NearRule.Similar(.51, 2, 64);
    record Sent(String id, NearValue value, Map<String, Object> fields) {}
    List<Sent> all = new ArrayList<>();
    List<IndexRequest> bulk = new ArrayList<>();
    Map<String, TreeSet<String>> right = new HashMap<>();
    for (int i = 0; i < 1000; i++) {
      Map<String, Object> fields = new HashMap<>();
      if (random().nextInt(8) > 0) {
        fields.put("tenant", "t" + random().nextInt(4));
      }
      if (random().nextBoolean()) {
        fields.put("number", random().nextInt(2));
      }
      NearValue value = value(random().nextInt(5), random().nextInt(6));
      Sent sent = new Sent("d" + i, value, fields);
      right.put(
          sent.id,
          all.stream()
              .filter(each -> each.fields.equals(fields) && rule.holds(each.value, value))
              .map(Sent::id)
              .collect(Collectors.toCollection(TreeSet::new)));
      all.add(sent);
      bulk.add(document(sent.id, value, fields));
      if (random().nextInt(100) == 0 || i == 999) {
        index(bulk.toArray(IndexRequest[]::new));
        bulk.clear();
        if (random().nextBoolean()) {
          refresh("news");
        }
      }
    }
    all.forEach(each -> assertEquals(each.id, right.get(each.id), tags(each.id)));
    assertTrue(right.values().stream().mapToInt(TreeSet::size).sum() > 500);
  }
}
