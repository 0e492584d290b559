package io.simhash.elasticsearch.aggregation;

import io.simhash.core.cluster.Families;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.clusters.ClustersNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.rest.RestStatus;

/**
 * Searches of one node. Documents are named by the number of lowest bits that are set in their
 * fingerprints.
 */
public class NearDuplicatesSearchTests extends ClustersNode {

  private static final String GROUPS = "10=10,13,16 30=30,31";

  private void createNews(int shards) {
    create("news", shards);
    Map<String, Map<String, Object>> documents = new HashMap<>();
    for (int bits : new int[] {10, 13, 16, 30, 31, 50}) {
      documents.put("" + bits, Map.of("views", bits, "near", bits(bits)));
    }
    documents.put("none", Map.of("views", 0));
    index("news", documents);
  }

  private static String near(String options) {
    return "{'near_duplicates': {'field': 'near', 'max_distance': 3" + options + "}}";
  }

  /** An aggregation around another one. */
  private static String around(String outer, String inner) {
    return "{" + outer + ", 'aggs': {'a': " + inner + "}}";
  }

  /** The result of the aggregation [a], or of the innermost one of that name. */
  private Map<String, Object> found(String search, String... indices) {
    Map<String, Object> found =
        at(search("{'size': 0, " + search + "}", indices), "aggregations/a");
    while (found.containsKey("a")) {
      found = at(found, "a");
    }
    return found;
  }

  private Map<String, Object> groups(String aggregation, String... indices) {
    return found("'aggs': {'a': " + aggregation + "}", indices);
  }

  private static String shown(Map<String, Object> found) {
    List<Map<String, Object>> buckets = at(found, "buckets");
    return buckets.stream()
        .map(
            group ->
                ClustersNode.<List<Map<String, Object>>>at(group, "members").stream()
                    .map(member -> (String) member.get("_id"))
                    .collect(Collectors.joining(",", group.get("key") + "=", "")))
        .collect(Collectors.joining(" "));
  }

  /** The numbers of documents, of others and of groups. */
  private static void assertCounts(int documents, int others, int groups, Map<String, Object> of) {
    Map<String, Object> counts = new TreeMap<>(of);
    counts.remove("buckets");
    assertEquals(
        Map.of("documents", documents, "other_documents", others, "groups", groups), counts);
  }

  public void testGroupsOverShards() {
    for (int shards : new int[] {1, 5}) {
      createNews(shards);
      Map<String, Object> found = groups(near(""), "news");
      assertEquals(GROUPS, shown(found));
      assertEquals(
          Integer.valueOf(3),
          at(ClustersNode.<List<Map<String, Object>>>at(found, "buckets").getFirst(), "doc_count"));
      assertCounts(6, 0, 2, found);
      indicesAdmin().prepareDelete("news").get();
    }
  }

  public void testOptions() {
    createNews(2);
    Map<String, Object> found = groups(near(", 'size': 1, 'members': 1"), "news");
    assertEquals("10=10", shown(found));
    assertCounts(6, 0, 2, found);
    found = groups(near(", 'min_doc_count': 3"), "news");
    assertEquals("10=10,13,16", shown(found));
    assertCounts(6, 0, 1, found);
    String query = "'query': {'range': {'views': {'gt': 12}}}, 'aggs': {'a': ";
    assertEquals("13=13,16 30=30,31", shown(found(query + near("") + "}", "news")));
    String byDefault = "{'near_duplicates': {'field': 'also'}}";
    String shown = shown(groups(byDefault, "news"));
    assertEquals("10=10,13,16", shown.split(" ")[0]);
    // There is no signature to compare.
    String similar = byDefault.replace("'also'", "'near', 'min_similarity': 1");
    assertEquals("", shown(groups(similar, "news")));
  }

  /** Groups within equal values, against those of a search for each value. */
  public void testSame() {
    create("news", between(1, 4));
    List<NearValue> values = Families.of(random(), 40, 9, 10);
    Map<String, Map<String, Object>> sources = new TreeMap<>();
    for (NearValue value : values) {
      Map<String, Object> source = new HashMap<>(source(value));
      int views = between(0, 3);
      if (views > 0) {
        source.put("views", views);
      }
      sources.put("" + (1_000 + sources.size()), source);
    }
    index("news", sources);
    for (String rule : List.of("", ", 'max_distance': 9")) {
      String near = "{'near_duplicates': {'field': 'near', 'size': 1000, 'members': 99%s}}";
      Set<String> expected = new TreeSet<>();
      for (String of :
          List.of(
              "'must_not': [{'exists': {'field': 'views'}}]",
              "'filter': [{'term': {'views': 1}}]",
              "'filter': [{'term': {'views': 2}}]",
              "'filter': [{'term': {'views': 3}}]")) {
        String query = "'query': {'bool': {" + of + "}}, 'aggs': {'a': ";
        expected.addAll(words(shown(found(query + near.formatted(rule) + "}", "news"))));
      }
      Map<String, Object> found = groups(near.formatted(rule + ", 'same': 'views'"), "news");
      assertEquals(expected, new TreeSet<>(words(shown(found))));
      assertCounts(values.size(), 0, expected.size(), found);
      assertNotEquals(expected.size(), groups(near.formatted(rule), "news").get("groups"));
    }
  }

  private static List<String> words(String shown) {
    return shown.isEmpty() ? List.of() : List.of(shown.split(" "));
  }

  /** Pairs of near-duplicates, of which a sample is compared: those that are in it are whole. */
  private void indexPairs(int from, int to) {
    Map<String, Map<String, Object>> pairs = new HashMap<>();
    for (int i = from; i < to; i++) {
      pairs.put("" + i, Map.of("near", Fingerprint.toHex(new Random(i / 2).nextLong() ^ (i & 1))));
    }
    index("pairs", pairs);
  }

  /** The sample is the same after documents are indexed again, and after a merge. */
  public void testTheSampleDoesNotDependOnTheOrderOfTheIndex() {
    create("pairs", 1);
    indexPairs(0, 600);
    String sampled = near(", 'max_documents': 100, 'size': 99");
    Map<String, Object> found = groups(sampled, "pairs");
    int whole = at(found, "groups");
    assertTrue("" + whole, whole >= 49);
    assertCounts(100, 500, whole, found);
    for (int i = 0; i < 3; i++) {
      int from = 2 * randomIntBetween(0, 200);
      indexPairs(from, from + randomIntBetween(1, 200));
      assertEquals(found, groups(sampled, "pairs"));
    }
    indicesAdmin().prepareForceMerge("pairs").setMaxNumSegments(1).get();
    assertEquals(found, groups(sampled, "pairs"));
  }

  /** Texts that are too short for a fingerprint: their similarity decides. */
  public void testDocumentsWithASignatureAlone() {
    String mapping =
        """
        {"properties": {"near": {"type": "simhash", "analyzer": "standard"}}}""";
    createIndex("short", indicesAdmin().prepareCreate("short").setMapping(mapping));
    index(
        "short",
        Map.of(
            "a", Map.of("near", "quick brown foxes"),
            "b", Map.of("near", "Quick brown foxes!"),
            "c", Map.of("near", "lazy dogs sleep")));
    String all = "{'near_duplicates': {'field': 'near'%s}}";
    Map<String, Object> found = groups(all.formatted(""), "short");
    assertEquals("a=a,b", shown(found));
    assertCounts(3, 0, 1, found);
    assertEquals("", shown(groups(all.formatted(", 'max_distance': 64"), "short")));
  }

  /** Similar, if any document has a signature, but for {@code max_distance} alone. */
  public void testSignaturesAndFingerprints() {
    create("mixed", between(1, 3));
    SignatureParameters parameters =
        new SignatureParameters(Optional.of(Shingling.AUTO_CHARACTERS), Bands.DEFAULT);
    Signature one = parameters.signature(random().longs(Bands.DEFAULT.hashes()).toArray());
    Signature other = parameters.signature(random().longs(Bands.DEFAULT.hashes()).toArray());
    index(
        "mixed",
        Map.of(
            "a", source(new NearValue(0, Optional.of(one))),
            "b", source(new NearValue(1, Optional.of(other))),
            "c", source(new NearValue(3, Optional.empty())),
            "d", source(new NearValue(-1, Optional.of(one))),
            "e", source(new NearValue(OptionalLong.empty(), Optional.of(one)))));
    String near = "{'near_duplicates': {'field': 'near'%s}}";
    assertEquals("a=a,d,e", shown(groups(near.formatted(""), "mixed")));
    assertEquals("a=a,d,e", shown(groups(near.formatted(", 'min_similarity': 1"), "mixed")));
    assertEquals("a=a,b,c", shown(groups(near.formatted(", 'max_distance': 2"), "mixed")));
    String both = ", 'max_distance': 3, 'min_similarity': 0.5";
    // No distance of [e] is too large.
    assertEquals("a=a,d,e", shown(groups(near.formatted(both), "mixed")));
    String unsigned = "'query': {'ids': {'values': ['c']}}, 'aggs': {'a': ";
    assertEquals("", shown(found(unsigned + near.formatted("") + "}", "mixed")));
  }

  /** Also in aggregations that collect later, around it and around each other. */
  public void testInsideSingleBuckets() {
    createNews(2);
    String some = "'filter': {'range': {'views': {'gte': 30}}}";
    assertEquals("30=30,31", shown(groups(around(some, near("")), "news")));
    for (String sampler : List.of("'sampler': {}", "'diversified_sampler': {'field': 'views'}")) {
      assertEquals(sampler, GROUPS, shown(groups(around(sampler, near("")), "news")));
    }
    String both = around("'filter': {'match_all': {}}", around("'sampler': {}", near("")));
    String query = "'query': {'range': {'views': {'gte': 13}}}, 'aggs': {'a': ";
    assertEquals("13=13,16 30=30,31", shown(found(query + both + "}", "news")));
  }

  public void testAPipelineAggregationBesideIt() {
    createNews(2);
    assertEquals(
        Map.of("value", 3.0, "keys", List.of("10")),
        found(
            "'aggs': {'b': " + near("") + ", 'a': {'max_bucket': {'buckets_path': 'b>_count'}}}",
            "news"));
  }

  public void testUnmapped() {
    createNews(2);
    createIndex("other", indicesAdmin().prepareCreate("other").setMapping("views", "type=long"));
    index("other", Map.of("1", Map.of("views", 1)));
    assertEquals(GROUPS, shown(groups(near(", 'ignore_unmapped': true"), "news", "other")));
    assertRefused(
        "[field] must be mapped but [near] is not in [other]; with [ignore_unmapped] [true] the"
            + " documents of such an index are near-duplicates of none",
        near(""),
        "other");
  }

  public void testSameWhereItIsNotMapped() {
    createNews(2);
    createIndex("other", indicesAdmin().prepareCreate("other").setMapping("near", "type=simhash"));
    index("other", Map.of("1", Map.of("near", bits(10)), "2", Map.of("near", bits(11))));
    String same = near(", 'same': ['title'], 'ignore_unmapped': true");
    assertEquals("10=10,13,16,1,2 30=30,31", shown(groups(same, "news", "other")));
    same = near(", 'same': ['views'], 'ignore_unmapped': true");
    assertEquals("1=1,2", shown(groups(same, "news", "other")));
    assertRefused(
        "[same] must hold fields that are mapped but [views] is not in [other]; with"
            + " [ignore_unmapped] [true] the documents of such an index have no value",
        near(", 'same': 'views'"),
        "other");
  }

  private void assertRefused(String sentence, String aggregation, String index) {
    ElasticsearchException e =
        expectThrows(ElasticsearchException.class, () -> groups(aggregation, index));
    assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    assertEquals(sentence, ElasticsearchException.guessRootCauses(e)[0].getMessage());
  }

  public void testWhatIsRefused() {
    createNews(1);
    String terms = "'terms': {'field': 'title'}";
    String filters = "'filters': {'filters': [{'match_all': {}}, {'match_all': {}}]}";
    String sampled = around("'sampler': {}", near(""));
    for (String several :
        List.of(around(terms, near("")), around(terms, sampled), around(filters, sampled))) {
      assertRefused(
          "[near_duplicates] [a] cannot be inside an aggregation with several buckets: the"
              + " documents of each would be compared",
          several,
          "news");
    }
    assertRefused(
        "[field] needs a field outside nested objects but [parts.near] is inside [parts]: a"
            + " document has a value there for each of its objects",
        near("").replace("'near'", "'parts.near'"),
        "news");
  }
}
