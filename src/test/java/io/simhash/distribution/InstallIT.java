package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.simhash.distribution.helper.Distribution;
import io.simhash.distribution.helper.DistributionTestCase;
import io.simhash.distribution.helper.Http;
import io.simhash.distribution.helper.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/**
 * The zip is installed by the real command line; the node starts without warnings; each part works.
 */
public class InstallIT extends DistributionTestCase {

  private static final String TEXT = "云桥县的茶农今年把春茶卖到了海外，价格比去年高出两成。当地政府表示，明年将继续扩大茶园面积，提高茶叶质量。";

  @Test
  public void theNodeListsThePlugin() {
    List<Map<String, Object>> plugins = get("/_cat/plugins?format=json").at("");
    assertEquals(
        List.of("simhash"), plugins.stream().map(plugin -> plugin.get("component")).toList());
  }

  /** The plugin needs no entitlement, so it has no policy, of this version or an earlier one. */
  @Test
  public void thePluginHasNoPolicyFile() throws IOException {
    try (var files = Files.walk(cluster().nodes().getFirst().home().resolve("plugins/simhash"))) {
      assertEquals(List.of(), files.filter(file -> file.toString().contains("policy")).toList());
    }
    String installed = Distribution.installed();
    assertTrue(installed, installed.contains("-> Installed simhash"));
    assertFalse(installed, installed.contains("requires additional entitlements"));
  }

  @Test
  public void theStartLogsNoWarnings() {
    assertEquals(List.of(), complaints());
  }

  @Test
  public void everyNodeHasTheChineseAnalyzers() {
    for (String analyzer : List.of("ansj", "ansj_index", "ansj_query", "ansj_dic", "ansj_nlp")) {
      String body = Http.json(Map.of("analyzer", analyzer, "text", TEXT));
      List<Map<String, Object>> tokens = post("/_analyze", body).at("tokens");
      List<Object> words = tokens.stream().map(token -> token.get("token")).toList();
      assertTrue(analyzer + " makes " + words, words.contains("今年"));
    }
  }

  @Test
  public void aDocumentIsFingerprintedAndFound() {
    put(
        "/_ingest/pipeline/install",
        """
            {"processors": [{"simhash": {"field": "content"}}]}""");
    put(
        "/install",
        """
            {"mappings": {"properties": {"simhash": {"type": "simhash"}}}}""");
    Map<String, Object> documents = new LinkedHashMap<>();
    documents.put("original", Map.of("content", TEXT));
    documents.put("copy", Map.of("content", TEXT));
    documents.put("other", Map.of("content", "昨天夜里的大风吹倒了河边的一排老柳树，附近居民今天上午自发前来清理道路，交通已经恢复正常。"));
    http().index("install", documents, "pipeline=install");
    Response found =
        http()
            .post(
                "/install/_search",
                """
                {"query": {"simhash_near": {"field": "simhash",
                  "like": {"_index": "install", "_id": "original"}}}}""");
    assertEquals(List.of("copy"), found.ids());
    assertEquals(1.0, found.<Double>at("hits.hits.0._score"), 0.0);
  }
}
