package io.simhash.elasticsearch.query;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.xcontent.XContentParseException;

/** Every way to type the query wrong, and the whole sentence that answers it. */
public class SimHashNearParserTests extends NearParserTestCase {

  private static final String MINHASH = FP + "\"minhash\": ";
  private static final String READABLE =
      "[fingerprint] cannot be read: a fingerprint must be 16 hexadecimal digits, [0x] and 16"
          + " hexadecimal digits, 64 characters of 0 and 1, or a 64-bit integer, but was ";

  private static final String LAST = "{\"_index\": \"a\", \"_id\": \"1\"}";

  public void testTarget() throws IOException {
    assertMistakes(
        mistake("", "[field] is needed"),
        mistake("\"fingerprint\": 1", "[field] is needed"),
        mistake("\"field\": null, \"fingerprint\": 1", "[field] must not be null"),
        mistake(
            "\"field\": [\"fp\"], \"fingerprint\": 1", "[field] must be a string but was [[fp]]"),
        mistake("\"field\": 7, \"fingerprint\": 1", "[field] must be a string but was [7]"),
        mistake("\"field\": \"\", \"fingerprint\": 1", "[field] must not be empty"),
        mistake(
            "\"field\": \"fp\"",
            "exactly one of [fingerprint, like, text, document] is needed but there" + " were []"),
        mistake(
            FP + "\"text\": \"t\"",
            "exactly one of [fingerprint, like, text, document] is needed but there"
                + " were [fingerprint, text]"),
        mistake(
            "\"field\": \"fp\", \"signature\": \"\", \"text\": \"t\"",
            "exactly one of [signature, like, text, document] is needed but there"
                + " were [signature, text]"),
        mistake(FP_TEXT + "7", "[text] must be a string but was [7]"),
        mistake(FP_TEXT + "null", "[text] must not be null"),
        mistake(FP_TEXT + "{\"a\": 1}", "[text] must be a string but was [{a=1}]"),
        mistake(
            FP_TEXT + "\"" + "a".repeat(1_000_001) + "\"",
            "[text] must have at most [1000000] characters but had [1000001]"));
  }

  public void testFingerprint() throws IOException {
    String fingerprint = "\"field\": \"fp\", \"fingerprint\": ";
    assertMistakes(
        mistake(fingerprint + "null", "[fingerprint] must not be null"),
        mistake(fingerprint + "\"9f3c\"", READABLE + "[9f3c]"),
        mistake(fingerprint + "\"\"", READABLE + "[]"),
        mistake(fingerprint + "1.5", READABLE + "[1.5]"),
        mistake(fingerprint + "18446744073709551616", READABLE + "[18446744073709551616]"),
        mistake(fingerprint + "true", READABLE + "[true]"),
        mistake(fingerprint + "[1]", READABLE + "[[1]]"),
        mistake(fingerprint + "{\"fingerprint\": 1}", READABLE + "[{fingerprint=1}]"));
  }

  public void testLike() throws IOException {
    assertMistakes(
        mistake(LIKE + "null", "[like] must not be null"),
        mistake(LIKE + "\"42\"", "[like] must be an object or an array of objects but was [42]"),
        mistake(
            LIKE + "[{}, 1]", "[like] must be an object or an array of objects but was [[{}, 1]]"),
        mistake(LIKE + "[]", "[like] must hold 1 to 100 documents but held [0]"),
        mistake(
            LIKE + "[" + "{\"_index\": \"a\", \"_id\": 1},".repeat(100) + LAST + "]",
            "[like] must hold 1 to 100 documents but held [101]"),
        mistake(LIKE + "[{}]", "[like] needs [_index] and [_id]"),
        mistake(
            LIKE + "[" + LAST + ", {\"_index\": \"a\", \"_id\": true}]",
            "[like._id] must be a string or an integer but was [true]"),
        mistake(
            LIKE + "[{\"_index\": \"a\", \"_id\": \"1\", \"x\": 1}]",
            "unknown options [x] in [like]"),
        mistake(LIKE + "{}", "[like] needs [_index] and [_id]"),
        mistake(LIKE + "{\"_index\": \"news\"}", "[like] needs [_index] and [_id]"),
        mistake(LIKE + "{\"_id\": \"42\"}", "[like] needs [_index] and [_id]"),
        mistake(
            LIKE + "{\"_index\": \"news\", \"_id\": 42.0}",
            "[like._id] must be a string or an integer but was [42.0]"),
        mistake(
            LIKE + "{\"_index\": \"news\", \"_id\": 42, \"routing\": [5]}",
            "[like.routing] must be a string or an integer but was [[5]]"),
        mistake(
            LIKE + "{\"_index\": [\"news\"], \"_id\": \"42\"}",
            "[like._index] must be a string but was [[news]]"),
        mistake(
            LIKE + "{\"_index\": \"news\", \"_id\": \"42\", \"routing\": null}",
            "[like.routing] must not be null"),
        mistake(
            LIKE + "{\"_index\": \"news\", \"_id\": \"42\", \"x\": 1}",
            "unknown options [x] in [like]"),
        mistake(
            LIKE + "{\"_index\": \"\", \"_id\": \"42\"}",
            "[like] needs an [_index] and an [_id] that are not empty"),
        mistake(
            LIKE + "{\"_index\": \"far:news\", \"_id\": \"42\"}",
            "[like] must name a document of this cluster but its [_index] was [far:news]"),
        mistake(
            LIKE + "{\"_index\": \"news\", \"_id\": \"42\"}, \"include\": \"yes\"",
            "[include] must be [true] or [false] but was [yes]"),
        mistake(
            LIKE + "{\"_index\": \"news\", \"_id\": \"42\"}, \"include\": null",
            "[include] must not be null"),
        mistake(FP + "\"include\": true", "[include] needs [like]"));
  }

  public void testDocument() throws IOException {
    String document = "\"field\": \"fp\", \"document\": ";
    assertMistakes(
        mistake(document + "{}", "[document] needs [pipeline]"),
        mistake(FP + "\"pipeline\": \"p\"", "[pipeline] needs [document]"),
        mistake(
            document + "\"t\", \"pipeline\": \"p\"", "[document] must be an object but was [t]"),
        mistake(document + "null, \"pipeline\": \"p\"", "[document] must not be null"),
        mistake(document + "{}, \"pipeline\": 1", "[pipeline] must be a string but was [1]"),
        mistake(document + "{}, \"pipeline\": null", "[pipeline] must not be null"));
  }

  public void testOptions() throws IOException {
    assertMistakes(
        mistake(FP + "\"max_distance\": 65", "[max_distance] must be in [0, 64] but was [65]"),
        mistake(FP + "\"max_distance\": -1", "[max_distance] must be in [0, 64] but was [-1]"),
        mistake(FP + "\"max_distance\": 3.5", "[max_distance] must be an integer but was [3.5]"),
        mistake(FP + "\"max_distance\": null", "[max_distance] must not be null"),
        mistake(FP + "\"max_distance\": [3]", "[max_distance] must be an integer but was [[3]]"),
        mistake(FP + "\"max_distance\": true", "[max_distance] must be an integer but was [true]"),
        mistake(
            FP + "\"max_distance\": 4294967299",
            "[max_distance] must be an integer but was [4294967299]"),
        mistake(
            FP + "\"score\": \"exact\"",
            "[score] must be one of [reciprocal, linear, cosine, similarity] but was [exact]"),
        mistake(FP + "\"score\": null", "[score] must not be null"),
        mistake(
            FP + "\"ignore_unmapped\": 1",
            "[ignore_unmapped] must be [true] or [false] but was [1]"),
        mistake(FP + "\"boost\": \"x\"", "[boost] must be a number but was [x]"),
        mistake(FP + "\"boost\": 1e99", "[boost] must be finite but was [Infinity]"),
        mistake(FP + "\"boost\": \"NaN\"", "[boost] must be finite but was [NaN]"),
        mistake(FP + "\"boost\": null", "[boost] must not be null"),
        mistake(FP + "\"_name\": 1", "[_name] must be a string but was [1]"),
        mistake(FP + "\"b\": 1, \"a\": [{}]", "unknown options [a, b]"));
  }

  public void testNegativeBoost() {
    ParsingException e = expectThrows(ParsingException.class, () -> parse(FP + "\"boost\": -1"));
    assertTrue(
        e.getMessage(), e.getMessage().startsWith("[simhash_near] negative [boost] are not"));
  }

  public void testMinHash() throws IOException {
    assertMistakes(
        mistake(FP + "\"mu\": 0.5", "[mu] needs [minhash]"),
        mistake(MINHASH + "null", "[minhash] must not be null"),
        mistake(MINHASH + "[]", "[minhash] must be an object but was [[]]"),
        mistake(MINHASH + "{}", "[minhash.field] is needed"),
        mistake(MINHASH + "{\"field\": 1}", "[minhash.field] must be a string but was [1]"),
        mistake(
            MINHASH + "{\"field\": \"\", \"text\": \"t\"}", "[minhash.field] must not be empty"),
        mistake(
            MINHASH + "{\"field\": \"tags\"}",
            "exactly one of [minhash.values, minhash.like, minhash.text] is needed but there were"
                + " []"),
        mistake(
            MINHASH + "{\"field\": \"tags\", \"values\": [], \"text\": \"t\"}",
            "exactly one of [minhash.values, minhash.like, minhash.text] is needed but there were"
                + " [minhash.values, minhash.text]"),
        mistake(
            MINHASH + "{\"field\": \"tags\", \"values\": {\"a\": 1}}",
            "[minhash.values] must be a string, an integer, a boolean or an array of these but was"
                + " [{a=1}]"),
        mistake(
            MINHASH + "{\"field\": \"tags\", \"values\": [1, 1.50]}",
            "[minhash.values] must be a string, an integer, a boolean or an array of these but was"
                + " [[1, 1.5]]: type a decimal number as a string"),
        mistake(
            MINHASH + "{\"field\": \"tags\", \"values\": [\"a\", null]}",
            "[minhash.values] must be a string, an integer, a boolean or an array of these but was"
                + " [[a, null]]"),
        mistake(
            MINHASH + "{\"field\": \"tags\", \"like\": [" + LAST + "]}",
            "[minhash.like] must be an object but was [[{_index=a, _id=1}]]"),
        mistake(
            MINHASH + "{\"field\": \"tags\", \"like\": {\"_id\": \"1\"}}",
            "[like] needs [_index] and [_id]"),
        mistake(
            MINHASH + "{\"field\": \"tags\", \"text\": null}", "[minhash.text] must not be null"),
        mistake(
            MINHASH + "{\"field\": \"tags\", \"values\": [], \"min_similarity\": 1.1}",
            "[minhash.min_similarity] must be in [0, 1] but was [1.1]"),
        mistake(
            MINHASH + "{\"field\": \"tags\", \"values\": [], \"min_similarity\": \"NaN\"}",
            "[minhash.min_similarity] must be in [0, 1] but was [NaN]"),
        mistake(
            MINHASH + "{\"field\": \"tags\", \"values\": [], \"mu\": 1}",
            "unknown options [mu] in [minhash]"),
        mistake(
            MINHASH + "{\"field\": \"tags\", \"values\": []}, \"mu\": -0.1",
            "[mu] must be in [0, 1] but was [-0.1]"),
        mistake(
            MINHASH + "{\"field\": \"tags\", \"values\": []}, \"mu\": null",
            "[mu] must not be null"),
        mistake(
            MINHASH + "{\"field\": \"tags\", \"values\": []}, \"mu\": [1]",
            "[mu] must be a number but was [[1]]"));
  }

  public void testConfirm() throws IOException {
    String confirm = FP + "\"confirm\": ";
    String field = confirm + "{\"field\": \"body\", ";
    String half = field + "\"min_similarity\": 0.5";
    assertMistakes(
        mistake(confirm + "null", "[confirm] must not be null"),
        mistake(confirm + "true", "[confirm] must be an object but was [true]"),
        mistake(confirm + "{}", "[confirm.field] is needed"),
        mistake(confirm + "{\"field\": \"body\"}", "[confirm.text] is needed with [fingerprint]"),
        mistake(field + "\"min_containment\": null}", "[confirm.min_containment] must not be null"),
        mistake(half + "}", "[confirm.text] is needed with [fingerprint]"),
        mistake(
            confirm + "{\"field\": \"\", \"min_similarity\": 1}",
            "[confirm.field] must not be empty"),
        mistake(
            field + "\"min_similarity\": 1.5}",
            "[confirm.min_similarity] must be in [0, 1] but was [1.5]"),
        mistake(
            field + "\"min_containment\": \"NaN\"}",
            "[confirm.min_containment] must be in [0, 1] but was [NaN]"),
        mistake(half + ", \"text\": 7}", "[confirm.text] must be an array of strings but was [7]"),
        mistake(half + ", \"text\": null}", "[confirm.text] must not be null"),
        mistake(
            half + ", \"text\": \"" + "a".repeat(1_000_001) + "\"}",
            "[confirm.text] must have at most [1000000] characters but had [1000001]"),
        mistake(half + ", \"shingle\": 5}", "[confirm.shingle] must be an object but was [5]"),
        mistake(
            half + ", \"shingle\": {\"unit\": \"token\"}}",
            "[confirm.shingle.unit] [token] needs [confirm.shingle.size]"),
        mistake(
            half + ", \"shingle\": {\"unit\": \"token\", \"size\": \"auto\"}}",
            "[confirm.shingle.size] [auto] is for characters: with [confirm.shingle.unit] [token]"
                + " it must be in [1, 32]"),
        mistake(
            half + ", \"shingle\": {\"size\": \"many\"}}",
            "[confirm.shingle.size] must be an integer or [auto] but was [many]"),
        mistake(
            half + ", \"shingle\": {\"size\": 3, \"step\": 1}}",
            "unknown options [step] in [confirm.shingle]"),
        mistake(half + ", \"values\": []}", "unknown options [values] in [confirm]"));
  }

  public void testAKeyTwice() {
    for (String body :
        List.of(
            FP + "\"fingerprint\": 2",
            LIKE + "{\"_index\": \"a\", \"_id\": \"1\", \"_id\": \"2\"}")) {
      XContentParseException e = expectThrows(XContentParseException.class, () -> parse(body));
      assertTrue(e.getMessage(), e.getMessage().contains("Duplicate field"));
    }
  }
}
