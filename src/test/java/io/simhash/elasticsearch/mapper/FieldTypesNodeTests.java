package io.simhash.elasticsearch.mapper;

import static org.elasticsearch.action.support.WriteRequest.RefreshPolicy.IMMEDIATE;
import static org.elasticsearch.index.query.QueryBuilders.combinedFieldsQuery;
import static org.elasticsearch.index.query.QueryBuilders.existsQuery;
import static org.elasticsearch.index.query.QueryBuilders.matchAllQuery;
import static org.elasticsearch.index.query.QueryBuilders.matchQuery;
import static org.elasticsearch.index.query.QueryBuilders.multiMatchQuery;
import static org.elasticsearch.index.query.QueryBuilders.nestedQuery;
import static org.elasticsearch.index.query.QueryBuilders.queryStringQuery;
import static org.elasticsearch.index.query.QueryBuilders.rangeQuery;
import static org.elasticsearch.index.query.QueryBuilders.simpleQueryStringQuery;
import static org.elasticsearch.index.query.QueryBuilders.termQuery;
import static org.elasticsearch.index.query.QueryBuilders.termsQuery;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.PluginNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.search.join.ScoreMode;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.admin.indices.mapping.get.GetFieldMappingsRequestBuilder;
import org.elasticsearch.action.fieldcaps.FieldCapabilities;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.InnerHitBuilder;
import org.elasticsearch.index.query.MultiMatchQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.aggregations.AggregationBuilder;
import org.elasticsearch.search.aggregations.AggregationBuilders;
import org.elasticsearch.search.aggregations.bucket.terms.Terms;
import org.elasticsearch.search.aggregations.metrics.Cardinality;
import org.elasticsearch.search.collapse.CollapseBuilder;
import org.elasticsearch.search.sort.SortOrder;
import org.elasticsearch.xcontent.XContentType;

/** The two field types on a node: indexed, searched, aggregated on, fetched. */
public class FieldTypesNodeTests extends PluginNode {

  private static final String A = "9f3c00a1b2c3d4e5";
  private static final String B = "9f3c00a1b2c30000";
  private static final String TEXT =
      "the quick brown fox jumps over the lazy dog and both run along an old river";

  private void create(Settings settings, String properties) {
    indicesAdmin()
        .prepareCreate("news")
        .setSettings(settings)
        .setMapping("{\"properties\":" + properties.replace('\'', '"') + "}")
        .get();
  }

  private void create(String properties) {
    create(Settings.EMPTY, properties);
  }

  private void index(String id, String document) {
    prepareIndex("news")
        .setId(id)
        .setRefreshPolicy(IMMEDIATE)
        .setSource(document.replace('\'', '"'), XContentType.JSON)
        .get();
  }

  private List<String> ids(QueryBuilder query) {
    List<String> ids = new ArrayList<>();
    assertResponse(
        client().prepareSearch("news").setQuery(query),
        response -> response.getHits().forEach(hit -> ids.add(hit.getId())));
    return ids;
  }

  private Map<String, Long> buckets(String field) {
    Map<String, Long> counts = new TreeMap<>();
    assertResponse(
        client().prepareSearch("news").addAggregation(terms(field)),
        response -> {
          Terms terms = response.getAggregations().get("terms");
          terms.getBuckets().forEach(b -> counts.put(b.getKeyAsString(), b.getDocCount()));
        });
    return counts;
  }

  private static AggregationBuilder terms(String field) {
    return AggregationBuilders.terms("terms").field(field);
  }

  private static Map<String, List<Object>> fetch(SearchRequestBuilder request) {
    Map<String, List<Object>> values = new TreeMap<>();
    assertResponse(
        request.setSize(1),
        response -> {
          SearchHit hit = response.getHits().getAt(0);
          hit.getFields().forEach((name, field) -> values.put(name, field.getValues()));
        });
    return values;
  }

  private void assertRefused(SearchRequestBuilder request, String sentence) {
    Exception e = expectThrows(Exception.class, () -> request.get().decRef());
    assertThat(ExceptionsHelper.status(e), equalTo(RestStatus.BAD_REQUEST));
    assertThat(ExceptionsHelper.stackTrace(e), containsString(sentence));
  }

  private void indexThree() {
    indexThree(true);
  }

  private void indexThree(boolean source) {
    indicesAdmin()
        .prepareCreate("news")
        .setMapping(
            "{\"_source\":{\"enabled\":"
                + source
                + "},\"properties\":{\"fp\":{\"type\":\"simhash\"}}}")
        .get();
    index("1", "{'fp': {'fingerprint': '" + A + "', 'profile': 'p', 'features': 7}}");
    index(
        "2", "{'fp': {'fingerprint': '0x" + B + "', 'profile': 'p', 'effective_features': 96.4}}");
    index("3", "{'fp': " + Long.toUnsignedString(Fingerprint.parse(A)) + "}");
    index("4", "{'other': 1}");
  }

  public void testTermsAndExists() {
    indexThree();
    assertThat(ids(termQuery("fp.block_0", "9f3c")), containsInAnyOrder("1", "2", "3"));
    assertThat(ids(termsQuery("fp.block_3", "d4e5", "ffff")), containsInAnyOrder("1", "3"));
    assertThat(ids(termQuery("fp.profile", "p")), containsInAnyOrder("1", "2"));
    assertThat(ids(rangeQuery("fp.features").gte(7)), contains("1"));
    assertThat(ids(rangeQuery("fp.effective_features").gt(96)), contains("2"));
    assertThat(ids(existsQuery("fp")), containsInAnyOrder("1", "2", "3"));
    assertThat(ids(existsQuery("fp.block_2")), containsInAnyOrder("1", "2", "3"));
    assertThat(ids(existsQuery("fp.profile")), containsInAnyOrder("1", "2"));
    assertThat(ids(existsQuery("fp.features")), contains("1"));
    BigInteger unsigned = new BigInteger(A, 16);
    for (Object spelling : List.of(A, "0x" + A, Fingerprint.parse(A), unsigned)) {
      assertThat(ids(termQuery("fp", spelling)), containsInAnyOrder("1", "3"));
      assertThat(ids(matchQuery("fp", spelling)), containsInAnyOrder("1", "3"));
      assertThat(ids(termsQuery("fp", spelling, B)), containsInAnyOrder("1", "2", "3"));
    }
    assertThat(ids(termsQuery("fp", List.of(B))), contains("2"));
    SearchRequestBuilder search = client().prepareSearch("news");
    assertRefused(search.setQuery(termQuery("fp", "9f3c")), "a fingerprint must be");
    assertRefused(
        search.setQuery(termQuery("fp", BigInteger.ONE.shiftLeft(64))), "a fingerprint must be");
    assertRefused(search.setQuery(rangeQuery("fp").gt(A)), "does not support range queries");
  }

  public void testAggregations() {
    indexThree();
    assertThat(buckets("fp.block_0"), equalTo(Map.of("9f3c", 3L)));
    assertThat(buckets("fp.block_3"), equalTo(Map.of("d4e5", 2L, "0000", 1L)));
    assertThat(buckets("fp.profile"), equalTo(Map.of("p", 2L)));
    assertThat(buckets("fp"), equalTo(Map.of(A, 2L, B, 1L)));
    assertThat(buckets("fp.features"), equalTo(Map.of("7", 1L)));
    assertThat(buckets("fp.effective_features").size(), equalTo(1));
    assertResponse(
        client()
            .prepareSearch("news")
            .addAggregation(AggregationBuilders.cardinality("distinct").field("fp")),
        response -> {
          Cardinality distinct = response.getAggregations().get("distinct");
          assertThat(distinct.getValue(), equalTo(2L));
        });
    assertRefused(
        client()
            .prepareSearch("news")
            .addAggregation(AggregationBuilders.avg("average").field("fp")),
        "is not supported for aggregation [avg]");
  }

  public void testParametersOfSignatures() {
    create(
        "{'body': {'type': 'text', 'fields': {'fp': {'type': 'simhash', 'analyzer': 'standard'}}}}");
    index("1", "{'body': '" + TEXT + "'}");
    index("2", "{'body': 'too short for a fingerprint'}");
    index("3", "{'other': 1}");
    String name = "body.fp.signature_parameters";
    String parameters = "6:character:auto:1024:24x2";
    assertThat(buckets(name), equalTo(Map.of(parameters, 2L)));
    assertThat(ids(termQuery(name, parameters)), containsInAnyOrder("1", "2"));
    assertThat(ids(existsQuery(name)), containsInAnyOrder("1", "2"));
    SearchRequestBuilder first = client().prepareSearch("news").setQuery(termQuery("_id", "1"));
    assertThat(fetch(first.addFetchField(name)).get(name), contains(parameters));
  }

  public void testSorting() {
    indexThree();
    for (String field : List.of("fp", "fp.block_3")) {
      assertResponse(
          client()
              .prepareSearch("news")
              .addSort(field, SortOrder.ASC)
              .addSort("fp.features", SortOrder.ASC),
          response -> {
            List<String> ids =
                Arrays.stream(response.getHits().getHits()).map(SearchHit::getId).toList();
            assertThat(ids, contains("2", "1", "3", "4"));
          });
    }
    assertResponse(
        client()
            .prepareSearch("news")
            .addSort("fp.profile", SortOrder.DESC)
            .addSort("fp", SortOrder.ASC),
        response -> {
          List<String> ids =
              Arrays.stream(response.getHits().getHits()).map(SearchHit::getId).toList();
          assertThat(ids, contains("2", "1", "3", "4"));
        });
  }

  public void testCollapse() {
    indexThree();
    index("5", "{'fp': {'fingerprint': '" + B + "', 'profile': 'q'}}");
    assertResponse(
        client()
            .prepareSearch("news")
            .setCollapse(new CollapseBuilder("fp.profile").setInnerHits(new InnerHitBuilder("all")))
            .addSort("fp", SortOrder.ASC)
            .addSort("fp.profile", SortOrder.DESC),
        response -> {
          Map<String, Long> groups = new LinkedHashMap<>();
          for (SearchHit hit : response.getHits()) {
            groups.put(
                String.valueOf(hit.field("fp.profile").<Object>getValue()),
                hit.getInnerHits().get("all").getTotalHits().value());
          }
          // The two documents without a profile are one group.
          assertThat(groups, equalTo(Map.of("q", 1L, "p", 2L, "null", 2L)));
        });
    Map.of("fp.features", 2, "fp.effective_features", 2, "fp.block_0", 2, "fp.block_3", 3)
        .forEach(
            (field, groups) ->
                assertResponse(
                    client().prepareSearch("news").setCollapse(new CollapseBuilder(field)),
                    response ->
                        assertThat(field, response.getHits().getHits().length, equalTo(groups))));
    assertRefused(
        client().prepareSearch("news").setCollapse(new CollapseBuilder("fp")),
        "collapse is not supported for the field [fp]");
  }

  /** They come from doc values. */
  public void testFieldsWithOrWithoutSource() {
    indexThree(randomBoolean());
    SearchRequestBuilder first = client().prepareSearch("news").setQuery(termQuery("_id", "1"));
    Map<String, List<Object>> fields = fetch(first.addFetchField("fp*"));
    assertThat(fields.get("fp"), contains(A));
    assertThat(fields.get("fp.block_1"), contains("00a1"));
    assertThat(fields.get("fp.profile"), contains("p"));
    assertThat(fields.get("fp.features").toString(), equalTo("[7]"));
    assertThat(fields.get("fp.effective_features"), nullValue());
    SearchRequestBuilder second = client().prepareSearch("news").setQuery(termQuery("_id", "2"));
    assertThat(
        fetch(second.addFetchField("fp.effective_features")).get("fp.effective_features"),
        contains(96.4));
    assertThat(fetch(second.addDocValueField("fp")).get("fp"), contains(B));
    assertThat(fetch(second.addDocValueField("fp.block_3")).get("fp.block_3"), contains("0000"));
  }

  public void testAMultiFieldOfTextFollowsUpdates() {
    create(
        "{'body': {'type': 'text', 'fields': {'fp': {'type': 'simhash', 'analyzer': 'standard'},"
            + " 'near': {'type': 'minhash', 'shingle': {'unit': 'character'}}}}}");
    index("1", "{'body': '" + TEXT + "'}");
    Object before =
        fetch(client().prepareSearch("news").addFetchField("body.fp")).get("body.fp").get(0);
    client()
        .prepareUpdate("news", "1")
        .setDoc(
            "body", "something else entirely was written here by another hand on some later day")
        .setRefreshPolicy(IMMEDIATE)
        .get();
    assertThat(ids(termQuery("body.fp", before)), empty());
    assertThat(ids(existsQuery("body.fp")), contains("1"));
    assertThat(ids(existsQuery("body.near")), contains("1"));
    client().prepareUpdate("news", "1").setDoc("body", "?").setRefreshPolicy(IMMEDIATE).get();
    assertThat(ids(existsQuery("body.fp")), empty());
    assertThat(ids(existsQuery("body.near")), empty());
    assertThat(buckets("body.fp.profile"), equalTo(Map.of()));
  }

  /** Explicit names of sub-fields can still be searched. */
  public void testPatternsOfTextQueriesLeaveTheFieldsOut() {
    create(
        "{'body': {'type': 'text', 'fields': {'fp': {'type': 'simhash', 'analyzer': 'standard'},"
            + " 'near': {'type': 'minhash', 'shingle': {'unit': 'character'}},"
            + " 'copied': {'type': 'passages'}}}, 'bare': {'type': 'simhash'}}");
    index("1", "{'body': '" + TEXT + "', 'bare': '" + A + "'}");
    for (String pattern : List.of("b*", "body*", "*", "body.*")) {
      List<String> found = pattern.equals("body.*") ? List.of() : List.of("1");
      for (MultiMatchQueryBuilder.Type type : MultiMatchQueryBuilder.Type.values()) {
        assertThat(ids(multiMatchQuery("quick brown", pattern).type(type)), equalTo(found));
      }
      assertThat(ids(queryStringQuery("quick fox*").field(pattern)), equalTo(found));
      assertThat(ids(simpleQueryStringQuery("quick brown").field(pattern)), equalTo(found));
      assertThat(ids(combinedFieldsQuery("quick fox", pattern)), equalTo(found));
    }
    assertThat(ids(existsQuery("b*")), contains("1"));
    assertThat(ids(queryStringQuery("body.fp.features:>13 AND bare:" + A)), contains("1"));
    assertThat(ids(matchQuery("body.fp.features", 14)), contains("1"));
  }

  public void testNested() {
    create(
        "{'part': {'type': 'nested', 'properties': {'fp': {'type': 'simhash'}, 'text': {'type':"
            + " 'simhash', 'analyzer': 'standard'}, 'tags': {'type': 'minhash'}}}}");
    index(
        "1",
        "{'part': [{'fp': '"
            + A
            + "', 'text': '"
            + TEXT
            + "'}, {'fp': '"
            + B
            + "', 'tags': ['a']}]}");
    QueryBuilder both = termsQuery("part.fp", A, B);
    assertThat(ids(both), empty());
    assertThat(ids(nestedQuery("part", both, ScoreMode.None)), contains("1"));
    assertThat(ids(nestedQuery("part", existsQuery("part.tags"), ScoreMode.None)), contains("1"));
    List<Object> parts = fetch(client().prepareSearch("news").addFetchField("part.*")).get("part");
    Map<?, ?> first = (Map<?, ?>) parts.get(0);
    assertThat(first.get("fp"), equalTo(List.of(A)));
    assertThat(first.get("fp.block_1"), equalTo(List.of("00a1")));
    assertThat(first.get("text.features"), equalTo(List.of(14)));
    assertThat(((Map<?, ?>) parts.get(1)).get("fp.block_3"), equalTo(List.of("0000")));
  }

  public void testCopyToAndMalformedValues() {
    create(
        "{'fp': {'type': 'simhash', 'ignore_malformed': true}, 'text': {'type': 'simhash',"
            + " 'analyzer': 'standard'}, 'hash': {'type': 'keyword', 'copy_to': 'fp'}, 'body':"
            + " {'type': 'text', 'copy_to': 'text'}}");
    index("1", "{'hash': '" + A + "', 'body': '" + TEXT + "'}");
    index("2", "{'hash': 'malformed'}");
    index("3", "{'fp': {'profile': ['p', {'q': 1}]}, 'hash': null}");
    assertThat(ids(termQuery("fp", A)), contains("1"));
    assertThat(ids(existsQuery("fp")), contains("1"));
    assertThat(ids(existsQuery("text")), contains("1"));
    assertThat(ids(termQuery("_ignored", "fp")), containsInAnyOrder("2", "3"));
  }

  public void testSyntheticSource() {
    Settings settings = Settings.builder().put("index.mapping.source.mode", "synthetic").build();
    assertSourceIsKept(settings);
  }

  public void testLogsdb() {
    // This mode's formats compress natively unless told otherwise.
    Settings settings =
        Settings.builder()
            .put("index.mode", "logsdb")
            .put("index.codec", "legacy_default")
            .put("index.use_time_series_doc_values_format", false)
            .build();
    assertSourceIsKept(settings);
    index("2", "{'@timestamp': 2, 'fp': 'malformed'}");
    assertThat(ids(termQuery("_ignored", "fp")), contains("2"));
  }

  private void assertSourceIsKept(Settings settings) {
    create(
        settings,
        "{'@timestamp': {'type': 'date'}, 'fp': {'type': 'simhash'}, 'body': {'type': 'simhash',"
            + " 'analyzer': 'standard'}, 'tags': {'type': 'minhash'}}");
    index(
        "1",
        "{'@timestamp': 1, 'fp': {'fingerprint': '0X"
            + A
            + "', 'features': 7}, 'body': '"
            + TEXT
            + "', 'tags': ['b', 'a', 'b']}");
    assertResponse(
        client().prepareSearch("news").setQuery(matchAllQuery()),
        response -> {
          Map<String, Object> source = response.getHits().getAt(0).getSourceAsMap();
          assertThat(source.get("fp"), equalTo(Map.of("fingerprint", "0X" + A, "features", 7)));
          assertThat(source.get("body"), equalTo(TEXT));
          assertThat(source.get("tags"), equalTo(List.of("b", "a", "b")));
        });
    assertThat(ids(termQuery("fp", A)), contains("1"));
    assertThat(ids(existsQuery("tags")), contains("1"));
  }

  public void testFieldCapabilities() {
    indexThree();
    indicesAdmin().preparePutMapping("news").setSource("tags", "type=minhash").get();
    var capabilities =
        client()
            .fieldCaps(new FieldCapabilitiesRequest().indices("news").fields("fp*", "tags"))
            .actionGet();
    Map<String, String> types =
        Map.of(
            "fp",
            "simhash",
            "fp.block_0",
            "keyword",
            "fp.profile",
            "keyword",
            "fp.features",
            "integer",
            "fp.effective_features",
            "double",
            "tags",
            "minhash");
    for (Map.Entry<String, String> type : types.entrySet()) {
      FieldCapabilities field = capabilities.getField(type.getKey()).get(type.getValue());
      boolean compared = type.getKey().equals("tags");
      assertThat(field.isSearchable(), equalTo(compared == false));
      assertThat(field.isAggregatable(), equalTo(compared == false));
    }
  }

  /** A field has values if its documents have signatures alone. */
  public void testFieldCapabilitiesWithoutEmptyFields() {
    create(
        "{'alone': {'type': 'simhash', 'fingerprint': false}, 'empty': {'type': 'simhash'},"
            + " 'tags': {'type': 'minhash'}}");
    index("1", "{'alone': 'the quick brown fox', 'tags': 'a'}");
    var capabilities =
        client()
            .fieldCaps(
                new FieldCapabilitiesRequest()
                    .indices("news")
                    .fields("*")
                    .filters("-metadata")
                    .includeEmptyFields(false))
            .actionGet();
    assertThat(
        capabilities.get().keySet(),
        containsInAnyOrder(
            "alone",
            "alone.signature",
            "alone.signature_parameters",
            "tags",
            "tags.signature",
            "tags.signature_parameters"));
  }

  public void testFieldsOfAMinHashField() {
    create("{'tags': {'type': 'minhash'}}");
    index("1", "{'tags': ['a', 'b']}");
    assertThat(
        fetch(client().prepareSearch("news").addFetchField("tags")).get("tags"),
        contains("a", "b"));
  }

  public void testTheFieldAndTheProcessorMakeTheSameFingerprint() {
    for (String options :
        List.of(
            "'analyzer': 'ansj'",
            "'analyzer': 'standard', 'preset': 'tfidf', 'idf': 'en'",
            "'shingle': {'unit': 'character', 'size': 3}, 'tf': 'binary'")) {
      String processor = "{'simhash': {'field': 'body', 'target_field': 'made', " + options + "}}";
      putJsonPipeline("near", ("{'processors': [" + processor + "]}").replace('\'', '"'));
      create(
          Settings.builder().put("index.default_pipeline", "near").build(),
          "{'made': {'type': 'simhash'}, 'body': {'type': 'text', 'fields': {'fp': {'type':"
              + " 'simhash', "
              + options
              + "}}}}");
      index("1", "{'body': '" + TEXT + "，综上所述，今天天气不错'}");
      Map<String, List<Object>> fields =
          fetch(client().prepareSearch("news").addFetchField("made*").addFetchField("body.fp*"));
      assertThat(fields.get("made").size(), equalTo(1));
      for (String part :
          List.of("", ".block_2", ".profile", ".features", ".effective_features", ".signature")) {
        assertThat(fields.get("body.fp" + part), equalTo(fields.get("made" + part)));
      }
      indicesAdmin().prepareDelete("news").get();
    }
  }

  public void testMappingOfEachFieldIsShown() {
    create("{'hash':{'type':'simhash'},'set':{'type':'minhash','bands':20}}");
    Map<String, Object> types = new TreeMap<>();
    new GetFieldMappingsRequestBuilder(client(), "news")
        .setFields("hash*", "set")
        .get()
        .mappings()
        .get("news")
        .forEach((field, mapping) -> types.put(field, mapping.sourceAsMap()));
    assertThat(
        types.get("set"),
        equalTo(Map.of("set", Map.of("type", "minhash", "hashes", 1024, "bands", 20, "rows", 2))));
    assertThat(types.get("hash"), equalTo(Map.of("hash", Map.of("type", "simhash"))));
    assertThat(types.get("hash.block_3"), equalTo(Map.of("block_3", Map.of("type", "keyword"))));
    assertThat(types.get("hash.profile"), equalTo(Map.of("profile", Map.of("type", "keyword"))));
    assertThat(types.get("hash.features"), equalTo(Map.of("features", Map.of("type", "integer"))));
    assertThat(types.get("hash.signature"), equalTo(Map.of("signature", Map.of("type", "binary"))));
    assertThat(types.keySet().size(), equalTo(11));
  }
}
