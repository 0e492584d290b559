package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.simhash.distribution.helper.Response;
import io.simhash.distribution.helper.SecurityTestCase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;

/** Signatures, profiles and warnings with document and field level security. */
public class SignatureSecurityIT extends SecurityTestCase {

  private static final String ROLES =
      """
      reader:
        indices: [{names: [news], privileges: [read]}]
      limited:
        indices: [{names: [news], privileges: [read], query: '{"term": {"public": true}}'}]
      parent:
        indices: [{names: [news], privileges: [read], field_security: {grant: [simhash]}}]
      whole:
        indices: [{names: [news], privileges: [read], field_security: {grant: ["simhash*"]}}]
      """;

  private static final String TYPED =
      "\"fingerprint\": \"0000000000000000\", \"signature\": \"" + SAME + "\"";

  private static final String LIKE =
      "\"like\": {\"_index\": \"news\", \"_id\": \"same\"}, \"include\": true";

  @BeforeClass
  public static void makeUsersAndDocuments() {
    makeUsers(ROLES);
    put(
        "/news",
        """
            {"mappings": {"properties": {
              "public": {"type": "boolean"}, "simhash": {"type": "simhash"}}}}""");
    Map<String, Object> documents = new LinkedHashMap<>();
    documents.put("same", value(true, "0000000000000000", SAME, "mine"));
    documents.put("edited", value(true, "0000000000ffffff", SAME, "mine"));
    documents.put("template", value(true, "00000000000000ff", OTHER, "mine"));
    documents.put(
        "hidden",
        value(false, "ffffffffffffffff", "BkUBAEABAQAAAAAAAAAAAAAAAAAAAAAAAA==", "secret"));
    http().index("news", documents, "");
  }

  private static Map<String, Object> value(
      boolean visible, String fingerprint, String signature, String profile) {
    Map<String, Object> object =
        Map.of("fingerprint", fingerprint, "signature", signature, "profile", profile);
    return Map.of("public", visible, "simhash", object);
  }

  private static Response search(String user, String body) {
    return as(user).post("/news/_search", body).ok();
  }

  private static Response near(String user, String options) {
    String query = "{\"simhash_near\": {\"field\": \"simhash\", " + options + "}}";
    return search(user, "{\"query\": " + query + "}");
  }

  private static List<String> found(String user, String options) {
    return near(user, options).ids().stream().sorted().toList();
  }

  @Test
  public void testAGrantOfTheFieldAndItsSubFields() {
    for (String user : List.of("reader", "limited", "whole")) {
      for (String source : List.of(TYPED, LIKE)) {
        assertEquals(List.of("edited", "same"), found(user, source));
        assertEquals(List.of("edited", "same"), found(user, source + ", \"min_similarity\": 0.5"));
      }
    }
  }

  /** Signatures that are not granted count as absent: nothing is similar. */
  @Test
  public void testAGrantOfTheFieldAlone() {
    assertEquals(List.of(), found("parent", TYPED));
    // The document of [like] has a fingerprint alone.
    Response like = near("parent", LIKE);
    assertEquals(List.of("same", "template"), like.ids().stream().sorted().toList());
    assertEquals(List.of(), like.warnings());
    assertEquals(List.of(), found("parent", LIKE + ", \"min_similarity\": 0.9"));
    for (String source : List.of(TYPED, LIKE)) {
      String radius = source + ", \"max_distance\": 12";
      assertEquals(List.of("same", "template"), found("parent", radius));
    }
    List<String> warnings = near("parent", LIKE + ", \"min_similarity\": 0.9").warnings();
    assertEquals(warnings.toString(), 1, warnings.size());
    assertTrue(
        warnings.get(0),
        warnings
            .get(0)
            .contains(
                "[simhash_near] [min_similarity] finds nothing: the query has no signature. Set"
                    + " [max_distance] alone"));
  }

  @Test
  public void testSignaturesThatAreNotGrantedAreNotShown() {
    String exists = "{\"query\": {\"exists\": {\"field\": \"simhash.signature\"}}}";
    assertEquals(4, search("whole", exists).ids().size());
    assertEquals(List.of(), search("parent", exists).ids());
    String fields = "{\"_source\": false, \"fields\": [\"simhash*\"]}";
    assertTrue(search("whole", fields).text().contains(SAME));
    assertFalse(search("parent", fields).text().contains("BkAB"));
  }

  /** A warning tells nothing of documents and fields that the user may not read. */
  @Test
  public void testWarnings() {
    for (String source : List.of(TYPED + ", \"profile\": \"mine\"", LIKE)) {
      String distances = source + ", \"score\": \"linear\"";
      for (String user : List.of("reader", "whole")) {
        assertEquals(1, near(user, source).warnings().size());
        assertEquals(2, near(user, distances).warnings().size());
      }
      for (String user : List.of("limited", "parent")) {
        assertEquals(List.of(), near(user, source).warnings());
        assertEquals(List.of(), near(user, distances).warnings());
      }
    }
  }
}
