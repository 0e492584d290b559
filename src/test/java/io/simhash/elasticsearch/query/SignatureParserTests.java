package io.simhash.elasticsearch.query;

import io.simhash.core.near.NearRule;
import io.simhash.core.simhash.DistanceScore;
import java.io.IOException;
import org.elasticsearch.common.ParsingException;

/** Every way to type a signature and what needs one wrong, and the sentences that answer it. */
public class SignatureParserTests extends NearParserTestCase {

  private static final String SIGNATURE =
      "\"signature\": \"" + TestSignatures.SAME.toBase64() + "\", ";

  public void testSignatureAndProfile() throws IOException {
    String liked = LIKE + "{\"_index\": \"a\", \"_id\": \"1\"}, ";
    String again = ": index the document again";
    assertMistakes(
        mistake(FP + "\"signature\": null", "[signature] must not be null"),
        mistake(FP + "\"signature\": 7", "[signature] must be a string but was [7]"),
        mistake(FP + "\"signature\": true", "[signature] must be a string but was [true]"),
        mistake(
            FP + "\"signature\": \"?\"",
            "[signature] cannot be read: a signature must be base 64 but was [?]"),
        mistake(
            FP + "\"signature\": \"\"",
            "[signature] cannot be read: a signature must have version [3] but had no bytes"
                + again),
        mistake(
            FP + "\"signature\": \"AgEAAA==\"",
            "[signature] cannot be read: a signature must have version [3] but had [2]" + again),
        mistake(
            FP + "\"signature\": \"A8AA\"",
            "[signature] cannot be read: a signature must name a unit in [0, 2] but named [3]"),
        mistake(
            FP + "\"signature\": \"A0AA\"",
            "[signature] cannot be read: a signature with the parameters"
                + " [3:character:auto:1024:64x2] must have [387] bytes but had [3]"),
        mistake(
            "\"field\": \"fp\", \"signature\": \"?\"",
            "[signature] cannot be read: a signature must be base 64 but was [?]"),
        mistake(FP + "\"profile\": null", "[profile] must not be null"),
        mistake(FP + "\"profile\": 7", "[profile] must be a string but was [7]"),
        mistake(FP + "\"profile\": \"\"", "[profile] must not be empty"),
        mistake(
            FP + "\"profile\": \"" + "p".repeat(257) + "\"",
            "[profile] must have at most [256] characters but had [257]"),
        mistake(
            "\"field\": \"fp\", " + SIGNATURE + "\"profile\": 7",
            "[profile] must be a string but was [7]"),
        mistake(FP_TEXT + "\"t\", \"profile\": \"p\"", "[profile] needs [fingerprint]"));
    ParsingException e =
        expectThrows(ParsingException.class, () -> parse(liked + "\"signature\": \"AgEAAA==\""));
    assertEquals(
        "[simhash_near] exactly one of [signature, like, text, document] is needed but there were"
            + " [signature, like]",
        e.getMessage());
  }

  public void testMinSimilarity() throws IOException {
    String signature = FP + SIGNATURE;
    assertMistakes(
        mistake(
            signature + "\"min_similarity\": 1.01",
            "[min_similarity] must be in [0, 1] but was [1.01]"),
        mistake(
            signature + "\"min_similarity\": -1",
            "[min_similarity] must be in [0, 1] but was [-1.0]"),
        mistake(
            signature + "\"min_similarity\": \"NaN\"",
            "[min_similarity] must be in [0, 1] but was [NaN]"),
        mistake(
            signature + "\"min_similarity\": \"high\"",
            "[min_similarity] must be a number but was [high]"),
        mistake(signature + "\"min_similarity\": null", "[min_similarity] must not be null"));
  }

  private SimHashNear parsed(String options) throws IOException {
    return (SimHashNear) parse(options).query();
  }

  /** Each option has its own default, whatever the source and the other one. */
  public void testNoOptionNeedsASignature() throws IOException {
    assertEquals(NearRule.of(null, null), parsed(FP + "\"boost\": 1").rule());
    assertEquals(NearRule.of(3, null), parsed(FP + "\"max_distance\": 3").rule());
    assertEquals(NearRule.of(null, .7), parsed(FP + "\"min_similarity\": 0.7").rule());
    assertEquals(
        new NearRule(9, 9, .7), parsed(FP + "\"min_similarity\": 0.7, \"max_distance\": 9").rule());
    assertEquals(NearRule.ofDistance(12), parsed(FP + "\"min_similarity\": 0").rule());
    assertEquals(
        NearRule.ofDistance(64), parsed(FP + "\"max_distance\": 64, \"min_similarity\": 0").rule());
    String confirm = "\"confirm\": {\"field\": \"body\", \"text\": \"t\"}";
    assertEquals(NearRule.of(null, .44), parsed(FP + confirm).rule());
    assertEquals(new NearRule(3, 3, .44), parsed(FP + "\"max_distance\": 3, " + confirm).rule());
    assertEquals(NearRule.of(null, .9), parsed(FP + "\"min_similarity\": 0.9, " + confirm).rule());
    assertEquals(NearRule.ofDistance(12), parsed(FP + "\"min_similarity\": 0, " + confirm).rule());
  }

  public void testTheDefaultScore() throws IOException {
    assertEquals(DistanceScore.SIMILARITY, parsed(FP + "\"boost\": 1").score());
    String minHash = ", \"minhash\": {\"field\": \"tags\", \"values\": \"a\"}";
    assertEquals(DistanceScore.RECIPROCAL, parsed(FP + "\"boost\": 1" + minHash).score());
    assertEquals(
        DistanceScore.SIMILARITY, parsed(FP + "\"score\": \"similarity\"" + minHash).score());
  }

  public void testASignatureAlone() throws IOException {
    SimHashNear near = parsed("\"field\": \"fp\", " + SIGNATURE + "\"profile\": \"mine\"");
    assertEquals(new FingerprintSource.Value(null, TestSignatures.SAME, "mine"), near.source());
    NearQueryBuilder builder = new NearQueryBuilder(near, TestResolver.create());
    assertFalse(builder.toString(), builder.toString().contains("\"fingerprint\""));
  }
}
