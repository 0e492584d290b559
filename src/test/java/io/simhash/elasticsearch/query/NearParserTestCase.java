package io.simhash.elasticsearch.query;

import java.io.IOException;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;

/** Wrong {@code simhash_near} queries and the whole sentences about them. */
abstract class NearParserTestCase extends ESTestCase {

  record Mistake(String body, String sentence) {}

  static Mistake mistake(String body, String sentence) {
    return new Mistake(body, sentence);
  }

  static final String FP = "\"field\": \"fp\", \"fingerprint\": 1, ";
  static final String FP_TEXT = "\"field\": \"fp\", \"text\": ";
  static final String LIKE = "\"field\": \"fp\", \"like\": ";

  void assertMistakes(Mistake... mistakes) throws IOException {
    for (Mistake mistake : mistakes) {
      ParsingException e =
          expectThrows(ParsingException.class, mistake.body(), () -> parse(mistake.body()));
      assertEquals("[simhash_near] " + mistake.sentence(), e.getMessage());
      assertEquals(400, e.status().getStatus());
    }
  }

  NearQueryBuilder parse(String body) throws IOException {
    try (XContentParser parser = createParser(JsonXContent.jsonXContent, "{" + body + "}")) {
      parser.nextToken();
      return NearQueryBuilder.parse(
          parser, SimHashNear.NAME, SimHashNear::from, TestResolver.create());
    }
  }
}
