package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.PluginNode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.settings.Settings;

/**
 * One node with the pipeline {@code near}, in which documents are compared; they have fingerprints.
 */
abstract class NearDuplicateNode extends PluginNode {

  static final String DROP = "\"on_duplicate\": \"drop\"";

  /** Makes {@code near} a pipeline of one {@code near_duplicate} processor. */
  void put(String options) {
    putProcessors(near(options));
  }

  static String near(String options) {
    return "{\"near_duplicate\": {" + options + "}}";
  }

  void putProcessors(String... processors) {
    putJsonPipeline("near", "{\"processors\": [" + String.join(", ", processors) + "]}");
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

  /** A document of {@code news} whose fingerprint has that many bits. */
  static IndexRequest document(String id, int bits) {
    return document("news", id, bits);
  }

  static IndexRequest document(String index, String id, int bits) {
    return new IndexRequest(index).id(id).source(Map.of("simhash", fingerprint(bits)));
  }

  static IndexRequest document(String id, NearValue value) {
    Map<String, Object> source = new HashMap<>();
    value.fingerprint().ifPresent(f -> source.put("fingerprint", Fingerprint.toHex(f)));
    value.signature().ifPresent(signature -> source.put("signature", signature.toBase64()));
    return new IndexRequest("news").id(id).source(Map.of("simhash", source));
  }

  /** A signature that has so many minima, the first ones, in common with every other. */
  static Signature signature(int common) {
    return signature(
        LongStream.range(0, Bands.DEFAULT.hashes())
            .map(i -> i < common ? i * 0x9e3779b97f4a7c15L : (i + 5000L * common) * 0xbf58476d1ceL)
            .toArray());
  }

  static Signature signature(long[] minima) {
    return new SignatureParameters(Optional.of(Shingling.AUTO_CHARACTERS), Bands.DEFAULT)
        .signature(minima);
  }

  /** One bulk request, whose documents go through the pipeline. */
  static BulkRequest request(DocWriteRequest<?>... items) {
    BulkRequest request = new BulkRequest();
    for (DocWriteRequest<?> each : items) {
      request.add(each instanceof IndexRequest index ? index.setPipeline("near") : each);
    }
    return request;
  }

  BulkResponse bulk(DocWriteRequest<?>... items) {
    return client().bulk(request(items)).actionGet(TEST_REQUEST_TIMEOUT);
  }

  /** The same, where every document is taken. */
  void index(DocWriteRequest<?>... items) {
    BulkResponse response = bulk(items);
    assertFalse(response.buildFailureMessage(), response.hasFailures());
  }

  /** Makes the index {@code news} with documents that searches see. */
  void visible(IndexRequest... documents) {
    createNews("news");
    index(documents);
    refresh("news");
  }

  /** A field of a stored document of {@code news}. */
  Object field(String id, String field) {
    var found = client().prepareGet("news", id).get();
    assertTrue(id, found.isExists());
    return found.getSource().get(field);
  }

  Object tag(String id) {
    return field(id, "near_duplicate_of");
  }

  void assertTag(String id, String neighbour, int distance) {
    assertEquals(id, neighbour("news", neighbour, distance), tag(id));
  }

  boolean exists(String id) {
    return exists("news", id);
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
    Throwable root = item.getFailure().getCause();
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return item.status().getStatus() + " " + root.getMessage();
  }

  /** The results and status codes of the items. */
  static List<String> results(BulkResponse response) {
    return Arrays.stream(response.getItems())
        .map(
            each ->
                each.isFailed()
                    ? "" + each.status().getStatus()
                    : each.getResponse().getResult().getLowercase())
        .toList();
  }
}
