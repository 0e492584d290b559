package io.simhash.elasticsearch.idf.store;

import io.simhash.core.idf.IdfModel;
import io.simhash.elasticsearch.rest.RequestBody;
import java.io.IOException;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentParseException;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.cbor.CborXContent;
import org.elasticsearch.xcontent.json.JsonXContent;

public class ModelParserTests extends ESTestCase {

  private IdfModel parse(String body) throws IOException {
    return RequestBody.read(createParser(JsonXContent.jsonXContent, body), ModelParser::parse);
  }

  private void refuse(String sentence, String body) {
    Exception e = expectThrows(IllegalArgumentException.class, () -> parse(body));
    assertEquals(sentence, e.getMessage());
  }

  public void testAModelIsRead() throws IOException {
    IdfModel model = parse("{\"terms\": {\"中文\": 10, \"fox\": 3}, \"documents\": 100}");
    assertEquals(100, model.documents());
    assertEquals(2, model.size());
    assertEquals(10, model.documentFrequency("中文"));
    assertEquals(3, model.documentFrequency("fox"));
  }

  public void testMistakesAreSentences() {
    refuse("the request body must be an object", "[]");
    refuse("unknown options [term]", "{\"term\": {}}");
    String needs =
        "a model needs [documents], the number of documents, and [terms], the document frequency of"
            + " each term";
    refuse(needs, "{}");
    refuse(needs, "{\"documents\": 3}");
    refuse(needs, "{\"terms\": {\"a\": 1}}");
    refuse(
        "[terms] must be an object of terms and their document frequencies",
        "{\"documents\": 3, \"terms\": [\"a\"]}");
    refuse(
        "[terms] must have [1] to [100000] terms but had [0]", "{\"documents\": 3, \"terms\": {}}");
    refuse("[terms] must not have an empty term", "{\"documents\": 3, \"terms\": {\"\": 1}}");
    refuse(
        "[terms.b] must be at most [documents], [3], but was [4]",
        "{\"documents\": 3, \"terms\": {\"a\": 1, \"b\": 4}}");
  }

  public void testCountsAreIntegersAboveZero() {
    for (String count : new String[] {"0", "-1", "1.5", "2147483648", "\"1\"", "true", "null"}) {
      String shown = count.replace("\"", "").replace("null", "VALUE_NULL");
      refuse(
          "[terms.a] must be an integer in [1, 2147483647] but was [" + shown + "]",
          "{\"documents\": 3, \"terms\": {\"a\": " + count + "}}");
      refuse(
          "[documents] must be an integer in [1, 2147483647] but was [" + shown + "]",
          "{\"documents\": " + count + "}");
    }
  }

  public void testBytesWhichCborHasAreNoCount() throws IOException {
    BytesReference body =
        BytesReference.bytes(
            CborXContent.contentBuilder()
                .startObject()
                .field("documents", new byte[] {1})
                .endObject());
    XContentParser parser = createParser(CborXContent.cborXContent, body);
    Exception e =
        expectThrows(
            IllegalArgumentException.class, () -> RequestBody.read(parser, ModelParser::parse));
    assertEquals(
        "[documents] must be an integer in [1, 2147483647] but was [VALUE_EMBEDDED_OBJECT]",
        e.getMessage());
  }

  public void testALongTermIsShownByItsBeginning() {
    String term = "x".repeat(1_000_000);
    refuse(
        "[terms." + "x".repeat(80) + "…] must be an integer in [1, 2147483647] but was [0]",
        "{\"documents\": 3, \"terms\": {\"" + term + "\": 0}}");
  }

  public void testADuplicateTermIsRefused() {
    // The parser's own sentence, with the place.
    XContentParseException e =
        expectThrows(
            XContentParseException.class,
            () -> parse("{\"documents\": 3, \"terms\": {\"a\": 1, \"a\": 2}}"));
    assertTrue(e.getMessage(), e.getMessage().contains("Duplicate field 'a'"));
  }

  public void testTooManyTermsAreRefused() {
    StringBuilder terms = new StringBuilder("{\"documents\": 3, \"terms\": {\"t\": 1");
    for (int i = 0; i < ModelLimits.MAX_TERMS; i++) {
      terms.append(",\"t").append(i).append("\":1");
    }
    refuse("[terms] must have [1] to [100000] terms but had more", terms.append("}}").toString());
  }
}
