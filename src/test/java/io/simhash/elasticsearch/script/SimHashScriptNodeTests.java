package io.simhash.elasticsearch.script;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;

import io.simhash.core.block.Blocks;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.PluginNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.functionscore.ScriptScoreQueryBuilder;
import org.elasticsearch.script.Script;
import org.elasticsearch.script.ScriptType;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.sort.ScriptSortBuilder.ScriptSortType;
import org.elasticsearch.search.sort.SortBuilders;
import org.elasticsearch.search.sort.SortOrder;
import org.junit.Before;

public class SimHashScriptNodeTests extends PluginNode {

  private static final long QUERY = 0x9f3c_0000_ffff_1234L;
  private static final String NONE = "none";

  /** The distances of the documents, by their ids. */
  private final Map<String, Integer> distances = new TreeMap<>();

  /** The value of a text that is too short for a fingerprint. */
  private static Map<String, Object> shortText() {
    String signature =
        new SignatureParameters(Optional.empty(), Bands.DEFAULT)
            .signature(new long[1024])
            .toBase64();
    return Map.of("signature", signature);
  }

  @Before
  public void index() {
    createIndex(
        "test",
        Settings.builder().put("index.number_of_shards", 1).build(),
        "fp",
        "type=simhash",
        "tag",
        "type=keyword",
        "alias",
        "type=alias,path=fp");
    for (int bits = 0; bits <= 64; bits += between(1, 5)) {
      long fingerprint = QUERY;
      for (int bit : randomSubsetOf(bits, IntStream.range(0, 64).boxed().toList())) {
        fingerprint ^= 1L << bit;
      }
      String id = String.format(java.util.Locale.ROOT, "d%02d", bits);
      distances.put(id, bits);
      prepareIndex("test").setId(id).setSource("fp", Fingerprint.toHex(fingerprint)).get();
      if (rarely()) {
        client().admin().indices().prepareFlush("test").get();
      }
    }
    prepareIndex("test")
        .setId(NONE)
        .setSource(randomBoolean() ? Map.of("tag", "x") : Map.of("tag", "x", "fp", shortText()))
        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
        .get();
  }

  private static Script script(String source, Object... more) {
    Map<String, Object> params = new HashMap<>();
    params.put("field", randomFrom("fp", "alias"));
    params.put("fingerprint", randomFrom(Fingerprint.toHex(QUERY), (Object) QUERY));
    for (int i = 0; i < more.length; i += 2) {
      params.put((String) more[i], more[i + 1]);
    }
    return new Script(ScriptType.INLINE, "simhash", source, params);
  }

  private SearchRequestBuilder search(QueryBuilder query) {
    return client().prepareSearch("test").setQuery(query).setSize(100);
  }

  private static Map<String, Float> scores(Iterable<SearchHit> hits) {
    Map<String, Float> scores = new TreeMap<>();
    hits.forEach(hit -> scores.put(hit.getId(), hit.getScore()));
    return scores;
  }

  public void testScore() {
    Map<String, Float> reciprocal = new TreeMap<>(Map.of(NONE, 0f));
    Map<String, Float> hamming = new TreeMap<>(Map.of(NONE, 65f));
    distances.forEach(
        (id, distance) -> {
          reciprocal.put(id, 1f / (1 + distance));
          hamming.put(id, (float) distance);
        });
    Map.of("reciprocal", reciprocal, "hamming", hamming)
        .forEach(
            (source, scores) ->
                assertResponse(
                    search(
                            new ScriptScoreQueryBuilder(
                                QueryBuilders.matchAllQuery(), script(source)))
                        .setExplain(true),
                    response -> {
                      assertEquals(scores, scores(response.getHits()));
                      for (SearchHit hit : response.getHits()) {
                        assertEquals(
                            hit.getId().equals(NONE)
                                ? source + " of a document without fingerprint"
                                : source + " at Hamming distance " + distances.get(hit.getId()),
                            hit.getExplanation().getDescription());
                      }
                    }));
  }

  public void testFilter() {
    for (int maxDistance : List.of(0, 3, between(4, 63), 64)) {
      Script script = script(randomFrom("hamming", "reciprocal"), "max_distance", maxDistance);
      List<String> near =
          distances.keySet().stream().filter(id -> distances.get(id) <= maxDistance).toList();
      assertResponse(
          search(QueryBuilders.boolQuery().filter(QueryBuilders.scriptQuery(script))),
          response -> assertEquals(near, List.copyOf(scores(response.getHits()).keySet())));
    }
  }

  public void testSort() {
    List<String> nearestFirst = new ArrayList<>(distances.keySet());
    nearestFirst.sort(Comparator.comparing(distances::get));
    nearestFirst.add(NONE);
    for (String source : List.of("hamming", "reciprocal")) {
      boolean hamming = source.equals("hamming");
      assertResponse(
          search(QueryBuilders.matchAllQuery())
              .addSort(
                  SortBuilders.scriptSort(script(source), ScriptSortType.NUMBER)
                      .order(hamming ? SortOrder.ASC : SortOrder.DESC)),
          response -> {
            SearchHit[] hits = response.getHits().getHits();
            assertEquals(nearestFirst, Arrays.stream(hits).map(SearchHit::getId).toList());
            assertEquals(hamming ? 0.0 : 1.0, hits[0].getSortValues()[0]);
            assertEquals(hamming ? 65.0 : 0.0, hits[hits.length - 1].getSortValues()[0]);
          });
    }
  }

  public void testField() {
    assertResponse(
        search(QueryBuilders.matchAllQuery())
            .addScriptField("h", script("hamming"))
            .addScriptField("s", script("reciprocal")),
        response -> {
          for (SearchHit hit : response.getHits()) {
            Integer distance = distances.get(hit.getId());
            Double reciprocal = distance == null ? null : Double.valueOf(1.0 / (1 + distance));
            assertEquals(distance, hit.getFields().get("h").getValue());
            assertEquals(reciprocal, hit.getFields().get("s").getValue());
          }
        });
  }

  /** Bool-should over the blocks finds what is within 3; the script scores and min_score drops. */
  public void testStockFormOfRadiusThree() {
    BoolQueryBuilder blocks = QueryBuilders.boolQuery();
    for (int block = 0; block < Blocks.COUNT; block++) {
      String term = Blocks.term(Blocks.value(QUERY, block));
      blocks.should(QueryBuilders.termQuery("fp.block_" + block, term));
    }
    Map<String, Float> near = new TreeMap<>();
    distances.forEach(
        (id, distance) -> {
          if (distance <= 3) {
            near.put(id, 1f / (1 + distance));
          }
        });
    assertResponse(
        search(new ScriptScoreQueryBuilder(blocks, script("reciprocal")).setMinScore(.25f)),
        response -> assertEquals(near, scores(response.getHits())));
  }
}
