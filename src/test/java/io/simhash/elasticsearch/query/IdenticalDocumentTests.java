package io.simhash.elasticsearch.query;

import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.Fingerprint;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.settings.Settings;

/** The same text is found whatever signature it has on either side. */
public class IdenticalDocumentTests extends NearQueryNode {

  private static final String TEXT =
      "the quick brown fox jumps over the lazy dog and both run along an old river to the sea";

  private static final List<String> ALL = List.of("of 128", "of five", "signed", "unsigned");

  /** The same text through pipelines that are named after their signatures. */
  private void createTexts() {
    createIndexOf(
        "texts",
        Settings.builder().put("index.number_of_shards", 1).build(),
        "{\"properties\": {\"fp\": {\"type\": \"simhash\"}}}");
    putPipeline("signed", "true");
    putPipeline("unsigned", "false");
    putPipeline("of 128", "{\"hashes\": 128}");
    putPipeline("of five", "{\"shingle\": {\"size\": 5}}");
    for (String pipeline : ALL) {
      index("texts", pipeline, pipeline, "{\"content\": \"" + TEXT + "\"}");
    }
    String other = "nothing in this sentence was ever said in that way by any of those animals";
    index("texts", "other", "signed", "{\"content\": \"" + other + "\"}");
  }

  private void putPipeline(String name, String signature) {
    putJsonPipeline(
        name,
        "{\"processors\": [{\"simhash\": {\"field\": \"content\", \"analyzer\": \"standard\","
            + " \"target_field\": \"fp\", \"signature\": "
            + signature
            + "}}]}");
  }

  private static List<String> otherSignatures() {
    return List.of(
        "[simhash_near] [fp.signature] holds signatures with other parameters than the query's: they"
            + " count as absent");
  }

  /** The warnings of a query with the signature of each pipeline. */
  private static final Map<String, List<String>> WARNINGS =
      Map.of(
          "signed",
          otherSignatures(),
          "of 128",
          otherSignatures(),
          "of five",
          otherSignatures(),
          "unsigned",
          List.of());

  public void testLike() {
    createTexts();
    for (String id : ALL) {
      assertEquals(
          new Answer(ALL, WARNINGS.get(id)),
          answer(near(like("texts", id) + ", \"include\": true"), "texts"));
    }
  }

  public void testDocument() {
    createTexts();
    String document = "\"document\": {\"content\": \"" + TEXT + "\"}, \"pipeline\": ";
    for (String pipeline : ALL) {
      assertEquals(
          new Answer(ALL, WARNINGS.get(pipeline)),
          answer(near(document + "\"" + pipeline + "\""), "texts"));
    }
  }

  public void testFingerprintWithoutSignature() {
    createTexts();
    String hex =
        client()
            .prepareGet("texts", "signed")
            .get()
            .getSource()
            .get("fp")
            .toString()
            .replaceAll(".*fingerprint=(\\w+).*", "$1");
    assertEquals(16, Fingerprint.toHex(Fingerprint.parse(hex)).length());
    assertEquals(
        new Answer(ALL, List.of()), answer(near("\"fingerprint\": \"" + hex + "\""), "texts"));
  }

  public void testTextInAFieldWithoutSignatures() {
    String field =
        "{\"properties\": {\"fp\": {\"type\": \"simhash\", \"analyzer\": \"standard\", \"signature\":"
            + " %s}}}";
    createIndexOf("texts", Settings.EMPTY, field.formatted(false));
    createIndexOf("signed", Settings.EMPTY, field.formatted(true));
    for (String index : List.of("texts", "signed")) {
      index(index, index, "{\"fp\": \"" + TEXT + "\"}");
    }
    List<String> both = List.of("signed", "texts");
    Answer found = new Answer(both, List.of());
    assertEquals(found, answer(near("\"text\": \"" + TEXT + "\""), "texts", "signed"));
    for (String index : both) {
      String like = like(index, index) + ", \"include\": true";
      assertEquals(found, answer(near(like), "texts", "signed"));
    }
  }

  /** Beyond distance 12 a document without a comparable signature is no neighbour. */
  public void testLikeOfAnotherIndex() {
    createIndexOf("news", 1);
    createIndexOf("old", 1);
    index("news", "12", TestSignatures.source(12, TestSignatures.SAME, null));
    index("news", "13", TestSignatures.source(13, TestSignatures.SAME, null));
    var other = TestSignatures.other(Shingling.AUTO_CHARACTERS, 128);
    index("old", "other", TestSignatures.source(0, other, null));
    index("old", "same", TestSignatures.source(0, TestSignatures.SAME, null));
    assertEquals(
        new Answer(List.of("12"), otherSignatures()), answer(near(like("old", "other")), "news"));
    assertEquals(
        new Answer(List.of("12", "13"), List.of()), answer(near(like("old", "same")), "news"));
    // Documents with signatures of both kinds: each adds its own neighbours.
    assertEquals(
        new Answer(List.of("12", "13"), otherSignatures()),
        answer(near(likeAny("old/other", "old/same")), "news"));
  }
}
