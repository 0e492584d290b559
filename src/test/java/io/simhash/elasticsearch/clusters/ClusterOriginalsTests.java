package io.simhash.elasticsearch.clusters;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertHitCount;

import io.simhash.core.cluster.Families;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.run.CountingBreaker;
import io.simhash.elasticsearch.run.Reservation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.plugins.ScriptPlugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.script.BooleanFieldScript;
import org.elasticsearch.script.ScriptContext;
import org.elasticsearch.script.ScriptEngine;
import org.elasticsearch.script.StringFieldScript;
import org.elasticsearch.xcontent.XContentType;
import org.junit.After;

/** The fields of a run's {@code update} that name one original of each story. */
public class ClusterOriginalsTests extends ClustersNode {

  private static final String UPDATE =
      "'update': {'field': 'cluster_id', 'canonical_field': 'original',"
          + " 'target_field': 'near_duplicate_of'}}";

  private static final String RUN = "{'field': 'near', 'max_distance': 3, " + UPDATE;

  /** Scripts of mapped fields, which compute values from those of {@code _source}. */
  public static final class ParsingScripts extends Plugin implements ScriptPlugin {

    @Override
    public ScriptEngine getScriptEngine(Settings settings, Collection<ScriptContext<?>> contexts) {
      return new ScriptEngine() {
        @Override
        public String getType() {
          return "parsing";
        }

        @Override
        public <F> F compile(
            String name, String code, ScriptContext<F> context, Map<String, String> parameters) {
          boolean isBoolean = context.equals(BooleanFieldScript.CONTEXT);
          return context.factoryClazz.cast(
              isBoolean
                  ? BooleanFieldScript.PARSE_FROM_SOURCE
                  : StringFieldScript.PARSE_FROM_SOURCE);
        }

        @Override
        public Set<ScriptContext<?>> getSupportedContexts() {
          return Set.of(BooleanFieldScript.CONTEXT, StringFieldScript.CONTEXT);
        }
      };
    }
  }

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return Stream.concat(super.getPlugins().stream(), Stream.of(ParsingScripts.class)).toList();
  }

  @Override
  protected String mapping() {
    return """
        {"properties": {
          "near": {"type": "simhash"}, "published": {"type": "date"}, "title": {"type": "keyword"},
          "cluster_id": {"type": "keyword"}, "original": {"type": "boolean"},
          "near_duplicate_of": {"properties": {
            "id": {"type": "keyword"}, "index": {"type": "keyword"},
            "distance": {"type": "integer"}, "similarity": {"type": "float"},
            "unknown": {"type": "boolean"}}}}}""";
  }

  @After
  public void checkThatNothingIsLeft() throws Exception {
    assertNothingIsLeft();
  }

  /** The sources by id as a search finds them now, without values that are null. */
  private Map<String, Map<String, Object>> sources() {
    List<Map<String, Object>> hits = at(search("{'size': 1000}", "news"), "hits/hits");
    Map<String, Map<String, Object>> sources =
        hits.stream()
            .collect(
                Collectors.toMap(
                    hit -> (String) hit.get("_id"),
                    hit -> ClustersNode.<Map<String, Object>>at(hit, "_source"),
                    (a, b) -> a,
                    TreeMap::new));
    sources.values().forEach(ClusterOriginalsTests::removeNulls);
    return sources;
  }

  private static void removeNulls(Map<?, ?> map) {
    map.values().removeIf(Objects::isNull);
    map.values().stream()
        .filter(Map.class::isInstance)
        .forEach(value -> removeNulls((Map<?, ?>) value));
  }

  private Map<String, Object> values(String field) {
    Map<String, Object> values = new TreeMap<>();
    sources().forEach((id, source) -> values.put(id, source.get(field)));
    values.values().removeIf(Objects::isNull);
    return values;
  }

  /** The tag that a document has if another is the original of its story. */
  private static Map<String, Object> tag(String id, Map<String, Object> nearness) {
    Map<String, Object> tag = new HashMap<>(Map.of("id", id, "index", "news"));
    tag.putAll(nearness);
    return tag;
  }

  /**
   * On random documents of several shards: one original in each story, also of a document without a
   * value, and in the others a tag with it, which tells how near it is, also at the end of a chain.
   * The next run writes nothing.
   */
  public void testOneOriginalOfEachStory() {
    create("news", between(1, 4));
    Map<String, NearValue> values = indexed(Families.of(random(), 20, 12, 9), true);
    String run = "{'field': 'near', 'linkage': '" + randomFrom("connected", "star") + "', ";
    Map<String, Object> response = run("news", run + UPDATE);
    Map<String, NearValue> compared = compared(values, NearRule.of(null, null, true));
    Map<String, Map<String, Object>> sources = sources();
    sources.forEach(
        (id, source) -> {
          String cluster = (String) source.get("cluster_id");
          assertEquals(id, cluster.equals(id), source.get("original"));
          Map<String, Object> expected =
              cluster.equals(id)
                  ? null
                  : tag(cluster, compared.get(id).nearness(compared.get(cluster)));
          assertEquals(id, expected, source.get("near_duplicate_of"));
        });
    assertTrue(sources.size() + "", sources.size() > count(response, "stories"));
    assertHitCount(
        client().prepareSearch("news").setQuery(QueryBuilders.termQuery("original", true)),
        count(response, "stories"));
    assertEquals(sources.size(), count(run("news", run + UPDATE), "update/unchanged"));
    assertEquals(sources, sources());
  }

  private void createNews() {
    create("news", between(1, 3));
    index(
        "news",
        Map.of(
            "1", Map.of("near", 0xff, "published", "2026-01-02", "title", "a"),
            "2", Map.of("near", 0xfe, "published", "2026-01-03"),
            "3", Map.of("near", 0xfc, "published", "2026-01-04"),
            "4", Map.of("near", -1)));
  }

  /** Another original is written, and what is right already is not. */
  public void testASecondRun() {
    createNews();
    String oldest = RUN.substring(0, RUN.length() - 1) + ", 'canonical': {'field': 'published'}}";
    assertEquals(4, count(run("news", oldest), "update/updated"));
    assertEquals(Map.of("1", true, "2", false, "3", false, "4", true), values("original"));
    Map<String, Long> before = versions();
    index("news", Map.of("5", Map.of("near", -2, "published", "2026-01-01")));
    assertEquals(2, count(run("news", oldest), "update/updated"));
    assertEquals(
        Map.of("1", true, "2", false, "3", false, "4", false, "5", true), values("original"));
    assertEquals(List.of("4", "5"), changedSince(before));
    // An older one arrives, and an original gets another text.
    index(
        "news",
        Map.of(
            "0", Map.of("near", 0xfe, "published", "2025-01-01"),
            "5", Map.of("near", 0, "published", "2026-01-01", "original", true)));
    assertEquals(6, count(run("news", oldest), "update/updated"));
    assertEquals(
        Map.of("0", true, "1", false, "2", false, "3", false, "4", true, "5", true),
        values("original"));
    assertEquals(
        Map.of(
            "1", tag("0", Map.of("distance", 1)),
            "2", tag("0", Map.of("distance", 0)),
            "3", tag("0", Map.of("distance", 1))),
        values("near_duplicate_of"));
    assertEquals(Map.of("1", "a"), values("title"));
  }

  private Map<String, Long> versions() {
    List<Map<String, Object>> hits =
        at(search("{'size': 1000, 'version': true}", "news"), "hits/hits");
    return hits.stream()
        .collect(
            Collectors.toMap(
                hit -> (String) hit.get("_id"), hit -> ((Number) hit.get("_version")).longValue()));
  }

  private List<String> changedSince(Map<String, Long> before) {
    Map<String, Long> after = versions();
    return after.keySet().stream()
        .filter(id -> after.get(id).equals(before.get(id)) == false)
        .sorted()
        .toList();
  }

  /** Whatever form a tag has, it is replaced as a whole, and only if it is not right. */
  public void testEarlierTags() {
    create("news", 1);
    Map<String, Object> right = tag("0", Map.of("distance", 0));
    Map<String, Object> more = new HashMap<>(right);
    more.put("unknown", true);
    Map<String, Object> withNull = new HashMap<>(right);
    withNull.put("similarity", null);
    List<Object> tags = new ArrayList<>();
    tags.addAll(
        Arrays.asList(
            null,
            Map.of(),
            Map.of("unknown", true),
            Map.of("id", "7", "index", "news", "distance", 1, "similarity", .75),
            List.of(right, Map.of("id", "7", "index", "news")),
            List.of(),
            more,
            right,
            withNull));
    for (int i = 0; i < tags.size(); i++) {
      Map<String, Object> source = new HashMap<>(Map.of("near", 7, "title", "a"));
      source.put("near_duplicate_of", tags.get(i));
      index("news", Map.of(i == 0 ? "0" : "" + i, source));
    }
    index(
        "news",
        Map.of(
            "original",
            Map.of("near", -1, "near_duplicate_of", Map.of("id", "7", "index", "news"))));
    String tagsOnly =
        "{'field': 'near', 'max_distance': 3,"
            + " 'update': {'field': 'cluster_id', 'target_field': 'near_duplicate_of'}}";
    run("news", tagsOnly);
    Map<String, Object> expected = new TreeMap<>();
    for (int i = 1; i < tags.size(); i++) {
      expected.put("" + i, right);
    }
    assertEquals(expected, values("near_duplicate_of"));
    assertEquals(Map.of(), values("original"));
    assertHitCount(
        client()
            .prepareSearch("news")
            .setQuery(QueryBuilders.existsQuery("near_duplicate_of.unknown")),
        0);
    Map<String, Long> before = versions();
    assertEquals(10, count(run("news", tagsOnly), "update/unchanged"));
    assertEquals(List.of(), changedSince(before));
  }

  /** A document that changes while the run writes is not written, and the next run takes it. */
  public void testDocumentsThatChangeMeanwhile() {
    createNews();
    AtomicBoolean changed = new AtomicBoolean();
    Client changing =
        new FilterClient(client()) {
          @Override
          protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
              ActionType<R> action, Q request, ActionListener<R> listener) {
            // The original gets another text, and a copy of it goes.
            if (request instanceof BulkRequest && changed.getAndSet(true) == false) {
              ClusterOriginalsTests.this
                  .prepareIndex("news")
                  .setId("1")
                  .setSource("near", 0, "title", "b")
                  .get();
              ClusterOriginalsTests.this.client().prepareDelete("news", "3").get();
            }
            super.doExecute(action, request, listener);
          }
        };
    ClustersRequest request = new ClustersRequest(new String[] {"news"}, json(RUN));
    ClusterTask task = new ClusterTask(1, "test", "test", "test", null, Map.of());
    try (Reservation listed = new Reservation(new CountingBreaker(Long.MAX_VALUE), "test")) {
      Map<String, Object> body =
          new ClusterRun(task, request, false, changing, client(), threads()).run(listed);
      assertEquals(2, count(body, "update/conflicts"));
      assertEquals("the story of 2 lacks its original", 2, count(body, "stories"));
    }
    indicesAdmin().prepareRefresh("news").get();
    assertEquals(Map.of("2", false, "4", true), values("original"));
    run("news", RUN);
    assertEquals(Map.of("1", true, "2", true, "4", true), values("original"));
    assertEquals(Map.of("1", "b"), values("title"));
    assertEquals(Map.of(), values("near_duplicate_of"));
  }

  /** A synthetic source has the floats of a tag, and the next run finds them equal. */
  public void testSyntheticSource() {
    Settings synthetic = Settings.builder().put("index.mapping.source.mode", "synthetic").build();
    createIndex(
        "news", indicesAdmin().prepareCreate("news").setSettings(synthetic).setMapping(mapping()));
    Map<String, NearValue> values = indexed(Families.of(random(), 10, 6, 9), false);
    String run = "{'field': 'near', " + UPDATE;
    assertEquals(values.size() + 1, count(run("news", run), "update/updated"));
    assertEquals(values.size() + 1, count(run("news", run), "update/unchanged"));
  }

  /** What has no doc value is not read: the documents are found to be equal when written. */
  public void testFieldsWithoutDocValues() {
    createIndex(
        "news",
        indicesAdmin()
            .prepareCreate("news")
            .setMapping(mapping().replace("\"boolean\"}", "\"boolean\", \"doc_values\": false}")));
    index("news", Map.of("1", Map.of("near", 7), "2", Map.of("near", 7)));
    assertEquals(2, count(run("news", RUN), "update/updated"));
    assertEquals(2, count(run("news", RUN), "update/unchanged"));
    assertEquals(Map.of("1", true, "2", false), values("original"));
  }

  /** Indices whose mapping cannot take the values are refused before documents are read. */
  public void testFieldsThatCannotBeWritten() {
    createNews();
    refuse(
        "[update.canonical_field] must name a field of type [boolean] but [title] of index [news]"
            + " is of type [keyword]",
        "'canonical_field': 'title'");
    refuse(
        "[update.canonical_field] must name a field of type [boolean] but [no] is not mapped in"
            + " index [news]",
        "'canonical_field': 'no'");
    refuse(
        "[update.target_field] must name an object with the field [id] but [title] of index [news]"
            + " is of type [keyword]",
        "'target_field': 'title'");
    refuse(
        "[update.target_field] must name an object with the field [id] but [no.id] is not mapped in"
            + " index [news]",
        "'target_field': 'no'");
    assertAcked(
        indicesAdmin()
            .preparePutMapping("news")
            .setSource(
                """
                {"properties": {
                  "first": {"type": "alias", "path": "original"},
                  "scripted": {
                    "type": "boolean", "script": {"lang": "parsing", "source": ""}}},
                  "runtime": {"computed": {"type": "boolean"}}}""",
                XContentType.JSON));
    refuse(
        "[update.canonical_field] must name a field that takes values but [first] of index [news] is"
            + " an alias of [original]",
        "'canonical_field': 'first'");
    for (String field : List.of("scripted", "computed")) {
      refuse(
          "[update.canonical_field] must name a field that takes values but ["
              + field
              + "] of index [news] is computed",
          "'canonical_field': '" + field + "'");
    }
    assertAcked(
        indicesAdmin()
            .preparePutMapping("news")
            .setSource(
                """
                {"properties": {
                  "texts": {"properties": {"id": {"type": "text"}}},
                  "lower": {"properties": {"id": {"type": "keyword", "normalizer": "lowercase"}}},
                  "scripts": {"properties": {
                    "id": {"type": "keyword", "script": {"lang": "parsing", "source": ""}}}},
                  "multi": {"type": "keyword", "fields": {"id": {"type": "keyword"}}},
                  "parts": {"type": "nested", "properties": {"id": {"type": "keyword"}}}}}""",
                XContentType.JSON));
    refuse(
        "[update.target_field] must name an object with the field [id] of type [keyword] but"
            + " [texts.id] of index [news] is of type [text]",
        "'target_field': 'texts'");
    refuse(
        "[update.target_field] must name an object with the field [id] that takes every id but"
            + " [lower.id] of index [news] has a [normalizer]",
        "'target_field': 'lower'");
    refuse(
        "[update.target_field] must name an object with the field [id] that takes every id but"
            + " [scripts.id] of index [news] is computed",
        "'target_field': 'scripts'");
    refuse(
        "[update.target_field] must name an object with the field [id] but [multi] of index [news]"
            + " is of type [keyword]",
        "'target_field': 'multi'");
    refuse(
        "[update.target_field] needs a field outside nested objects but [parts.id] is inside"
            + " [parts]: a document has a value there for each of its objects",
        "'target_field': 'parts'");
    assertEquals(Map.of(), values("cluster_id"));
  }

  private void refuse(String sentence, String option) {
    String run = "{'field': 'near', 'update': {'field': 'cluster_id', " + option + "}}";
    Exception e = expectThrows(Exception.class, () -> run("news", run));
    assertEquals(sentence, e.getMessage());
    assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
  }
}
