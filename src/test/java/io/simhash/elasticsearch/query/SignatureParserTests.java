package io.simhash.elasticsearch.query;

import java.io.IOException;

/** Every way to type a signature and what needs one wrong, and the sentences that answer it. */
public class SignatureParserTests extends NearParserTestCase {

  public void testSignatureAndProfile() throws IOException {
    String liked = LIKE + "{\"_index\": \"a\", \"_id\": \"1\"}, ";
    assertMistakes(
        mistake(FP + "\"signature\": null", "[signature] must not be null"),
        mistake(FP + "\"signature\": 7", "[signature] must be a string but was [7]"),
        mistake(FP + "\"signature\": true", "[signature] must be a string but was [true]"),
        mistake(
            FP + "\"signature\": \"?\"",
            "[signature] cannot be read: a signature must be base 64 but was [?]"),
        mistake(
            FP + "\"signature\": \"\"",
            "[signature] cannot be read: a signature must have [4] to [1027] bytes but had [0]"),
        mistake(
            FP + "\"signature\": \"AQEAAA==\"",
            "[signature] cannot be read: a signature must have version [2] but had [1]"),
        mistake(
            FP + "\"signature\": \"AgMFAA==\"",
            "[signature] cannot be read: a signature must name a unit in [0, 2] but named [3]"),
        mistake(liked + "\"signature\": \"AgEAAA==\"", "[signature] needs [fingerprint]"),
        mistake(FP + "\"profile\": null", "[profile] must not be null"),
        mistake(FP + "\"profile\": 7", "[profile] must be a string but was [7]"),
        mistake(FP + "\"profile\": \"\"", "[profile] must not be empty"),
        mistake(
            FP + "\"profile\": \"" + "p".repeat(257) + "\"",
            "[profile] must have at most [256] characters but had [257]"),
        mistake(FP_TEXT + "\"t\", \"profile\": \"p\"", "[profile] needs [fingerprint]"));
  }

  public void testMinSimilarity() throws IOException {
    String signature = FP + "\"signature\": \"AgEAAA==\", ";
    assertMistakes(
        mistake(
            FP + "\"min_similarity\": 0.5",
            "[min_similarity] needs [signature] beside [fingerprint]"),
        mistake(
            FP + "\"max_distance\": 3, \"min_similarity\": 0",
            "[min_similarity] needs [signature] beside [fingerprint]"),
        mistake(
            FP + "\"score\": \"similarity\"",
            "[score] [similarity] needs [signature] beside [fingerprint]"),
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
}
