package io.simhash.elasticsearch.mapper;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.mapper.MinHashFieldMapper.MinHashFieldType;
import io.simhash.lucene.text.TextMinHasher;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.DocumentMapper;
import org.elasticsearch.index.mapper.LuceneDocument;
import org.elasticsearch.index.mapper.MapperService;

/** The values of {@code minhash}, which are one set, and every error sentence. */
public class MinHashMappingTests extends NearDuplicateMappingTestCase {

  public MinHashMappingTests() {
    super("minhash");
  }

  private static TextMinHasher minHasher(DocumentMapper mapper) {
    return ((MinHashFieldType) mapper.mappers().getFieldType("field")).minHasher();
  }

  /** The doc value of a set. */
  private static BytesRef expected(DocumentMapper mapper, String... values) {
    Signature signature = minHasher(mapper).of(List.of(values)).orElseThrow();
    return new BytesRef(signature.stored());
  }

  public void testSeveralValuesAreOneSet() throws IOException {
    DocumentMapper mapper = mapper("");
    LuceneDocument document = parse(mapper, List.of("red", "green", "blue", "red"));
    assertThat(document.getFields("field.signature"), hasSize(1));
    assertThat(
        storedSignature(document, "field"), equalTo(expected(mapper, "blue", "green", "red")));
    assertThat(document.getFields("field.signature_rest"), hasSize(1));
    // A header, 24 bands and the last 256 of the 1,024 components; the rest.
    assertThat(document.getBinaryValue("field.signature").length, equalTo(3 + 48 + 64));
    assertThat(document.getBinaryValue("field.signature_rest").length, equalTo(192));
    LuceneDocument few = parse(mapper("'hashes': 256"), "red");
    assertThat(few.getBinaryValue("field.signature").length, equalTo(7 + 48 + 64));
    assertThat(few.getFields("field.signature_rest"), empty());
    assertThat(parse(mapper(""), List.of()).getFields("field.signature_rest"), empty());
  }

  /** Indexed without frequencies, in a field that no mapping shows. */
  public void testBandTermsAreThoseOfAllValues() throws IOException {
    for (String options : List.of("", "'hashes': 84, 'bands': 6, 'rows': 14", "'bands': 1")) {
      DocumentMapper mapper = mapper(options);
      LuceneDocument document = parse(mapper, List.of("red", "green", "blue", "red"));
      Signature signature = minHasher(mapper).of(List.of("blue", "green", "red")).orElseThrow();
      assertThat(
          bandTerms(signature),
          hasSize(options.isEmpty() ? 25 : 1 + signature.parameters().bands().bands()));
      assertThat(bandTerms(document), equalTo(bandTerms(signature)));
      assertNull(mapper.mappers().getFieldType("field._bands"));
      assertNull(mapper.mappers().getMapper("field._bands"));
      assertThat(parse(mapper, List.of()).getFields("field._bands"), empty());
    }
  }

  public void testFold() throws IOException {
    DocumentMapper mapper = mapper("'shingle': {}, 'fold': ['traditional', 'accents']");
    assertThat(
        storedSignature(parse(mapper, "電腦 Café"), "field"),
        equalTo(storedSignature(parse(mapper, "电脑 cafe"), "field")));
    assertThat(
        minHasher(mapper).parameters().toString(),
        equalTo("6:character:auto+accents+traditional:1024:24x2"));
    assertThat(
        mapper.mappingSource().toString(),
        containsString("\"fold\":[\"accents\",\"traditional\"]"));
    assertMappingRefused("[fold] needs [shingle]", "'fold': 'accents'");
    assertThat(mapper("'fold': []").mappingSource().toString(), not(containsString("fold")));
  }

  /** An article reads as it does alone; a text of nothing else has no value. */
  public void testBoilerplate() throws IOException {
    String frame = "Subscribe to our newsletter.";
    for (String shingle :
        List.of("'shingle': {}", "'shingle': {'unit': 'token', 'size': 2}, 'analyzer': 'ansj'")) {
      DocumentMapper mapper =
          mapper(shingle + ", 'boilerplate': ['" + frame + "', 'All rights reserved']");
      assertThat(
          storedSignature(parse(mapper, "The dam, at last!  Subscribe to OUR newsletter"), "field"),
          equalTo(storedSignature(parse(mapper(shingle), "The dam, at last!"), "field")));
      LuceneDocument nothing = parse(mapper, List.of("", frame + "©" + frame));
      assertThat(nothing.getFields("field.signature"), empty());
      assertThat(nothing.getFields("field._bands"), empty());
    }
    assertMappingRefused("[boilerplate] needs [shingle]", "'boilerplate': '" + frame + "'");
  }

  /** Signatures of other passages can be compared, so the list may change; omitted it stays. */
  public void testTheBoilerplateMayChange() throws IOException {
    MapperService service =
        createMapperService(field("'shingle': {}, 'boilerplate': 'Subscribe to our newsletter'"));
    merge(service, field(""));
    assertThat(shown(service).get("boilerplate"), equalTo(List.of("Subscribe to our newsletter")));
    merge(service, field("'boilerplate': ['All rights reserved']"));
    assertThat(shown(service).get("boilerplate"), equalTo(List.of("All rights reserved")));
    merge(service, field("'boilerplate': []"));
    assertNull(shown(service).get("boilerplate"));
  }

  /** Copying the set for each value would copy a terabyte. */
  public void testASetMayHaveHundredsOfThousandsOfValues() throws IOException {
    DocumentMapper mapper = mapper("'hashes': 64, 'bands': 1");
    String[] values = IntStream.range(0, 500_000).mapToObj(i -> "" + i % 10).toArray(String[]::new);
    assertThat(
        storedSignature(parse(mapper, List.of(values)), "field"),
        equalTo(expected(mapper, values)));
  }

  public void testNoOtherFieldMayHaveTheNameOfTheBandsOrTheValue() {
    for (String name : List.of("_bands", "_value", "signature_rest")) {
      assertMappingRefused(
          "[field] writes [field." + name + "], which must not be another field",
          "'fields': {'" + name + "': {'type': 'keyword'}}");
    }
  }

  /** Readers of both types would take them for those of a fingerprint. */
  public void testNoFieldHasTheNameOfASubFieldOfSimHash() {
    for (String name : List.of("profile", "block_0", "block_3")) {
      assertMappingRefused(
          "[field] of type [minhash] cannot have a field [field."
              + name
              + "]: in type [simhash] it has a meaning",
          "'fields': {'" + name + "': {'type': 'keyword'}}");
    }
  }

  public void testSubFields() throws IOException {
    assertSubFields("signature", "signature_parameters");
    LuceneDocument document = parse(mapper("'hashes': 128"), List.of("red", "green"));
    assertThat(
        document.getBinaryValue("field.signature_parameters").utf8ToString(),
        equalTo("6:none:128:24x2"));
    assertMappingRefused(
        "Field [field.signature] is defined more than once",
        "'fields': {'signature': {'type': 'keyword'}}");
  }

  /** Copied values join the set; multi-fields and nested documents have sets of their own. */
  public void testValuesOfOtherFields() throws IOException {
    Map<String, Object> minhash = Map.of("type", "minhash");
    DocumentMapper mapper =
        createDocumentMapper(
            mapping(
                b -> {
                  b.field("field", minhash);
                  b.field("title", Map.of("type", "keyword", "copy_to", "field"));
                  b.startObject("tags").field("type", "keyword").field("copy_to", "field");
                  b.field("fields", Map.of("near", minhash)).endObject();
                  b.startObject("part").field("type", "nested");
                  b.field("properties", Map.of("tags", minhash)).endObject();
                }));
    List<LuceneDocument> documents =
        mapper
            .parse(
                source(
                    b ->
                        b.field("tags", List.of("a", "b"))
                            .field("title", "c")
                            .field("field", List.of(7, true, 1.5))
                            .field("part", List.of(Map.of("tags", "d"), Map.of("tags", "e")))))
            .docs();
    assertThat(documents, hasSize(3));
    LuceneDocument root = documents.get(2);
    assertThat(root.getFields("field.signature"), hasSize(1));
    assertThat(
        storedSignature(root, "field"),
        equalTo(expected(mapper, "a", "b", "c", "7", "true", "1.5")));
    assertThat(storedSignature(root, "tags.near"), equalTo(expected(mapper, "a", "b")));
    for (int i = 0; i < 2; i++) {
      assertThat(
          storedSignature(documents.get(i), "part.tags"),
          equalTo(expected(mapper, List.of("d", "e").get(i))));
    }
  }

  public void testADocumentWithAnEmptySetHasNoField() throws IOException {
    assertThat(parse(mapper(""), List.of()).getFields("field.signature"), empty());
    assertThat(parse(mapper(""), null).getFields("field.signature"), empty());
    DocumentMapper shingles = mapper("'shingle': {'unit': 'character'}");
    assertThat(parse(shingles, List.of("", "?!")).getFields("field.signature"), empty());
    DocumentMapper tokens =
        mapper("'shingle': {'unit': 'token', 'size': 2}, 'analyzer': 'standard'");
    assertThat(parse(tokens, "?!").getFields("field.signature"), empty());
    assertThat(
        storedSignature(parse(shingles, java.util.Arrays.asList("?!", null, "text")), "field"),
        equalTo(expected(shingles, "text")));
  }

  public void testShinglesSuitEveryScriptByDefault() throws IOException {
    assertThat(minHasher(mapper("")).shingles().isPresent(), equalTo(false));
    for (String shingle :
        List.of(
            "{}",
            "{'unit': 'character'}",
            "{'size': 'auto'}",
            "{'unit': 'character', 'size': 'auto'}")) {
      assertThat(
          minHasher(mapper("'shingle': " + shingle)).parameters().shingling().orElseThrow(),
          equalTo(Shingling.AUTO_CHARACTERS));
    }
    assertThat(
        minHasher(mapper("'shingle': {'size': 5}")).parameters().shingling().orElseThrow(),
        equalTo(new Shingling(Shingling.Unit.CHARACTER, 5)));
    DocumentMapper mapper = mapper("'shingle': {'unit': 'character'}, 'hashes': 128");
    assertThat(
        storedSignature(parse(mapper, "Near-Duplicate"), "field"),
        equalTo(expected(mapper, "near duplicate")));
    assertThat(minHasher(mapper).bands(), equalTo(new Bands(128, 24, 2)));
  }

  public void testShinglesOfTokens() throws IOException {
    DocumentMapper mapper =
        mapper("'shingle': {'unit': 'token', 'size': 2}, 'analyzer': 'standard'");
    assertThat(
        storedSignature(parse(mapper, "The quick, brown fox"), "field"),
        equalTo(expected(mapper, "the quick brown FOX")));
  }

  public void testObjectsAndBytesAreRefusedOrIgnored() throws IOException {
    byte[] bytes = {1, 2};
    DocumentMapper mapper = mapper("");
    assertValueRefused(
        mapper, "[field] of type [minhash] takes strings but got an object", Map.of("tag", "a"));
    assertDocumentRefused(
        mapper, "[field] of type [minhash] takes strings but got bytes", cbor(bytes));
    DocumentMapper lenient = mapper("'ignore_malformed': true");
    for (LuceneDocument document :
        List.of(
            parse(lenient, List.of("a", Map.of("tag", Map.of("b", 1)), "c")),
            lenient.parse(cbor(List.of("a", bytes, "c"))).rootDoc())) {
      assertThat(storedSignature(document, "field"), equalTo(expected(lenient, "a", "c")));
      assertThat(document.getBinaryValue("_ignored").utf8ToString(), equalTo("field"));
    }
  }

  public void testTooManyCharactersAreRefusedOrIgnored() throws IOException {
    List<String> values = List.of("a", "b".repeat(1_000_000), "c");
    DocumentMapper mapper = mapper("");
    assertValueRefused(
        mapper,
        "the values of [field] must have at most [1000000] characters together but had [1000001]",
        values);
    DocumentMapper lenient = mapper("'ignore_malformed': true");
    assertThat(
        storedSignature(parse(lenient, values), "field"), equalTo(expected(lenient, "a", "c")));
  }
}
