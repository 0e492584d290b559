package io.simhash.elasticsearch.query;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;

/** Every way to type the query wrong, and the whole sentence that answers it. */
public class MinHashNearParserTests extends ESTestCase {

  private static final String TEXT = "\"field\": \"body\", \"text\": \"t\"";

  public void testMembers() {
    assertRefused("[field] is needed", "\"text\": \"t\"");
    assertRefused("[field] must not be empty", "\"field\": \"\", \"text\": \"t\"");
    assertRefused("[field] must be a string but was [1]", "\"field\": 1, \"text\": \"t\"");
    assertRefused(
        "exactly one of [values, like, text] is needed but there were []", "\"field\": \"body\"");
    assertRefused(
        "exactly one of [values, like, text] is needed but there were [values, text]",
        TEXT + ", \"values\": []");
    assertRefused(
        "[values] must be a string, an integer, a boolean or an array of these but was [1.5]: type"
            + " a decimal number as a string",
        "\"field\": \"body\", \"values\": 1.5");
    assertRefused("[like] needs [_index] and [_id]", "\"field\": \"body\", \"like\": {}");
    assertRefused(
        "[like] must hold 1 to 100 documents but held [0]", "\"field\": \"body\", \"like\": []");
    assertRefused("[include] needs [like]", TEXT + ", \"include\": true");
    String most = " must have at most [1000000] characters but had [1000001]";
    String tooLong = "\"" + "a".repeat(1_000_001) + "\"";
    assertRefused("[text]" + most, "\"field\": \"body\", \"text\": " + tooLong);
    assertRefused("[values]" + most, "\"field\": \"body\", \"values\": [" + tooLong + "]");
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
    MinHashNear near = (MinHashNear) parse("\"field\": \"tags\", \"values\": " + typed).query();
    assertEquals(new SetSource.Values(values), near.set());
  }

  public void testOptions() {
    assertRefused(
        "[min_similarity] must be in [0, 1] but was [-0.5]", TEXT + ", \"min_similarity\": -0.5");
    assertRefused(
        "[min_similarity] must be in [0, 1] but was [NaN]", TEXT + ", \"min_similarity\": \"NaN\"");
    assertRefused(
        "[min_similarity] must be a number but was [high]",
        TEXT + ", \"min_similarity\": \"high\"");
    assertRefused(
        "[min_matching_bands] must be in [0, 32] but was [-1]",
        TEXT + ", \"min_matching_bands\": -1");
    assertRefused(
        "[min_matching_bands] must be in [0, 32] but was [33]",
        TEXT + ", \"min_matching_bands\": 33");
    assertRefused(
        "[min_matching_bands] must be an integer but was [1.5]",
        TEXT + ", \"min_matching_bands\": 1.5");
    assertRefused(
        "[ignore_unmapped] must be [true] or [false] but was [1]",
        TEXT + ", \"ignore_unmapped\": 1");
    assertRefused("[boost] must be finite but was [Infinity]", TEXT + ", \"boost\": 1e99");
    assertRefused("unknown options [mu]", TEXT + ", \"mu\": 0.5");
  }

  public void testConfirm() {
    String confirm = "\"confirm\": {\"field\": \"content\"";
    assertRefused(
        "[confirm.min_similarity] must not be null",
        TEXT + ", " + confirm + ", \"min_similarity\": null}");
    assertRefused(
        "[confirm.text] is needed with [values]",
        "\"field\": \"body\", \"values\": [], " + confirm + "}");
    assertRefused(
        "[confirm.text] is needed with [values]",
        "\"field\": \"body\", \"values\": [], " + confirm + ", \"min_similarity\": 0.5}");
  }

  private void assertRefused(String sentence, String body) {
    ParsingException e = expectThrows(ParsingException.class, () -> parse(body));
    assertEquals("[minhash_near] " + sentence, e.getMessage());
    assertEquals(400, e.status().getStatus());
  }

  private NearQueryBuilder parse(String body) throws IOException {
    try (XContentParser parser = createParser(JsonXContent.jsonXContent, "{" + body + "}")) {
      parser.nextToken();
      return NearQueryBuilder.parse(
          parser, MinHashNear.NAME, MinHashNear::from, TestResolver.create());
    }
  }
}
