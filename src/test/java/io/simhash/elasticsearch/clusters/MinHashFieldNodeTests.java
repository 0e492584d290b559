package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.ClusterMaker.Linkage;
import io.simhash.core.cluster.Definition;
import io.simhash.core.minhash.Bands;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.option.SameFields;
import io.simhash.elasticsearch.sample.EstimateAction;
import io.simhash.elasticsearch.sample.EstimateRequest;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TextShingles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.elasticsearch.index.query.QueryBuilders;
import org.junit.After;

/**
 * Fields of type {@code minhash} on random documents: the query, clusters, the aggregation, the
 * retriever and the estimate find what comparing all with all finds.
 */
public class MinHashFieldNodeTests extends ClustersNode {

  private static final NearRule RULE = NearRule.of(null, null, true);

  private static final Map<String, TextMinHasher> FIELDS =
      Map.of(
          "tags",
          new TextMinHasher(new Bands(512, 24, 2), Optional.empty()),
          "title.near",
          new TextMinHasher(
              Bands.DEFAULT,
              Optional.of(new TextShingles(new Shingling(Shingling.Unit.CHARACTER, 3), null))));

  /** By id, which is in the order of {@code n}. */
  private final Map<String, Map<String, Object>> documents = new TreeMap<>();

  @Override
  protected String mapping() {
    return """
        {"properties": {
          "n": {"type": "long"}, "tags": {"type": "minhash", "hashes": 512},
          "title": {"type": "text", "fields": {"near": {"type": "minhash", "shingle": {"size": 3}}}}}}
        """;
  }

  @After
  public void checkThatNothingIsLeft() throws Exception {
    assertNothingIsLeft();
  }

  /** Families of sets and of titles of which some words differ, and documents without a value. */
  private void createDocuments() {
    create("news", between(1, 4));
    List<Map<String, Object>> all = new ArrayList<>();
    for (int family = 0; family < 30; family++) {
      List<String> words = words(20);
      for (int size = between(1, 6); size > 0; size--) {
        List<String> own = new ArrayList<>(words);
        int changes = randomFrom(0, 0, 1, 2, 14);
        for (int i = 0; i < changes; i++) {
          own.set(between(0, own.size() - 1), randomAlphaOfLength(7));
        }
        Map<String, Object> document = new HashMap<>();
        if (rarely() == false) {
          document.put("tags", own);
        }
        if (rarely() == false) {
          document.put("title", String.join(" ", own));
        }
        all.add(document);
      }
    }
    all.add(Map.of("tags", List.of(), "title", "?!"));
    Collections.shuffle(all, random());
    for (int n = 0; n < all.size(); n++) {
      Map<String, Object> document = new HashMap<>(all.get(n));
      document.put("n", n);
      documents.put(String.format(Locale.ROOT, "%05d", n), document);
    }
    index("news", documents);
    for (String id : List.copyOf(documents.keySet())) {
      if (rarely()) {
        client().prepareDelete("news", id).get();
        documents.remove(id);
      }
    }
    indicesAdmin().prepareRefresh("news").get();
  }

  private static List<String> words(int count) {
    return Stream.generate(() -> randomAlphaOfLength(7)).limit(count).toList();
  }

  /** The values of a field, by the ids of the documents that have one. */
  private Map<String, NearValue> values(String field) {
    Map<String, NearValue> values = new TreeMap<>();
    documents.forEach(
        (id, document) -> {
          Object value = document.get(field.equals("tags") ? "tags" : "title");
          List<String> set =
              value instanceof Collection<?> many
                  ? many.stream().map(String.class::cast).toList()
                  : value == null ? List.of() : List.of((String) value);
          FIELDS
              .get(field)
              .of(set)
              .ifPresent(
                  made -> values.put(id, new NearValue(OptionalLong.empty(), Optional.of(made))));
        });
    return values;
  }

  /** Checks each field of new documents, with its values. */
  private void forEachField(BiConsumer<String, Map<String, NearValue>> check) {
    createDocuments();
    FIELDS.keySet().forEach(field -> check.accept(field, values(field)));
  }

  public void testTheQuery() {
    forEachField(
        (field, values) -> {
          for (String liked : randomSubsetOf(Math.min(20, values.size()), values.keySet())) {
            String query =
                """
                {'size': 1000, 'query': {'minhash_near': {'field': '%s', 'min_similarity': 0.51, 'include': true,
                  'like': {'_index': 'news', '_id': '%s'}}}}"""
                    .formatted(field, liked);
            List<Map<String, Object>> hits = at(search(query, "news"), "hits/hits");
            assertEquals(
                liked,
                values.keySet().stream()
                    .filter(other -> RULE.holds(values.get(liked), values.get(other)))
                    .toList(),
                hits.stream().map(hit -> hit.get("_id")).sorted().toList());
          }
        });
  }

  public void testClusters() {
    forEachField(
        (field, values) -> {
          for (Linkage linkage : Linkage.values()) {
            String name = linkage.name().toLowerCase(Locale.ROOT);
            Map<String, Object> response =
                run("news", "{'field': '" + field + "', 'linkage': '" + name + "'}");
            assertEquals(expected(values, RULE, linkage), members(response));
          }
        });
  }

  public void testTheAggregation() {
    forEachField(
        (field, values) -> {
          Map<String, Object> found =
              search(
                  "{'aggs': {'a': {'near_duplicates': {'size': 1000, 'field': '" + field + "'}}}}",
                  "news");
          List<Map<String, Object>> buckets = at(found, "aggregations/a/buckets");
          Map<String, List<Object>> groups = new TreeMap<>();
          for (Map<String, Object> bucket : buckets) {
            List<Map<String, Object>> members = at(bucket, "members");
            groups.put(
                (String) bucket.get("key"), members.stream().map(m -> m.get("_id")).toList());
          }
          assertEquals(expected(values, RULE, Linkage.CONNECTED), groups);
          assertEquals(Integer.valueOf(values.size()), at(found, "aggregations/a/documents"));
        });
  }

  public void testTheRetriever() {
    forEachField(
        (field, values) -> {
          String collapse =
              """
              {'size': 1000, 'retriever': {'near_duplicate_collapse': {'field': '%s',
                'rank_window_size': 1000, 'retriever': {'standard': {'sort': ['n']}}}}}""";
          List<Map<String, Object>> hits =
              at(search(collapse.formatted(field), "news"), "hits/hits");
          Map<String, Collection<String>> found = new TreeMap<>();
          for (Map<String, Object> hit : hits) {
            List<Map<String, Object>> folded = at(hit, "fields/_near_duplicates");
            Collection<String> ids = new TreeSet<>();
            if (folded != null) {
              folded.forEach(each -> ids.add((String) each.get("_id")));
            }
            found.put((String) hit.get("_id"), ids);
          }
          Map<String, Collection<String>> kept = new TreeMap<>();
          for (String id : documents.keySet()) {
            String best =
                kept.keySet().stream()
                    .filter(values::containsKey)
                    .filter(k -> values.containsKey(id))
                    .filter(k -> RULE.holds(values.get(k), values.get(id)))
                    .findFirst()
                    .orElse(id);
            Collection<String> others = kept.computeIfAbsent(best, each -> new TreeSet<>());
            if (best.equals(id) == false) {
              others.add(id);
            }
          }
          assertEquals(kept, found);
        });
  }

  public void testTheEstimate() {
    forEachField(
        (field, values) -> {
          Map<String, Object> body =
              client()
                  .execute(
                      EstimateAction.TYPE,
                      new EstimateRequest(
                          new String[] {"news"},
                          field,
                          SameFields.NONE,
                          null,
                          QueryBuilders.matchAllQuery(),
                          10_000,
                          0,
                          null))
                  .actionGet(TEST_REQUEST_TIMEOUT)
                  .body();
          assertEquals(Long.valueOf(values.size()), at(body, "documents"));
          List<NearValue> all = List.copyOf(values.values());
          int[] neighbours =
              all.stream()
                  .mapToInt(
                      value -> (int) all.stream().filter(o -> RULE.holds(value, o)).count() - 1)
                  .toArray();
          long duplicates = Arrays.stream(neighbours).filter(n -> n > 0).count();
          assertEquals(Long.valueOf(duplicates), at(body, "near_duplicates/count"));
          double stories = Arrays.stream(neighbours).mapToDouble(n -> 1. / (1 + n)).sum();
          assertEquals(Long.valueOf(Math.round(stories)), at(body, "stories/count"));
        });
  }

  /** The definition itself finds clusters, so that equal results say something. */
  public void testTheDocumentsHaveNearDuplicates() {
    forEachField(
        (field, values) -> {
          assertTrue(expected(values, RULE, Linkage.STAR).size() > 5);
          List<NearValue> all = List.copyOf(values.values());
          int[] of =
              Definition.representatives(
                  all.size(), Linkage.CONNECTED, (a, b) -> RULE.holds(all.get(a), all.get(b)));
          assertTrue(Arrays.stream(of).distinct().count() > 20);
        });
  }
}
