package io.simhash.elasticsearch.query;

import io.simhash.core.base.OptionMap;
import io.simhash.core.near.NearRule;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.elasticsearch.query.NearQuery.Similar;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;

/** How queries are read. For mistakes see {@code bad-input.txt}. */
public class NearParserTests extends ESTestCase {

  private static final String FP = "\"field\": \"fp\", \"fingerprint\": 1, ";
  private static final String SIGNATURE =
      "\"signature\": \"" + TestSignatures.SAME.toBase64() + "\", ";

  private NearQuery parse(String body, String name, Function<OptionMap, NearQuery> options)
      throws IOException {
    try (XContentParser parser = createParser(JsonXContent.jsonXContent, "{" + body + "}")) {
      parser.nextToken();
      return NearQueryBuilder.parse(parser, name, options, TestResolver.create()).query();
    }
  }

  private Similar parsed(String options) throws IOException {
    return (Similar) parse(options, Similar.SIMHASH, Similar::simHash);
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

  /** In both queries it says that signatures are not compared, but here nothing else could be. */
  public void testMinHashNearRefusesAMinSimilarityOfZero() {
    String zero = "\"field\": \"tags\", \"values\": \"a\", \"min_similarity\": 0";
    Exception e =
        expectThrows(ParsingException.class, () -> parse(zero, Similar.MINHASH, Similar::minHash));
    assertEquals(
        "[minhash_near] [min_similarity] must be above [0]: a [minhash] field has no fingerprints,"
            + " which would decide alone",
        e.getMessage());
  }

  public void testTheDefaultScore() throws IOException {
    assertEquals(DistanceScore.SIMILARITY, parsed(FP + "\"boost\": 1").score());
    String minHash = ", \"minhash\": {\"field\": \"tags\", \"values\": \"a\"}";
    assertEquals(DistanceScore.RECIPROCAL, parsed(FP + "\"boost\": 1" + minHash).score());
    assertEquals(
        DistanceScore.SIMILARITY, parsed(FP + "\"score\": \"similarity\"" + minHash).score());
  }

  public void testASignatureAlone() throws IOException {
    Similar near = parsed("\"field\": \"fp\", " + SIGNATURE + "\"profile\": \"mine\"");
    assertEquals(RandomNear.value(null, TestSignatures.SAME, "mine"), near.source());
    NearQueryBuilder builder = new NearQueryBuilder(near, TestResolver.create());
    assertFalse(builder.toString(), builder.toString().contains("\"fingerprint\""));
  }

  public void testValuesCountAsTheirText() throws IOException {
    assertValues(List.of("a"), "\"a\"");
    assertValues(List.of("7"), "7");
    assertValues(
        List.of("true", "18446744073709551616", "-1", "1.50"),
        "[true, 18446744073709551616, -1, \"1.50\"]");
    assertValues(List.of(), "[]");
  }

  private void assertValues(List<String> values, String typed) throws IOException {
    Similar near =
        (Similar)
            parse("\"field\": \"tags\", \"values\": " + typed, Similar.MINHASH, Similar::minHash);
    assertEquals(new NearSource.SetValues(values), near.source());
  }
}
