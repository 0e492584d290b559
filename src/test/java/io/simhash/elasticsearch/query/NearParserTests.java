package io.simhash.elasticsearch.query;

import io.simhash.core.near.NearRule;
import io.simhash.core.simhash.DistanceScore;
import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;

/** How queries are read. For mistakes see {@code bad-input/query_simhash_near.txt}. */
public class NearParserTests extends ESTestCase {

  private static final String FP = "\"field\": \"fp\", \"fingerprint\": 1, ";
  private static final String LIKE =
      "\"field\": \"fp\", \"like\": {\"_index\": \"news\", \"_id\": \"1\"}, ";
  private static final String SIGNATURE =
      "\"signature\": \"" + TestSignatures.SAME.toBase64() + "\", ";

  private NearQuery parse(String body, String name) throws IOException {
    try (XContentParser parser = createParser(JsonXContent.jsonXContent, "{" + body + "}")) {
      parser.nextToken();
      return (NearQuery) NearQueryBuilder.parse(parser, name, TestResolver.create()).query();
    }
  }

  private NeighbourOptions parsed(String options) throws IOException {
    return (NeighbourOptions) parse(options, NeighbourOptions.SIMHASH);
  }

  /** The rule where the query has a signature. */
  private NearRule rule(String options) throws IOException {
    return parsed(LIKE + options).rule(true);
  }

  public void testTheOptionsSayTheRule() throws IOException {
    assertEquals(new NearRule.Similar(.51, 2, 64), rule("\"boost\": 1"));
    assertEquals(new NearRule.Radius(3), rule("\"max_distance\": 3"));
    assertEquals(new NearRule.Similar(.7, 2, 64), rule("\"min_similarity\": 0.7"));
    assertEquals(
        new NearRule.Similar(.7, 2, 9), rule("\"min_similarity\": 0.7, \"max_distance\": 9"));
    assertEquals(new NearRule.Similar(.43, 0, 64), rule("\"min_similarity\": 0.43"));
    String confirm = "\"confirm\": {\"field\": \"body\", \"text\": \"t\"}";
    assertEquals(new NearRule.Similar(.44, 2, 64), rule(confirm));
    assertEquals(new NearRule.Radius(3), rule("\"max_distance\": 3, " + confirm));
    assertEquals(new NearRule.Similar(.9, 2, 64), rule("\"min_similarity\": 0.9, " + confirm));
    assertEquals(new NearRule.Radius(12), parsed(LIKE + "\"boost\": 1").rule(false));
    assertEquals(new NearRule.Radius(12), parsed(LIKE + confirm).rule(false));
    assertEquals(
        new NearRule.Similar(.7, 2, 64), parsed(LIKE + "\"min_similarity\": 0.7").rule(false));
  }

  public void testAMinSimilarityOfZeroNamesMaxDistance() {
    for (String typed : List.of("0", "-0.0", "-1", "1.1")) {
      Exception e =
          expectThrows(ParsingException.class, () -> parsed(LIKE + "\"min_similarity\": " + typed));
      assertEquals(
          "[simhash_near] [min_similarity] must be above [0] and at most [1] but was ["
              + Double.parseDouble(typed)
              + "]; for a search by the distance of fingerprints set [max_distance] alone",
          e.getMessage());
    }
  }

  /** Nothing would be found. */
  public void testAnOptionThatTheTypedValueCannotBeComparedBy() {
    Exception e =
        expectThrows(
            ParsingException.class, () -> parsed(FP + "\"boost\": 2, \"min_similarity\": 0.6"));
    assertEquals(
        "[simhash_near] [min_similarity] needs a [signature] beside [fingerprint]; without it,"
            + " [max_distance] says which documents are neighbours",
        e.getMessage());
    String signature = "\"field\": \"fp\", \"signature\": \"" + TestSignatures.SAME.toBase64();
    e = expectThrows(ParsingException.class, () -> parsed(signature + "\", \"max_distance\": 3"));
    assertEquals(
        "[simhash_near] [max_distance] needs a [fingerprint] beside [signature]; without it,"
            + " [min_similarity] says which documents are neighbours",
        e.getMessage());
  }

  public void testMinHashNearRefusesAMinSimilarityOfZero() {
    String zero = "\"field\": \"tags\", \"values\": \"a\", \"min_similarity\": 0";
    Exception e = expectThrows(ParsingException.class, () -> parse(zero, NeighbourOptions.MINHASH));
    assertEquals(
        "[minhash_near] [min_similarity] must be above [0] and at most [1] but was [0.0]",
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
    NeighbourOptions near = parsed("\"field\": \"fp\", " + SIGNATURE + "\"profile\": \"mine\"");
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
    NeighbourOptions near =
        (NeighbourOptions)
            parse("\"field\": \"tags\", \"values\": " + typed, NeighbourOptions.MINHASH);
    assertEquals(new NearSource.SetValues(values), near.source());
  }
}
