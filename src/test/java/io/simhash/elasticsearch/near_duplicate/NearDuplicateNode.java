package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.SimHashPlugin;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.ingest.PutPipelineRequest;
import org.elasticsearch.action.ingest.PutPipelineTransportAction;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.xcontent.XContentType;

/** One node with pipelines of {@code near_duplicate}; documents bring their fingerprints. */
@LuceneTestCase.SuppressCodecs("*")
abstract class NearDuplicateNode extends ESSingleNodeTestCase {

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(SimHashPlugin.class);
  }

  /** Puts a pipeline of one {@code near_duplicate} processor. */
  void putPipeline(String id, String options) {
    putProcessors(id, "{\"near_duplicate\": {" + options + "}}");
  }

  void putProcessors(String id, String... processors) {
    String body = "{\"processors\": [" + String.join(", ", processors) + "]}";
    client()
        .execute(
            PutPipelineTransportAction.TYPE,
            new PutPipelineRequest(
                TEST_REQUEST_TIMEOUT,
                TEST_REQUEST_TIMEOUT,
                id,
                new BytesArray(body),
                XContentType.JSON))
        .actionGet(TEST_REQUEST_TIMEOUT);
  }

  /** An index that is only refreshed on demand. */
  void createNews(String index, String... settings) {
    Settings.Builder all =
        Settings.builder()
            .put("index.refresh_interval", -1)
            .put("index.number_of_shards", randomIntBetween(1, 3));
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    createIndex(index, all.build(), "simhash", "type=simhash", "category", "type=keyword");
  }

  /** The fingerprint whose lowest bits are 1. */
  static String fingerprint(int bits) {
    return Fingerprint.toHex(bits == 64 ? -1L : (1L << bits) - 1);
  }

  /** A document whose fingerprint has that many bits. */
  static IndexRequest document(String index, String id, int bits) {
    return new IndexRequest(index).id(id).source(Map.of("simhash", fingerprint(bits)));
  }

  /** Indexes documents in one bulk request through a pipeline. */
  BulkResponse bulk(String pipeline, IndexRequest... documents) {
    BulkRequest request = new BulkRequest();
    Arrays.stream(documents).forEach(each -> request.add(each.setPipeline(pipeline)));
    return client().bulk(request).actionGet(TEST_REQUEST_TIMEOUT);
  }

  /** The same, where every document is taken. */
  void index(String pipeline, IndexRequest... documents) {
    BulkResponse response = bulk(pipeline, documents);
    assertFalse(response.buildFailureMessage(), response.hasFailures());
  }

  /** The content of the field {@code near_duplicate_of} of a stored document. */
  Object tag(String index, String id) {
    var found = client().prepareGet(index, id).get();
    assertTrue(index + "/" + id, found.isExists());
    return found.getSource().get("near_duplicate_of");
  }

  boolean exists(String index, String id) {
    return client().prepareGet(index, id).get().isExists();
  }

  static Map<String, Object> neighbour(String index, String id, int distance) {
    return Map.of("id", id, "index", index, "distance", distance);
  }

  void refresh(String index) {
    client().admin().indices().prepareRefresh(index).get();
  }

  /** The sentences of the items that failed, by their ids. */
  static Map<String, String> failures(BulkResponse response) {
    return Arrays.stream(response.getItems())
        .filter(BulkItemResponse::isFailed)
        .collect(Collectors.toMap(BulkItemResponse::getId, NearDuplicateNode::failure));
  }

  /** The status and the sentence of an item that failed. */
  static String failure(BulkItemResponse item) {
    return item.status().getStatus() + " " + root(item.getFailure().getCause());
  }

  private static String root(Throwable e) {
    return e.getCause() == null ? e.getMessage() : root(e.getCause());
  }
}
