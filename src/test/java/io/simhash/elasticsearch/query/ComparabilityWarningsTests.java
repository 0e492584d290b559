package io.simhash.elasticsearch.query;

import static io.simhash.elasticsearch.query.TestSignatures.SAME;
import static io.simhash.elasticsearch.query.TestSignatures.source;

import io.simhash.core.shingle.Shingling;
import java.util.List;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.xcontent.XContentType;

/** Warnings of a query that meets fingerprints or signatures that it cannot compare. */
public class ComparabilityWarningsTests extends NearQueryNode {

  private static final String FINGERPRINT = "\"fingerprint\": \"" + fingerprint(0) + "\"";

  private static final String NO_SIGNATURE =
      "[simhash_near] [min_similarity] finds nothing: the query has no signature. Set [max_distance]"
          + " alone";

  private static final String NO_FINGERPRINT =
      "[simhash_near] finds nothing: the query has no fingerprint, and signatures are not compared."
          + " Set [min_similarity]";

  private static final String OTHER_PROFILES =
      "[simhash_near] [fp] holds fingerprints of other profiles than the query's: distances to them"
          + " mean nothing. A [terms] aggregation on [fp.profile] lists the profiles";

  private static final String OTHER_SIGNATURES =
      "[simhash_near] [fp] holds documents whose signature cannot be compared with the query's, or"
          + " that have none: they are no neighbours. [_simhash/stats] counts them";

  private static QueryBuilder ofProfile(String profile) {
    return near(FINGERPRINT + ", \"profile\": \"" + profile + "\"");
  }

  private List<String> warnings(QueryBuilder query, String... indices) {
    return answer(query, indices).warnings();
  }

  public void testAnotherProfile() {
    createIndexOf("news", 1);
    index("news", "mine", source(0, null, "mine"));
    assertEquals(List.of(), warnings(ofProfile("mine"), "news"));
    assertEquals(List.of(OTHER_PROFILES), warnings(ofProfile("yours"), "news"));
    index("news", "unknown", source(1, null, null));
    assertEquals(List.of(), warnings(ofProfile("mine"), "news"));
    index("news", "yours", source(2, null, "yours"));
    for (String profile : List.of("mine", "yours")) {
      assertEquals(List.of(OTHER_PROFILES), warnings(ofProfile(profile), "news"));
      assertEquals(List.of(OTHER_PROFILES), warnings(near(like("news", profile)), "news"));
    }
    // A fingerprint whose profile is not known is compared without a warning.
    assertEquals(List.of(), warnings(near(FINGERPRINT), "news"));
    assertEquals(List.of(), warnings(near(like("news", "unknown")), "news"));
    assertEquals(
        List.of(OTHER_PROFILES),
        warnings(near(likeAny("news/mine", "news/yours", "news/unknown")), "news"));
  }

  public void testOneWarningForAllShardsSegmentsAndIndices() {
    createIndexOf("news", 3);
    createIndexOf("old", 2);
    for (int i = 0; i < 30; i++) {
      for (String index : List.of("news", "old")) {
        index(index, "m" + i, source(i, SAME, "mine"));
        var other = TestSignatures.other(Shingling.AUTO_CHARACTERS, 100 + i);
        index(index, "y" + i, source(i, other, i % 2 == 0 ? "yours" : "theirs"));
      }
    }
    String signature = ", \"signature\": \"" + SAME.toBase64() + "\"";
    assertEquals(
        List.of(OTHER_SIGNATURES),
        warnings(near(FINGERPRINT + signature + ", \"profile\": \"mine\""), "news", "old"));
    String within = ", \"profile\": \"mine\", \"max_distance\": 3";
    assertEquals(
        List.of(OTHER_PROFILES), warnings(near(FINGERPRINT + signature + within), "news", "old"));
    within += ", \"min_similarity\": 0.6";
    assertEquals(
        List.of(OTHER_PROFILES, OTHER_SIGNATURES),
        warnings(near(FINGERPRINT + signature + within), "news", "old"));
  }

  public void testDeletedDocumentsDoNotCount() {
    Settings settings =
        Settings.builder()
            .put("index.number_of_shards", 1)
            .put("index.merge.policy.deletes_pct_allowed", 50)
            .build();
    createIndexOf("news", settings, MAPPING);
    client()
        .prepareBulk()
        .add(request("mine", source(0, SAME, "mine")))
        .add(request("near", source(1, SAME, "mine")))
        .add(
            request(
                "yours", source(1, TestSignatures.other(Shingling.AUTO_CHARACTERS, 99), "yours")))
        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
        .get();
    assertEquals(List.of(OTHER_SIGNATURES), warnings(near(like("news", "mine")), "news"));
    client()
        .prepareDelete("news", "yours")
        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
        .get();
    // The document, and Elasticsearch's note that it was deleted.
    assertEquals(
        2, indicesAdmin().prepareStats("news").get().getPrimaries().getDocs().getDeleted());
    assertEquals(List.of(), warnings(near(like("news", "mine")), "news"));
    assertEquals(List.of(OTHER_PROFILES), warnings(ofProfile("yours"), "news"));
  }

  private static IndexRequest request(String id, String source) {
    return new IndexRequest("news").id(id).source(source, XContentType.JSON);
  }

  /** Signatures with other parameters matter only where signatures are compared. */
  public void testOtherSignatures() {
    createIndexOf("news", 1);
    index("news", "same", source(0, SAME, null));
    index("news", "other", source(0, TestSignatures.other(Shingling.AUTO_CHARACTERS, 84), null));
    index("news", "none", source(0, null, null));
    String query = FINGERPRINT + ", \"signature\": \"" + SAME.toBase64() + "\"";
    Answer warned = new Answer(List.of("same"), List.of(OTHER_SIGNATURES));
    assertEquals(warned, answer(near(query), "news"));
    assertEquals(warned, answer(near(query + ", \"min_similarity\": 0.1"), "news"));
    Answer all = new Answer(List.of("none", "other", "same"), List.of());
    assertEquals(all, answer(near(query + ", \"max_distance\": 3"), "news"));
    assertEquals(all, answer(near(FINGERPRINT), "news"));
  }

  /** A document without any value is none of them. */
  public void testDocumentsWithoutASignature() {
    createIndexOf("news", 1);
    index("news", "same", source(0, SAME, null));
    index("news", "no value", "{\"title\": \"none\"}");
    String query = FINGERPRINT + ", \"signature\": \"" + SAME.toBase64() + "\"";
    assertEquals(new Answer(List.of("same"), List.of()), answer(near(query), "news"));
    index("news", "none", source(0, null, null));
    for (String options : List.of("", ", \"min_similarity\": 0.01", ", \"min_similarity\": 1")) {
      assertEquals(
          new Answer(List.of("same"), List.of(OTHER_SIGNATURES)),
          answer(near(query + options), "news"));
    }
    assertEquals(
        new Answer(List.of("none", "same"), List.of()),
        answer(near(query + ", \"max_distance\": 0"), "news"));
  }

  /** A field whose text has a fingerprint alone. */
  public void testMinSimilarityOfATextWithoutSignature() {
    createIndexOf(
        "bare",
        Settings.EMPTY,
        """
        {"properties": {
          "text": {"type": "simhash", "analyzer": "standard", "signature": false}}}
        """);
    index("bare", "1", "{\"text\": \"" + RandomTexts.TEXT + "\"}");
    String near = "{\"simhash_near\": {\"field\": \"text\", %s%s}}";
    String text = "\"text\": \"" + RandomTexts.TEXT + "\"";
    for (String source : List.of(text, like("bare", "1") + ", \"include\": true")) {
      assertEquals(
          new Answer(List.of("1"), List.of()), answer(query(near.formatted(source, "")), "bare"));
      assertEquals(
          new Answer(List.of(), List.of(NO_SIGNATURE)),
          answer(query(near.formatted(source, ", \"min_similarity\": 0.01")), "bare"));
    }
  }

  /** Each of several liked documents is compared by what it has. */
  public void testSomeLikedDocumentsHaveASignature() {
    createIndexOf("news", 1);
    index("news", "signed", source(0, SAME, null));
    index("news", "bare", source(32, null, null));
    index("news", "similar", source(64, SAME, null));
    index("news", "near", source(40, null, null));
    String like = likeAny("news/signed", "news/bare");
    assertEquals(List.of("near", "similar"), answer(near(like), "news").ids());
    assertEquals(
        new Answer(List.of("similar"), List.of(OTHER_SIGNATURES, NO_SIGNATURE)),
        answer(near(like + ", \"min_similarity\": 1"), "news"));
    assertEquals(
        new Answer(List.of("near"), List.of()),
        answer(near(like + ", \"max_distance\": 8"), "news"));
  }

  public void testMinSimilarityWithoutSignature() {
    createIndexOf("news", 1);
    index("news", "none", source(0, null, null));
    index("news", "same", source(1, SAME, null));
    String like = like("news", "none");
    assertEquals(new Answer(List.of("same"), List.of()), answer(near(like), "news"));
    assertEquals(
        new Answer(List.of(), List.of(NO_SIGNATURE)),
        answer(near(like + ", \"min_similarity\": 1"), "news"));
  }

  /** A short text has a signature alone. */
  public void testMaxDistanceWithoutFingerprint() {
    createIndexOf("news", 1);
    index("news", "short", source(null, SAME, null));
    index("news", "same", source(1, SAME, null));
    String like = like("news", "short");
    assertEquals(new Answer(List.of("same"), List.of()), answer(near(like), "news"));
    assertEquals(
        new Answer(List.of(), List.of(NO_FINGERPRINT)),
        answer(near(like + ", \"max_distance\": 64"), "news"));
    assertEquals(
        new Answer(List.of("same"), List.of()),
        answer(near(like + ", \"max_distance\": 0, \"min_similarity\": 1"), "news"));
  }

  /** Of two indices with other bands, each signature finds its own. */
  public void testIndicesWithOtherBands() {
    String mapping =
        """
        {"properties": {"text": {"type": "simhash", "analyzer": "standard", "signature": %s}}}
        """;
    createIndexOf("usual", Settings.EMPTY, mapping.formatted("true"));
    createIndexOf(
        "other",
        Settings.EMPTY,
        mapping.formatted("{\"hashes\": 512, \"bands\": 20, \"rows\": 3}"));
    for (String index : List.of("usual", "other")) {
      index(index, index, "{\"text\": \"" + RandomTexts.TEXT + "\"}");
      index(index, index + " edited", "{\"text\": \"" + RandomTexts.EDITED + "\"}");
      index(index, index + " short", "{\"text\": \"quick brown foxes\"}");
    }
    String near = "{\"simhash_near\": {\"field\": \"text\", %s, \"include\": true}}";
    for (String index : List.of("usual", "other")) {
      assertEquals(
          List.of(index, index + " edited"),
          answer(query(near.formatted(like(index, index))), "usual", "other").ids());
      assertEquals(
          List.of(index + " short"),
          answer(query(near.formatted(like(index, index + " short"))), "usual", "other").ids());
    }
    // Each index makes its own signature of a text.
    String text = "{\"simhash_near\": {\"field\": \"text\", \"text\": \"Quick, brown foxes!\"}}";
    assertEquals(
        new Answer(List.of("other short", "usual short"), List.of()),
        answer(query(text), "usual", "other"));
  }

  public void testAFieldOfText() {
    createIndexOf("news", 1);
    String text = "the quick brown fox jumps over the lazy dog by the river and away";
    index("news", "text", "{\"fp_text\": \"" + text + "\"}");
    String options = "{\"simhash_near\": {\"field\": \"fp_text\", \"text\": \"" + text + "\"}}";
    assertEquals(new Answer(List.of("text"), List.of()), answer(query(options), "news"));
    // A document through a pipeline with another profile.
    putJsonPipeline(
        "words",
        "{\"processors\": [{\"simhash\": {\"field\": \"content\", \"analyzer\": \"standard\","
            + " \"preset\": \"words\"}}]}");
    String document =
        "{\"simhash_near\": {\"field\": \"fp_text\", \"max_distance\": 9, \"pipeline\":"
            + " \"words\", \"document\":"
            + " {\"content\": \""
            + text
            + "\"}}}";
    assertEquals(
        List.of(OTHER_PROFILES.replace("[fp", "[fp_text")), warnings(query(document), "news"));
  }
}
