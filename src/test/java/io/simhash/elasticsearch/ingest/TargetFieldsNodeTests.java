package io.simhash.elasticsearch.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.simhash.elasticsearch.SimHashPlugin;
import java.util.Collection;
import java.util.List;
import org.apache.logging.log4j.Level;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest;
import org.elasticsearch.action.bulk.BulkRequestBuilder;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.test.MockLog;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.xcontent.XContentType;
import org.junit.Before;

/** The warning of a pipeline that writes fingerprints where no query finds them. */
@LuceneTestCase.SuppressCodecs("*")
public class TargetFieldsNodeTests extends ESSingleNodeTestCase {

  private static final String TEXT =
      "the quick brown fox jumps over the lazy dog and both run along an old river";

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(SimHashPlugin.class);
  }

  @Before
  public void putPipeline() {
    putPipeline("near", "\"target_field\": \"meta.fp\"");
  }

  private void putPipeline(String id, String options) {
    String body =
        "{\"processors\": [{\"simhash\": {\"field\": \"content\", \"analyzer\": \"standard\", "
            + options
            + "}}]}";
    putJsonPipeline(id, body);
  }

  private static String warning(String index) {
    return "[target_field] [meta.fp] of a [simhash] processor is not of type [simhash] in index ["
        + index
        + "], so no query finds the fingerprints: map it with [type] [simhash] in the index or its"
        + " template, and index the documents again";
  }

  /** Indexes a document into each of the indices by one bulk, and returns its warnings. */
  private List<String> bulk(String... indices) {
    return bulkOf(TEXT, indices);
  }

  private List<String> bulkOf(String text, String... indices) {
    BulkRequestBuilder bulk = client().prepareBulk();
    for (String index : indices) {
      bulk.add(prepareIndex(index).setPipeline("near").setSource("content", text));
    }
    PlainActionFuture<List<String>> warnings = new PlainActionFuture<>();
    bulk.execute(warnings.map(this::warnings));
    return warnings.actionGet(TEST_REQUEST_TIMEOUT);
  }

  private List<String> warnings(BulkResponse response) {
    assertFalse(response.buildFailureMessage(), response.hasFailures());
    ThreadContext context = getInstanceFromNode(ThreadPool.class).getThreadContext();
    return context.getResponseHeaders().getOrDefault("Warning", List.of()).stream()
        .map(header -> HeaderWarning.extractWarningValueFromWarningHeader(header, false))
        // Elasticsearch warns of the index templates of its test framework.
        .filter(warning -> warning.contains("template]") == false)
        .toList();
  }

  private void create(String index, String field) {
    createIndex(
        index,
        indicesAdmin()
            .prepareCreate(index)
            .setMapping("{\"properties\": {\"meta\": {\"properties\": {" + field + "}}}}"));
  }

  public void testOfTheType() {
    create("mapped", "\"fp\": {\"type\": \"simhash\"}");
    assertThat(bulk("mapped", "mapped"), hasSize(0));
  }

  public void testNotOfTheType() {
    create("unmapped", "");
    create("other", "\"fp\": {\"type\": \"object\"}");
    assertThat(bulk("unmapped", "unmapped"), equalTo(List.of(warning("unmapped"))));
    assertThat(bulk("other"), equalTo(List.of(warning("other"))));
    // Dynamic mapping has made another mapping of it.
    assertThat(bulk("unmapped"), equalTo(List.of(warning("unmapped"))));
    assertThat("a signature", bulkOf("short", "unmapped"), equalTo(List.of(warning("unmapped"))));
    assertThat("neither fingerprint nor signature", bulkOf("?", "unmapped"), hasSize(0));
  }

  public void testAnIndexThatDoesNotExistYet() {
    assertThat(bulk("new"), equalTo(List.of()));
    assertThat(bulk("new"), equalTo(List.of(warning("new"))));
  }

  public void testAnAliasIsItsIndex() {
    create("unmapped", "");
    create("mapped", "\"fp\": {\"type\": \"simhash\"}");
    IndicesAliasesRequest aliases =
        new IndicesAliasesRequest(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT);
    aliases.addAliasAction(alias("news").index("unmapped").writeIndex(true));
    aliases.addAliasAction(alias("news").index("mapped"));
    aliases.addAliasAction(alias("good").index("mapped"));
    indicesAdmin().aliases(aliases).actionGet();
    assertThat(bulk("news", "good"), equalTo(List.of(warning("unmapped"))));
  }

  private static IndicesAliasesRequest.AliasActions alias(String name) {
    return IndicesAliasesRequest.AliasActions.add().alias(name);
  }

  public void testTheMappingIsCorrected() {
    create("news", "");
    assertThat(bulkOf("?", "news"), hasSize(0));
    indicesAdmin()
        .preparePutMapping("news")
        .setSource(
            "{\"properties\": {\"meta\": {\"properties\": {\"fp\": {\"type\": \"simhash\"}}}}}",
            XContentType.JSON)
        .get();
    assertThat(bulk("news"), hasSize(0));
  }

  public void testNamesInTheMetadataOfPipelines() {
    create("news", "\"fp\": {\"type\": \"simhash\"}");
    putPipeline("near", "\"target_field\": \"_source.meta.fp\"");
    assertThat(bulk("news"), hasSize(0));
    putPipeline("near", "\"target_field\": \"_ingest.fp\"");
    assertThat(bulk("news"), hasSize(0));
  }

  public void testLoggedOnce() {
    create("news", "");
    try (MockLog log = MockLog.capture(TargetFields.class)) {
      log.addExpectation(
          new MockLog.SeenEventExpectation(
              "first", TargetFields.class.getCanonicalName(), Level.WARN, warning("news")));
      bulk("news");
      log.assertAllExpectationsMatched();
      log.addExpectation(
          new MockLog.UnseenEventExpectation(
              "again", TargetFields.class.getCanonicalName(), Level.WARN, "*"));
      assertThat(bulk("news").toString(), containsString("news"));
      log.assertAllExpectationsMatched();
    }
  }
}
