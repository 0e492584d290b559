package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import io.simhash.distribution.helper.Response;
import io.simhash.distribution.helper.SecurityTestCase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;

/** Collapsed results and groups with document- and field-level security. */
public class NearDuplicatesSecurityIT extends SecurityTestCase {

  private static final String ROLES =
      """
      reader:
        indices: [{names: [news, more], privileges: [read]}]
      one:
        indices: [{names: [news], privileges: [read]}]
      limited:
        indices: [{names: [news], privileges: [read], query: '{"term": {"public": true}}'}]
      parent:
        indices: [{names: [news], privileges: [read], field_security: {grant: [n, simhash]}}]
      none:
        indices: [{names: [news], privileges: [read], field_security: {grant: [n]}}]
      """;

  @BeforeClass
  public static void makeUsersAndDocuments() {
    makeUsers(ROLES);
    String mapping =
        """
        {"mappings": {"properties": {"n": {"type": "integer"}, "public": {"type": "boolean"},
          "simhash": {"type": "simhash"}, "text": {"type": "text"}}}}""";
    Map<String, Object> documents = new LinkedHashMap<>();
    documents.put("hidden", value(0, false, "0000000000000000", SAME));
    documents.put("first", value(1, true, "0000000000000001", SAME));
    documents.put("second", value(2, true, "0000000000000003", SAME));
    documents.put("template", value(3, true, "0000000000000007", OTHER));
    for (String index : List.of("news", "more")) {
      put("/" + index, mapping);
      http().index(index, documents, "");
    }
  }

  private static Map<String, Object> value(
      int n, boolean visible, String fingerprint, String signature) {
    Map<String, Object> object = Map.of("fingerprint", fingerprint, "signature", signature);
    String text = n == 3 ? "quite another text" : "the text of the first three documents";
    return Map.of("n", n, "public", visible, "simhash", object, "text", text);
  }

  private static final String COLLAPSE =
      """
      {"_source": false, "retriever": {"near_duplicate_collapse": {"field": "simhash",
        "retriever": {"standard": {"sort": ["n"]}}}}}""";

  private static Response collapsed(String user, String index) {
    return as(user).post("/" + index + "/_search", COLLAPSE);
  }

  private static void assertCollapsed(String user, List<String> kept, List<Integer> folded) {
    Response response = collapsed(user, "news").ok();
    assertEquals(kept, response.ids());
    for (int i = 0; i < kept.size(); i++) {
      Map<String, List<?>> fields = response.at("hits.hits." + i + ".fields");
      int size = fields == null ? 0 : fields.get("_near_duplicates").size();
      assertEquals(user + ", hit " + i, (int) folded.get(i), size);
    }
  }

  @Test
  public void testOnlyWhatTheCallerMayReadIsFoldedAndFolds() {
    assertCollapsed("reader", List.of("hidden", "template"), List.of(2, 0));
    assertCollapsed("limited", List.of("first", "template"), List.of(1, 0));
    assertFalse(collapsed("limited", "news").text().contains("hidden"));
  }

  /** A signature that is not granted counts as absent, and so does the value of a hidden field. */
  @Test
  public void testHiddenFields() {
    assertCollapsed("parent", List.of("hidden"), List.of(3));
    Response kept = collapsed("none", "news").ok();
    assertEquals(4, kept.ids().size());
  }

  /** Texts are read as the caller: of a hidden field, and of hidden documents, nothing is known. */
  @Test
  public void testTextsThatTheCallerMayNotRead() {
    String search =
        """
        {"_source": false, "retriever": {"near_duplicate_collapse": {"min_new": 0.3,
          "text_field": "text", "retriever": {"standard": {"sort": ["n"]}}}}}""";
    assertEquals(
        List.of("hidden", "template"), as("reader").post("/news/_search", search).ok().ids());
    Response limited = as("limited").post("/news/_search", search).ok();
    assertEquals(List.of("first", "template"), limited.ids());
    assertEquals(
        List.of(Map.of("_index", "news", "_id", "second", "_score", 0.5, "containment", 1.0)),
        limited.at("hits.hits.0.fields._near_duplicates"));
    assertFalse(limited.text().contains("hidden"));
    Response unreadable = as("parent").post("/news/_search", search).ok();
    assertEquals(4, unreadable.ids().size());
    assertFalse(unreadable.text().contains("containment"));
  }

  private static String groups(String user) {
    String body =
        """
        {"size": 0, "aggs": {"groups": {"near_duplicates": {"field": "simhash"}}}}""";
    Response response = as(user).post("/news/_search", body).ok();
    List<Map<String, Object>> buckets = response.at("aggregations.groups.buckets");
    return response.at("aggregations.groups.documents")
        + ": "
        + buckets.stream()
            .map(bucket -> bucket.get("key") + "=" + bucket.get("doc_count"))
            .toList();
  }

  @Test
  public void testGroupsOfWhatTheCallerMayRead() {
    assertEquals("4: [first=3]", groups("reader"));
    assertEquals("3: [first=2]", groups("limited"));
    assertEquals("4: [first=4]", groups("parent"));
    assertEquals("0: []", groups("none"));
  }

  @Test
  public void testIndicesThatTheCallerMayNotRead() {
    assertEquals(2, collapsed("reader", "news,more").ok().ids().size());
    assertEquals(403, collapsed("one", "news,more").status());
    assertFalse(collapsed("one", "*").ok().text().contains("more"));
  }
}
