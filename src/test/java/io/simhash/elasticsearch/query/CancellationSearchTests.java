package io.simhash.elasticsearch.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;

import java.util.Random;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.search.aggregations.AggregationBuilders;
import org.elasticsearch.tasks.TaskInfo;

/** The options {@code timeout} and {@code _cancel} of searches that confirm long documents. */
public class CancellationSearchTests extends NearQueryNode {

  private static final int DOCUMENTS = 40;

  /** Letters that Lucene compresses to nothing, and that take some 30 ms to cut and hash. */
  private static final String TEXT = text(500_000);

  private static final String FINGERPRINT =
      "\"fingerprint\": \"" + fingerprint(3) + "\", \"max_distance\": 64";

  private static String text(int length) {
    Random letters = new Random(1);
    StringBuilder text = new StringBuilder(length);
    while (text.length() < length) {
      text.append((char) ('a' + letters.nextInt(26)));
    }
    return text.toString();
  }

  private void createLongTexts() {
    createIndexOf(
        "long",
        Settings.builder().put("index.number_of_shards", 1).build(),
        "{\"properties\": {\"fp\": {\"type\": \"simhash\"}, \"content\": {\"type\": \"text\","
            + " \"index\": false}}}");
    for (int i = 0; i < DOCUMENTS; i++) {
      client().prepareIndex("long").setSource("fp", fingerprint(i), "content", TEXT).get();
    }
    // Elasticsearch itself looks between two segments.
    indicesAdmin().prepareForceMerge("long").setMaxNumSegments(1).get();
    indicesAdmin().prepareRefresh("long").get();
  }

  private SearchRequestBuilder search() {
    return client().prepareSearch("long").setSize(0).setTrackTotalHits(true).setRequestCache(false);
  }

  private static String confirmed() {
    return FINGERPRINT
        + ", \"confirm\": {\"field\": \"content\", \"text\": \"the text\","
        + " \"min_similarity\": 0}";
  }

  public void testTimeoutEndsASearchBetweenTwoDocuments() {
    createLongTexts();
    assertResponse(
        search().setQuery(near(confirmed())).setTimeout(TimeValue.timeValueMillis(300)),
        response -> {
          assertTrue(response.isTimedOut());
          assertTrue(response.getHits().getTotalHits().value() < DOCUMENTS);
        });
    assertResponse(
        search().setQuery(near(confirmed())),
        response -> assertEquals(DOCUMENTS, response.getHits().getTotalHits().value()));
  }

  public void testTimeoutEndsAFilterAggregation() {
    createLongTexts();
    assertResponse(
        search()
            .setTimeout(TimeValue.timeValueMillis(300))
            .addAggregation(AggregationBuilders.filter("near", near(confirmed()))),
        response -> assertTrue(response.isTimedOut()));
  }

  public void testCancelledSearchEnds() throws Exception {
    createLongTexts();
    long start = System.nanoTime();
    search().setQuery(near(confirmed())).get().decRef();
    long whole = System.nanoTime() - start;
    for (boolean aggregated : new boolean[] {false, true}) {
      SearchRequestBuilder search = search();
      if (aggregated) {
        search.addAggregation(AggregationBuilders.filter("near", near(confirmed())));
      } else {
        search.setQuery(near(confirmed()));
      }
      ActionFuture<SearchResponse> running = search.execute();
      assertBusy(() -> assertFalse(searches().isEmpty()));
      TaskInfo task = searches().getFirst();
      long cancelled = System.nanoTime();
      clusterAdmin().prepareCancelTasks().setTargetTaskId(task.taskId()).get();
      expectThrows(Exception.class, running::actionGet);
      assertBusy(() -> assertTrue(searches().isEmpty()));
      long rest = System.nanoTime() - cancelled;
      assertTrue("the whole " + whole + " ns, after cancelling " + rest, rest < whole / 2);
    }
  }
}
