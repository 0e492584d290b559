package io.simhash.elasticsearch.retriever;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.clusters.ClustersNode;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.SameFields;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.retriever.CompoundRetrieverBuilder.RetrieverSource;
import org.elasticsearch.search.retriever.StandardRetrieverBuilder;
import org.elasticsearch.tasks.TaskCancelledException;

/**
 * Searches of one node. Documents are named by the number of lowest bits that are set in their
 * fingerprints.
 */
public class CollapseSearchTests extends ClustersNode {

  /** The best hit has the most bits, and their number as its score. */
  private static final String BY_BITS =
      """
      {'standard': {'query': {'function_score': {'script_score': {'script': {
        'lang': 'simhash', 'source': 'hamming',
        'params': {'field': 'near', 'fingerprint': '0000000000000000'}}}}}}}""";

  private static final String ALL = "{'standard': {'query': {'match_all': {}}}}";
  private static final String WITHIN_3 = "'field': 'near', 'max_distance': 3";

  private static String inner(String inner, String options) {
    return "{'near_duplicate_collapse': {'retriever': " + inner + ", " + options + "}}";
  }

  private static String collapse(String inner, String options) {
    return "'retriever': " + inner(inner, options);
  }

  private List<Map<String, Object>> hits(String json, String... indices) {
    return at(search("{" + json + "}", indices), "hits/hits");
  }

  private static List<Map<String, Object>> folded(Map<String, Object> hit) {
    List<Map<String, Object>> folded = at(hit, "fields/_near_duplicates");
    return folded == null ? List.of() : folded;
  }

  /** The hits, the best first, as {@code id} or {@code id[folded,…]}. */
  private List<String> groups(String json, String... indices) {
    return hits(json, indices).stream()
        .map(
            hit ->
                folded(hit).stream()
                    .map(other -> "," + other.get("_id"))
                    .collect(Collectors.joining())
                    .replaceFirst(",(.*)", "[$1]")
                    .transform(others -> hit.get("_id") + others))
        .toList();
  }

  private void assertNews(List<String> expected, String inner, String options) {
    assertEquals(expected, groups(collapse(inner, options), "news"));
  }

  /** The best hit has the most bits: 40[39,37], 36, 20[18], 0. */
  private void createNews(int shards) {
    create("news", shards);
    index(
        "news",
        IntStream.of(0, 18, 20, 36, 37, 39, 40)
            .boxed()
            .collect(
                Collectors.toMap(
                    bits -> "" + bits, bits -> Map.of("near", bits(bits), "views", 100 - bits))));
  }

  public void testTheComparisonOfHitsEndsWithTheSearch() {
    createNews(2);
    Runnable cancelled =
        () -> {
          throw new TaskCancelledException("by a test");
        };
    NearDuplicateCollapse retriever =
        new NearDuplicateCollapse(
            List.of(
                RetrieverSource.from(
                    new StandardRetrieverBuilder(QueryBuilders.existsQuery("near")))),
            new CollapseOptions(
                new NearOptions("near", 3, null, false), 0, null, SameFields.NONE, false),
            100,
            () -> cancelled,
            () -> new NoopCircuitBreaker("request"),
            null);
    var search =
        client().prepareSearch("news").setSource(new SearchSourceBuilder().retriever(retriever));
    Exception e = expectThrows(Exception.class, () -> search.get().decRef());
    assertEquals("by a test", e.getSuppressed()[0].getMessage());
  }

  /** A search compares a million pairs at most, but for one hit's; the other hits are kept. */
  public void testTheMostPairs() {
    create("news", 2);
    SignatureParameters parameters =
        new SignatureParameters(Optional.of(Shingling.AUTO_CHARACTERS), Bands.DEFAULT);
    index(
        "news",
        1_500,
        i -> {
          long[] minima = random().longs(Bands.DEFAULT.hashes()).toArray();
          return source(
              new NearValue(OptionalLong.empty(), Optional.of(parameters.signature(minima))));
        });
    String wide =
        "{'track_total_hits': false, 'size': 1500, "
            + collapse(ALL, "'field': 'near', 'min_similarity': 0.2, 'rank_window_size': 1500")
            + "}";
    // 1,415 hits have 1,000,405 pairs.
    assertEquals(
        "1500 hits; [near_duplicate_collapse] compared [1415] of [1500] hits: the others are kept."
            + " Match fewer documents, or set a higher [min_similarity] or a smaller [max_distance]",
        hitsAndWarning(source(wide)));
  }

  public void testTheBestHitOfEachGroup() {
    for (int shards : new int[] {1, 5}) {
      createNews(shards);
      assertNews(List.of("40[39,37]", "36", "20[18]", "0"), BY_BITS, WITHIN_3);
      assertNews(
          List.of("40", "39", "37", "36", "20", "18", "0"),
          BY_BITS,
          "'field': 'near', 'max_distance': 0, '_name': 'mine'");
      indicesAdmin().prepareDelete("news").get();
    }
  }

  /** The options of the search, and those of the retriever that choose the hits it groups. */
  public void testOptions() {
    createNews(2);
    String collapse = collapse(BY_BITS, WITHIN_3);
    assertEquals(
        List.of("40[39,37]", "36", "20[18]", "0"),
        groups("'indices_boost': [{'news': 2}], " + collapse, "news"));
    assertEquals(List.of("36", "20[18]"), groups("'from': 1, 'size': 2, " + collapse, "news"));
    assertEquals(List.of(), groups("'from': 4, 'size': 2, " + collapse, "news"));
    // Within the window of three hits, 40[39,37] is all.
    String window = collapse(BY_BITS, WITHIN_3 + ", 'rank_window_size': 3");
    assertEquals(List.of("40[39,37]"), groups("'size': 3, " + window, "news"));
    // Filters reach the inner retriever; min_score chooses among the kept hits.
    List<String> late = List.of("39[37,36]", "20[18]", "0");
    assertNews(late, BY_BITS, WITHIN_3 + ", 'filter': {'range': {'views': {'gt': 60}}}");
    String best = ", 'min_score': 38";
    assertNews(List.of("40[39,37]"), BY_BITS, WITHIN_3 + best);
    String total = "hits/total/value";
    assertEquals((Integer) 7, at(search("{" + collapse + "}", "news"), total));
    assertEquals(
        (Integer) 1, at(search("{" + collapse(BY_BITS, WITHIN_3 + best) + "}", "news"), total));
    indicesAdmin()
        .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
        .addAlias("news", "late", QueryBuilders.rangeQuery("views").gt(60))
        .get();
    assertEquals(late, groups(collapse, "late"));
  }

  public void testFoldedHitsAreListedWithDistanceAndScore() {
    createNews(3);
    Map<String, Object> best =
        hits("'size': 1, '_source': false, " + collapse(BY_BITS, WITHIN_3), "news").getFirst();
    assertEquals("40", best.get("_id"));
    assertEquals(40.0, best.get("_score"));
    assertEquals(
        List.of(
            Map.of("_index", "news", "_id", "39", "_score", 39.0, "distance", 1),
            Map.of("_index", "news", "_id", "37", "_score", 37.0, "distance", 3)),
        folded(best));
  }

  public void testTotals() {
    createNews(2);
    Map<String, Object> body =
        search(
            "{'size': 2, 'track_total_hits': true, "
                + collapse(BY_BITS, WITHIN_3)
                + ", 'aggs': {'all': {'value_count': {'field': 'views'}}}}",
            "news");
    assertEquals(2, ClustersNode.<List<?>>at(body, "hits/hits").size());
    assertEquals(Integer.valueOf(7), at(body, "hits/total/value"));
    assertEquals(Integer.valueOf(7), at(body, "aggregations/all/value"));
  }

  /** Newest first: the score is then 1 / position. */
  public void testAnInnerRetrieverThatSorts() {
    createNews(3);
    String newest = "{'standard': {'sort': [{'views': 'desc'}]}}";
    assertNews(List.of("0", "18[20]", "36[37,39]", "40"), newest, WITHIN_3);
    Map<String, Object> third = hits(collapse(newest, WITHIN_3), "news").get(2);
    assertEquals(1 / 4., third.get("_score"));
    assertEquals(1 / 6., (double) folded(third).get(1).get("_score"), 1e-7);
  }

  public void testExplain() {
    createNews(2);
    String explained = "'explain': true, 'profile': true, " + collapse(BY_BITS, WITHIN_3);
    String explanation = hits(explained, "news").getFirst().get("_explanation").toString();
    String description = "description=rank 1 with score 40.0, the best of 3 near-duplicates, of:";
    assertTrue(explanation, explanation.contains(description));
  }

  public void testARetrieverInsideAndOutside() {
    createNews(2);
    String inside = inner(BY_BITS, WITHIN_3);
    assertNews(
        List.of("40[36]", "20", "0"),
        inside,
        "'field': 'near', 'max_distance': 4, 'rank_window_size': 50");
    String rescored =
        """
        'retriever': {'rescorer': {'retriever': %s, 'rescore': {
          'window_size': 50, 'query': {'rescore_query': {'match_all': {}}}}}}"""
            .formatted(inside);
    assertEquals(List.of("40", "36", "20", "0"), groups(rescored, "news"));
  }

  /** The first components are equal to those of each other such signature. */
  private static String signature(int equalComponents) {
    long[] minima = new long[1024];
    Arrays.fill(minima, equalComponents, 1024, 1);
    return new SignatureParameters(Optional.of(Shingling.AUTO_CHARACTERS), Bands.DEFAULT)
        .signature(minima)
        .toBase64();
  }

  private static Map<String, Object> signed(int bits, int equalComponents) {
    return Map.of(
        "near", Map.of("fingerprint", bits(bits), "signature", signature(equalComponents)));
  }

  private static Map<String, Object> unsigned(int bits) {
    return Map.of("near", bits(bits), "views", bits);
  }

  private static Map<String, Object> signatureAlone(int equalComponents) {
    return Map.of("near", Map.of("signature", signature(equalComponents)));
  }

  /** Signatures decide, if one of the hits has one; {@code max_distance} alone is a radius. */
  public void testTheDefaultDecision() {
    create("news", 2);
    index(
        "news",
        Map.of(
            "40", signed(40, 1024),
            "39", signed(39, 400),
            "20", signed(20, 1016),
            "28", unsigned(28),
            "27", unsigned(27)));
    String field = "'field': 'also'";
    assertNews(List.of("40[20]", "39", "28", "27"), BY_BITS, field);
    assertNews(List.of("40", "39", "28", "27", "20"), BY_BITS, field + ", 'min_similarity': 0.99");
    assertNews(List.of("40[39,28]", "27[20]"), BY_BITS, field + ", 'max_distance': 12");
    assertNews(
        List.of("40", "39", "28", "27", "20"),
        BY_BITS,
        field + ", 'max_distance': 12, 'min_similarity': 0.51");
    String unsigned = ", 'filter': {'range': {'views': {'lt': 30}}}";
    assertNews(List.of("28[27]"), BY_BITS, field + unsigned);
    assertNews(List.of("28", "27"), BY_BITS, field + unsigned + ", 'min_similarity': 0.2");
    var folded = folded(hits(collapse(BY_BITS, field), "news").getFirst());
    assertEquals(0.9895, (double) folded.get(0).get("similarity"), 1e-4);
    folded = folded(hits(collapse(BY_BITS, field + ", 'max_distance': 12"), "news").getFirst());
    assertNull(folded.get(1).get("similarity"));
    assertEquals(12, folded.get(1).get("distance"));
  }

  /** The similarity decides alone, and no distance is shown. */
  public void testDocumentsWithASignatureAlone() {
    create("news", 2);
    index(
        "news",
        Map.of(
            "40", signed(40, 1024),
            "s1024", signatureAlone(1024),
            "s1016", signatureAlone(1016),
            "s400", signatureAlone(400),
            "28", unsigned(28)));
    String ids = "{'constant_score': {'boost': %s, 'filter': {'ids': {'values': ['%s']}}}}";
    List<String> bestFirst = List.of("40", "s1024", "s1016", "s400", "28");
    String ranked =
        bestFirst.stream()
            .map(id -> ids.formatted(9 - bestFirst.indexOf(id), id))
            .collect(
                Collectors.joining(", ", "{'standard': {'query': {'bool': {'should': [", "]}}}}"));
    String field = "'field': 'also'";
    assertNews(List.of("40[s1024,s1016]", "s400", "28"), ranked, field);
    var folded = folded(hits(collapse(ranked, field), "news").getFirst());
    assertFalse(folded.get(0).containsKey("distance"));
    assertEquals(1.0, folded.get(0).get("similarity"));
    assertFalse(folded.get(1).containsKey("distance"));
    assertEquals(0.9896, (double) folded.get(1).get("similarity"), 1e-4);
    assertNews(List.of("40[28]", "s1024", "s1016", "s400"), ranked, field + ", 'max_distance': 12");
  }

  public void testDocumentsWithoutAFingerprintAreKept() {
    create("news", 2);
    index("news", Map.of("a", Map.of("title", "a"), "b", Map.of("title", "b")));
    assertEquals(2, hits(collapse(ALL, WITHIN_3), "news").size());
    assertNews(List.of(), "{'standard': {'query': {'match_none': {}}}}", WITHIN_3);
  }

  public void testIgnoreUnmapped() {
    createNews(2);
    createIndex("other", indicesAdmin().prepareCreate("other").setMapping("title", "type=keyword"));
    index("other", Map.of("other", Map.of("title", "x")));
    String sorted =
        """
        {'standard': {'sort': [
          {'_index': 'desc'}, {'views': {'order': 'asc', 'unmapped_type': 'long'}}]}}""";
    assertEquals(
        List.of("other", "40[39,37]", "36", "20[18]", "0"),
        groups(collapse(sorted, WITHIN_3), "news", "other"));
    assertEquals(
        List.of("other"),
        groups(collapse(sorted, WITHIN_3 + ", 'ignore_unmapped': true"), "other"));
    assertRefused(unusable("near"), collapse(sorted, WITHIN_3), "other");
    assertEquals(
        List.of(),
        groups(collapse("{'standard': {'query': {'match_none': {}}}}", WITHIN_3), "other"));
  }

  /** The inner search, and the one of the documents that are shown: no other. */
  public void testSearchesOfARequest() {
    createNews(1);
    long before = searches();
    assertNews(List.of("40[39,37]", "36", "20[18]", "0"), BY_BITS, WITHIN_3);
    assertEquals(2, searches() - before);
  }

  private static String unusable(String field) {
    return "[field] must be a field of type [simhash] or [minhash], outside nested objects, in the"
        + " index of a hit but was ["
        + field
        + "]; with [ignore_unmapped] [true] all hits are kept";
  }

  /** As in every compound retriever, the sentence is that of a suppressed exception. */
  private void assertRefused(String sentence, String json, String index) {
    Exception e = expectThrows(Exception.class, () -> groups(json, index));
    assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    assertEquals(sentence, e.getSuppressed()[0].getMessage());
  }

  public void testFieldsThatCannotBeUsed() {
    createNews(2);
    assertRefused(unusable("title"), collapse(BY_BITS, "'field': 'title'"), "news");
    assertRefused(unusable("parts.near"), collapse(BY_BITS, "'field': 'parts.near'"), "news");
    // As Elasticsearch maps what the processor writes: the signatures alone could be compared.
    createIndex("dynamic");
    index("dynamic", Map.of("1", signatureAlone(1024), "2", signatureAlone(1024)));
    assertRefused(unusable("near"), collapse(ALL, "'field': 'near'"), "dynamic");
  }
}
