package io.simhash.elasticsearch.mapper.simhash;

import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.simhash.core.minhash.Signature;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.mapper.NearDuplicateMappingTestCase;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TextShingles;
import java.io.IOException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.DocumentMapper;
import org.elasticsearch.index.mapper.LuceneDocument;

/** Signatures in values of {@code simhash}, and its option {@code signature}. */
public class SignatureMappingTests extends NearDuplicateMappingTestCase {

  private static final String HEX = "9f3c00a1b2c3d4e5";
  private static final long FINGERPRINT = 0x9f3c00a1b2c3d4e5L;

  public SignatureMappingTests() {
    super("simhash");
  }

  public void testTheSignatureIsKeptBesideTheFingerprint() throws IOException {
    String signature = "AgEAAQIDBA==";
    LuceneDocument document = parse(mapper(), Map.of("fingerprint", HEX, "signature", signature));
    assertThat(document.getNumericValue("field"), equalTo(FINGERPRINT));
    List<IndexableField> fields = document.getFields("field.signature");
    assertThat(fields, hasSize(2));
    assertThat(fields.get(0).fieldType().docValuesType(), equalTo(DocValuesType.BINARY));
    assertThat(
        fields.get(0).binaryValue(), equalTo(new BytesRef(Base64.getDecoder().decode(signature))));
    assertThat(fields.get(1).stringValue(), equalTo("2:character:auto:4"));
    assertThat(parse(mapper(), HEX).getFields("field.signature"), empty());
    Map<String, Object> none = new HashMap<>(Map.of("fingerprint", HEX));
    none.put("signature", null);
    assertThat(parse(mapper(), none).getFields("field.signature"), empty());
  }

  /** Beside the signature; no mapping shows it. */
  public void testThePrefixOfTheSignature() throws IOException {
    String text = "the quick brown fox jumps over the lazy dog and both run along an old river";
    DocumentMapper mapper = mapper("analyzer", "standard");
    LuceneDocument document = parse(mapper, text);
    Signature signature =
        Signature.read(BytesRef.deepCopyOf(document.getBinaryValue("field.signature")).bytes);
    assertThat(document.getFields("field.signature._prefix"), hasSize(1));
    assertThat(
        document.getNumericValue("field.signature._prefix"),
        equalTo(signature.prefix().orElseThrow()));
    assertNull(mapper.mappers().getFieldType("field.signature._prefix"));
    assertNull(mapper.mappers().getMapper("field.signature._prefix"));
  }

  private static BytesRef signature(int hashes, Shingling shingling, String text) {
    TextMinHasher minHasher =
        new TextMinHasher(hashes, Optional.of(new TextShingles(shingling, null)));
    return new BytesRef(minHasher.of(List.of(text)).orElseThrow().stored());
  }

  public void testTheOptionSignature() throws IOException {
    String text = "the quick brown fox jumps over the lazy dog and both run along an old river";
    LuceneDocument without = parse(mapper("analyzer", "standard", "signature", false), text);
    assertThat(without.getFields("field"), hasSize(1));
    assertThat(without.getFields("field.signature"), empty());
    assertThat(
        parse(mapper("analyzer", "standard"), text).getBinaryValue("field.signature"),
        equalTo(signature(384, Shingling.AUTO_CHARACTERS, text)));
    for (Object whole :
        List.of(
            true,
            Map.of(),
            Map.of("hashes", 384),
            Map.of("shingle", Map.of()),
            Map.of("shingle", Map.of("unit", "character", "size", "auto")))) {
      assertThat(
          parse(mapper("analyzer", "standard", "signature", whole), text)
              .getBinaryValue("field.signature"),
          equalTo(signature(384, Shingling.AUTO_CHARACTERS, text)));
    }
    assertThat(
        parse(
                mapper(
                    "analyzer",
                    "standard",
                    "signature",
                    Map.of("hashes", "64", "shingle", Map.of("size", 3))),
                text)
            .getBinaryValue("field.signature"),
        equalTo(signature(64, new Shingling(Shingling.Unit.CHARACTER, 3), text)));
  }

  public void testMistakesInTheOptionSignatureAreRefused() {
    assertSignatureRefused("[signature] must be [true], [false] or an object but was [7]", 7);
    assertSignatureRefused(
        "[signature] must be [true], [false] or an object but was [[]]", List.of());
    assertSignatureRefused(
        "[signature.hashes] must be in [1, 1024] but was [0]", Map.of("hashes", 0));
    assertSignatureRefused(
        "[signature.hashes] must be an integer but was [few]", Map.of("hashes", "few"));
    assertSignatureRefused("unknown options [bands] in [signature]", Map.of("bands", 6));
    assertSignatureRefused(
        "[signature.shingle] must be an object but was [5]", Map.of("shingle", 5));
    assertSignatureRefused(
        "[signature.shingle.unit] must be [character] but was [token]",
        Map.of("shingle", Map.of("unit", "token", "size", 3)));
    assertSignatureRefused(
        "[signature.shingle.size] must be in [1, 32] but was [33]",
        Map.of("shingle", Map.of("size", 33)));
    assertSignatureRefused(
        "[signature.shingle.size] must be an integer or [auto] but was [some]",
        Map.of("shingle", Map.of("size", "some")));
    assertSignatureRefused(
        "unknown options [step] in [signature.shingle]", Map.of("shingle", Map.of("step", 1)));
    for (Object typed : List.of(true, false, Map.of())) {
      assertMappingRefused(
          "[signature] needs [analyzer]: a field that takes fingerprints keeps the signatures that"
              + " come with them",
          "signature",
          typed);
    }
  }

  private void assertSignatureRefused(String sentence, Object signature) {
    assertMappingRefused(sentence, "analyzer", "standard", "signature", signature);
  }

  public void testMistakesInTheSignatureOfAnObjectAreRefused() throws IOException {
    assertObjectRefused("[signature] must be a string but was [7]", 7);
    String unreadable = "[signature] cannot be read: ";
    assertObjectRefused(unreadable + "a signature must be base 64 but was [?]", "?");
    assertObjectRefused(unreadable + "a signature must have [4] to [1027] bytes but had [0]", "");
    assertObjectRefused(
        unreadable + "a signature must have [4] to [1027] bytes but had [1028]",
        Base64.getEncoder().encodeToString(new byte[1028]));
    assertObjectRefused(unreadable + "a signature must have version [2] but had [1]", "AQEAAA==");
  }

  private void assertObjectRefused(String sentence, Object signature) throws IOException {
    assertValueRefused(mapper(), sentence, Map.of("fingerprint", HEX, "signature", signature));
  }
}
