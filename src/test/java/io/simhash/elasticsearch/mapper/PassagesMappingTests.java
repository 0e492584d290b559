package io.simhash.elasticsearch.mapper;

import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.simhash.core.passage.Winnowing;
import io.simhash.core.text.PassageText;
import io.simhash.elasticsearch.mapper.PassagesFieldMapper.PassagesFieldType;
import io.simhash.lucene.document.PassageField;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.DocumentMapper;
import org.elasticsearch.index.mapper.LuceneDocument;
import org.elasticsearch.index.mapper.MapperService;

/** The values of {@code passages}, whose terms do not cross them, and every error sentence. */
public class PassagesMappingTests extends NearDuplicateMappingTestCase {

  private static final Winnowing SHORT = new Winnowing(5, 3);

  public PassagesMappingTests() {
    super("passages");
  }

  private DocumentMapper shortMapper() throws IOException {
    return mapper("'shingle': 5, 'window': 3");
  }

  private static Set<BytesRef> expected(Winnowing winnowing, String... values) {
    Set<BytesRef> terms = new TreeSet<>();
    for (String value : values) {
      for (int term : winnowing.terms(new PassageText(List.of(value)))) {
        terms.add(PassageField.bytes(term));
      }
    }
    return terms;
  }

  /** The terms of the only field of a document; read twice, as a failed write does. */
  private static Set<BytesRef> terms(LuceneDocument document, String name) throws IOException {
    assertThat(document.getFields(name), hasSize(1));
    IndexableField field = document.getField(name);
    assertThat(read(field), equalTo(read(field)));
    return read(field);
  }

  private static Set<BytesRef> read(IndexableField field) throws IOException {
    Set<BytesRef> terms = new TreeSet<>();
    try (TokenStream stream = field.tokenStream(null, null)) {
      var term = stream.getAttribute(TermToBytesRefAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        terms.add(BytesRef.deepCopyOf(term.getBytesRef()));
      }
      stream.end();
    }
    return terms;
  }

  public void testTermsOnly() throws IOException {
    String text = randomAlphaOfLength(1_000);
    LuceneDocument document = parse(mapper(""), text);
    assertThat(terms(document, "field"), equalTo(expected(Winnowing.DEFAULT, text)));
    assertTrue(terms(document, "field").size() > 20);
    assertThat(terms(document, "field").iterator().next().length, equalTo(3));
    IndexableField field = document.getField("field");
    assertThat(field.fieldType().indexOptions(), equalTo(IndexOptions.DOCS));
    assertThat(field.fieldType().docValuesType(), equalTo(DocValuesType.NONE));
    assertTrue(field.fieldType().omitNorms());
    assertFalse(field.fieldType().stored());
  }

  public void testTheBytesOfATerm() {
    assertThat(PassageField.bytes(0x010203), equalTo(new BytesRef(new byte[] {1, 2, 3})));
    assertThat(PassageField.bytes(0xFF0080), equalTo(new BytesRef(new byte[] {-1, 0, -128})));
  }

  public void testPassagesDoNotCrossValues() throws IOException {
    DocumentMapper mapper = shortMapper();
    String one = "four ships left";
    String two = "the harbour before dawn";
    assertThat(
        terms(parse(mapper, List.of(one, "", two)), "field"), equalTo(expected(SHORT, one, two)));
    assertThat(
        terms(parse(mapper, Arrays.asList(one, null, two)), "field"),
        equalTo(expected(SHORT, two, one)));
    assertThat(terms(parse(mapper, List.of("four", "ships")), "field"), empty());
  }

  /** Of a multi-field, and copied from other fields; numbers and booleans count as their text. */
  public void testValuesOfOtherFields() throws IOException {
    Map<String, Object> passages = Map.of("type", "passages", "shingle", 5, "window", 3);
    Map<String, Object> copied = Map.of("type", "text", "copy_to", "field");
    DocumentMapper mapper =
        createDocumentMapper(
            mapping(
                b -> {
                  b.field("field", passages).field("title", copied);
                  b.startObject("body").field("type", "text").field("copy_to", "field");
                  b.field("fields", Map.of("copied", passages)).endObject();
                }));
    LuceneDocument document =
        mapper
            .parse(
                source(
                    b ->
                        b.field("title", "four ships left")
                            .field("field", List.of(123456789012L, true, 1.5))
                            .field("body", List.of("the harbour before", "dawn came late"))))
            .rootDoc();
    assertThat(
        terms(document, "field"),
        equalTo(
            expected(
                SHORT, "four ships left", "123456789012", "the harbour before", "dawn came late")));
    assertThat(
        terms(document, "body.copied"),
        equalTo(expected(SHORT, "the harbour before", "dawn came late")));
  }

  public void testADocumentWithoutAValueHasNoField() throws IOException {
    assertThat(parse(mapper(""), List.of()).getFields("field"), empty());
    assertThat(parse(mapper(""), null).getFields("field"), empty());
  }

  public void testObjectsAndBytesAreRefusedOrIgnored() throws IOException {
    DocumentMapper mapper = mapper("");
    assertValueRefused(
        mapper, "[field] of type [passages] takes strings but got an object", Map.of("a", "b"));
    byte[] bytes = {1, 2};
    assertDocumentRefused(
        mapper, "[field] of type [passages] takes strings but got bytes", cbor(bytes));
    DocumentMapper lenient = mapper("'ignore_malformed': true, 'shingle': 5, 'window': 3");
    String one = "four ships left";
    String two = "the harbour before dawn";
    for (LuceneDocument document :
        List.of(
            parse(lenient, List.of(one, Map.of("a", Map.of("b", 1)), two)),
            lenient.parse(cbor(List.of(one, bytes, two))).rootDoc())) {
      assertThat(terms(document, "field"), equalTo(expected(SHORT, one, two)));
      assertThat(document.getBinaryValue("_ignored").utf8ToString(), equalTo("field"));
    }
  }

  public void testTooManyCharactersAreRefusedOrIgnored() throws IOException {
    List<String> values = List.of("four ships left", "b".repeat(1_000_000), "the harbour");
    assertValueRefused(
        mapper(""),
        "the values of [field] must have at most [1000000] characters together but had [1000015]",
        values);
    assertThat(
        terms(
            parse(mapper("'ignore_malformed': true, 'shingle': 5, 'window': 3"), values), "field"),
        equalTo(expected(SHORT, "four ships left", "the harbour")));
    assertThat(
        terms(parse(mapper(""), "b".repeat(1_000_000)), "field"),
        equalTo(expected(Winnowing.DEFAULT, "b".repeat(1_000))));
  }

  /** The field writes nothing but its own terms. */
  public void testASubFieldMayHaveAnyName() throws IOException {
    assertNotNull(mapper("'fields': {'_bands': {'type': 'keyword'}}"));
  }

  public void testBadOptions() {
    assertMappingRefused("[shingle] must be in [5, 50] but was [4]", "'shingle': 4");
    assertMappingRefused("[shingle] must be in [5, 50] but was [51]", "'shingle': '51'");
    assertMappingRefused("[window] must be in [1, 1000] but was [0]", "'window': 0");
    assertMappingRefused("[window] must be in [1, 1000] but was [1001]", "'window': 1001");
    assertMappingRefused("[window] must be an integer but was [wide]", "'window': 'wide'");
    assertMappingRefused("unknown parameter [size]", "'size': 3");
  }

  public void testWhatTheFieldCannotDo() throws IOException {
    MapperService service = createMapperService(field(""));
    PassagesFieldType type = (PassagesFieldType) service.fieldType("field");
    assertThat(type.winnowing(), equalTo(Winnowing.DEFAULT));
    assertFalse(type.isSearchable());
    assertFalse(type.isAggregatable());
    assertThat(
        expectThrows(IllegalArgumentException.class, () -> type.termQuery("a", null)).getMessage(),
        equalTo("[field] of type [passages] is searched by [shared_passages]"));
    assertThat(
        expectThrows(IllegalArgumentException.class, () -> type.fielddataBuilder(null))
            .getMessage(),
        equalTo(
            "[field] of type [passages] cannot be sorted or aggregated on, nor read in a script"));
  }
}
