package io.simhash.elasticsearch.fingerprint;

import io.simhash.core.minhash.Bands;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.PluginNode;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TextShingles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.XContentType;

/** A node with the plugin that is asked for fingerprints. */
abstract class FingerprintNode extends PluginNode {

  static final String TEXT =
      "the quick brown fox jumps over the lazy dog and both run along an old river";

  Map<String, Object> ask(Map<String, Object> body) throws Exception {
    FingerprintResponse response =
        client()
            .execute(TransportFingerprintAction.TYPE, FingerprintRequest.parse(body))
            .actionGet(TEST_REQUEST_TIMEOUT);
    BytesReference bytes =
        XContentHelper.toXContent(response, XContentType.JSON, ToXContent.EMPTY_PARAMS, false);
    return XContentHelper.convertToMap(bytes, true, XContentType.JSON).v2();
  }

  Map<String, Object> askWords(Map<String, Object> body) throws Exception {
    Map<String, Object> all = new HashMap<>(body);
    all.put("analyzer", "standard");
    all.put("preset", "words");
    return ask(all);
  }

  void putPipeline(String id, String processors) {
    putJsonPipeline(id, "{\"processors\": " + processors + "}");
  }

  static String signature(Bands bands, Shingling shingling, String text) {
    return minHasher(bands, shingling).of(List.of(text)).orElseThrow().toBase64();
  }

  static TextMinHasher minHasher(Bands bands, Shingling shingling) {
    return new TextMinHasher(bands, Optional.of(new TextShingles(shingling, null)));
  }

  static void assertNullShown(Map<String, Object> answer, String key) {
    assertTrue(key, answer.containsKey(key));
    assertNull(key, answer.get(key));
  }

  @SuppressWarnings("unchecked")
  <T> T cast(Object value) {
    return (T) value;
  }
}
