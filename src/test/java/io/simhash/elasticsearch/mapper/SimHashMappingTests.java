package io.simhash.elasticsearch.mapper;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.text.TextFingerprinter;
import java.io.IOException;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.index.mapper.BlockLoader;
import org.elasticsearch.index.mapper.DocumentMapper;
import org.elasticsearch.index.mapper.DummyBlockLoaderContext;
import org.elasticsearch.index.mapper.LuceneDocument;
import org.elasticsearch.index.mapper.MappedFieldType.BlockLoaderContext;
import org.elasticsearch.index.mapper.MappedFieldType.FieldExtractPreference;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.mapper.MapperService.MergeReason;
import org.elasticsearch.index.mapper.TestBlock;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;

/** The values of {@code simhash}, fields of fingerprints and of text, and every error sentence. */
public class SimHashMappingTests extends NearDuplicateMappingTestCase {

  private static final String HEX = "9f3c00a1b2c3d4e5";
  private static final long FINGERPRINT = 0x9f3c00a1b2c3d4e5L;
  private static final String NOT_A_FINGERPRINT =
      "a fingerprint must be 16 hexadecimal digits, [0x] and 16 hexadecimal digits, 64 characters"
          + " of 0 and 1, or a 64-bit integer, but was [";

  public SimHashMappingTests() {
    super("simhash");
  }

  private static long fingerprint(LuceneDocument document) {
    List<IndexableField> fields = document.getFields("field");
    assertThat(fields, hasSize(1));
    return fields.get(0).numericValue().longValue();
  }

  public void testBytesAreRefusedOrIgnored() throws IOException {
    byte[] bytes = {1, 2};
    for (DocumentMapper mapper : List.of(mapper(""), mapper("'analyzer': 'standard'"))) {
      assertDocumentRefused(mapper, "[field] of type [simhash] takes no bytes", cbor(bytes));
    }
    DocumentMapper lenient = mapper("'ignore_malformed': true");
    LuceneDocument document = lenient.parse(cbor(bytes)).rootDoc();
    assertThat(document.getFields("field"), empty());
    assertThat(document.getBinaryValue("_ignored").utf8ToString(), equalTo("field"));
  }

  private static XContentBuilder multiField(String parent, Map<String, ?> options)
      throws IOException {
    Map<String, Object> simHash = new HashMap<>(options);
    simHash.put("type", "simhash");
    return mapping(b -> b.field("body", Map.of("type", parent, "fields", Map.of("near", simHash))));
  }

  /** The values of a text field are no fingerprints: every document would be refused. */
  public void testATextFieldsMultiFieldNeedsAnAnalyzer() throws IOException {
    String sentence =
        "[body.near] needs [analyzer], or [shingle.unit] [character]: without them it takes"
            + " fingerprints, but [body] of type [text] gives it texts";
    XContentBuilder refused = multiField("text", Map.of("ignore_malformed", true));
    MapperService empty = createMapperService(mapping(b -> {}));
    for (MergeReason reason : List.of(MergeReason.MAPPING_UPDATE, MergeReason.INDEX_TEMPLATE)) {
      Exception e = expectThrows(Exception.class, () -> merge(empty, reason, refused));
      assertThat(e.getMessage(), equalTo(sentence));
      assertThat(ExceptionsHelper.status(e), equalTo(RestStatus.BAD_REQUEST));
    }
    merge(empty, MergeReason.MAPPING_RECOVERY, refused);
    assertNotNull("an index that has it opens", empty.fieldType("body.near"));
    createMapperService(multiField("text", Map.of("analyzer", "standard")));
    createMapperService(
        multiField("text", Map.of("shingle", Map.of("unit", "character", "size", 3))));
    for (String parent : List.of("keyword", "long")) {
      MapperService service = createMapperService(multiField(parent, Map.of()));
      LuceneDocument document =
          service.documentMapper().parse(source(b -> b.field("body", FINGERPRINT))).rootDoc();
      assertThat(parent, document.getFields("body.near"), hasSize(1));
    }
  }

  public void testEveryFormOfAFingerprint() throws IOException {
    DocumentMapper mapper = mapper("");
    List<Object> spellings =
        List.of(
            HEX,
            "0x" + HEX,
            "9F3C00A1B2C3D4E5",
            Long.toBinaryString(FINGERPRINT),
            FINGERPRINT,
            new BigInteger(Long.toUnsignedString(FINGERPRINT)));
    for (Object spelling : spellings) {
      assertThat(fingerprint(parse(mapper, spelling)), equalTo(FINGERPRINT));
      assertThat(fingerprint(parse(mapper, Map.of("fingerprint", spelling))), equalTo(FINGERPRINT));
    }
    assertThat(fingerprint(parse(mapper, 7)), equalTo(7L));
    assertThat(fingerprint(parse(mapper, List.of(HEX))), equalTo(FINGERPRINT));
  }

  public void testBlocksAreTermsOfFourDigits() throws IOException {
    LuceneDocument document = parse(mapper(""), HEX);
    List<String> blocks = List.of("9f3c", "00a1", "b2c3", "d4e5");
    for (int block = 0; block < blocks.size(); block++) {
      assertThat(
          document.getField("field.block_" + block).stringValue(), equalTo(blocks.get(block)));
    }
    assertThat(document.getFields("field.profile"), empty());
    assertThat(document.getFields("field.features"), empty());
    assertThat(document.getFields("field.effective_features"), empty());
  }

  public void testTheObjectOfTheProcessor() throws IOException {
    Map<String, Object> value =
        Map.of(
            "fingerprint",
            HEX,
            "profile",
            "0123456789ab",
            "features",
            183,
            "effective_features",
            96.4);
    LuceneDocument document = parse(mapper(""), value);
    assertThat(fingerprint(document), equalTo(FINGERPRINT));
    assertThat(document.getBinaryValue("field.profile").utf8ToString(), equalTo("0123456789ab"));
    assertThat(document.getNumericValue("field.features"), equalTo(183));
    assertThat(
        document.getNumericValue("field.effective_features"),
        equalTo(NumericUtils.doubleToSortableLong(96.4)));
  }

  public void testSeveralValuesAreRefusedAlsoWithIgnoreMalformed() throws IOException {
    String sentence = "[field] of type [simhash] takes one value a document but got several";
    assertValueRefused(mapper(""), sentence, List.of(HEX, HEX));
    DocumentMapper lenient = mapper("'ignore_malformed': true");
    assertValueRefused(lenient, sentence, List.of(HEX, HEX));
    assertValueRefused(lenient, sentence, List.of("malformed", HEX));
  }

  public void testCopyToMakesASecondValue() throws IOException {
    DocumentMapper mapper =
        createDocumentMapper(
            mapping(
                b -> {
                  b.startObject("field").field("type", "simhash").endObject();
                  b.startObject("other").field("type", "keyword").field("copy_to", "field");
                  b.endObject();
                }));
    LuceneDocument copied = mapper.parse(source(b -> b.field("other", HEX))).rootDoc();
    assertThat(fingerprint(copied), equalTo(FINGERPRINT));
    assertDocumentRefused(
        mapper,
        "[field] of type [simhash] takes one value a document but got several",
        source(b -> b.field("field", HEX).field("other", HEX)));
  }

  public void testNullIsAbsent() throws IOException {
    assertThat(parse(mapper(""), null).getFields("field"), empty());
  }

  public void testTheIndexMayIgnoreMalformedValues() throws IOException {
    Settings settings = Settings.builder().put("index.mapping.ignore_malformed", true).build();
    MapperService service = createMapperService(settings, field(""));
    LuceneDocument document = parse(service.documentMapper(), "malformed");
    assertThat(document.getFields("field"), empty());
    assertThat(document.getBinaryValue("_ignored").utf8ToString(), equalTo("field"));
    MapperService strict = createMapperService(settings, field("'ignore_malformed': false"));
    assertValueRefused(strict.documentMapper(), NOT_A_FINGERPRINT + "malformed]", "malformed");
  }

  public void testSubFieldsTakeNoValue() throws IOException {
    assertSubFields("block_0", "profile", "features", "signature", "signature_parameters");
    assertDocumentRefused(
        mapper(""),
        "the object of a fingerprint may have [effective_features, features, fingerprint, profile,"
            + " signature] but has [block_0]",
        source(b -> b.field("field.block_0", "9f3c")));
  }

  /** Dotted keys would otherwise become another field, which no near query reads. */
  public void testDottedKeysWithoutSubobjectsAreRefused() throws IOException {
    String sentence =
        "[fp] of type [simhash] takes [fingerprint] in an object only: [fp.fingerprint] must not be"
            + " another field";
    MapperService service =
        createMapperService(
            topMapping(
                b ->
                    b.field("subobjects", false)
                        .field("properties", Map.of("fp", Map.of("type", "simhash")))));
    for (String section : List.of("properties", "runtime")) {
      XContentBuilder added =
          topMapping(b -> b.field(section, Map.of("fp.fingerprint", Map.of("type", "keyword"))));
      Exception e =
          expectThrows(
              IllegalArgumentException.class,
              () -> merge(service, MergeReason.MAPPING_AUTO_UPDATE, added));
      assertThat(e.getMessage(), equalTo(sentence));
    }
    LuceneDocument whole =
        service
            .documentMapper()
            .parse(source(b -> b.field("fp", Map.of("fingerprint", HEX))))
            .rootDoc();
    assertThat(whole.getFields("fp"), hasSize(1));
  }

  public void testMultiFieldsTakeTheFingerprintButNoObject() throws IOException {
    DocumentMapper mapper = mapper("'fields': {'raw': {'type': 'keyword'}}");
    LuceneDocument document = parse(mapper, HEX);
    assertThat(document.getBinaryValue("field.raw").utf8ToString(), equalTo(HEX));
    assertValueRefused(
        mapper,
        "[field] has multi-fields and takes no object, only a fingerprint",
        Map.of("fingerprint", HEX));
    assertMappingRefused(
        "Field [field.profile] is defined more than once",
        "'fields': {'profile': {'type': 'keyword'}}");
  }

  public void testTextIsFingerprinted() throws IOException {
    String text = "the quick brown fox jumps over the lazy dog and both run along an old river";
    DocumentMapper mapper = mapper("'analyzer': 'standard', 'preset': 'words'");
    SimHashFieldType type = (SimHashFieldType) mapper.mappers().getFieldType("field");
    TextFingerprinter fingerprinter = type.hasher().fingerprinter().orElseThrow();
    LuceneDocument document = parse(mapper, text);
    assertThat(Fingerprint.toHex(fingerprint(document)), equalTo(fingerprinter.of(text).hex()));
    assertThat(
        document.getBinaryValue("field.profile").utf8ToString(),
        equalTo(fingerprinter.profile().id()));
    assertThat(document.getNumericValue("field.features"), equalTo(15));
    assertNotNull(document.getNumericValue("field.effective_features"));
  }

  public void testAShortTextHasNoFingerprintUnlessMinFeaturesAllowsIt() throws IOException {
    String seven = "quick brown foxes jump over lazy dogs";
    DocumentMapper mapper = mapper("'analyzer': 'standard', 'preset': 'words'");
    LuceneDocument document = parse(mapper, seven);
    for (String name : List.of("field", "field.block_0", "field.block_3")) {
      assertThat(document.getFields(name), empty());
    }
    for (String name : List.of("field.signature", "field.profile", "field.effective_features")) {
      assertThat(document.getFields(name), hasSize(1));
    }
    assertThat(document.getNumericValue("field.features"), equalTo(7));
    assertThat(bandTerms(document), hasSize(25));
    DocumentMapper unsigned =
        mapper("'analyzer': 'standard', 'preset': 'words', 'signature': false");
    for (IndexableField field : parse(unsigned, seven).getFields()) {
      assertFalse(field.name(), field.name().startsWith("field"));
    }
    assertThat(parse(mapper, seven + " today").getFields("field"), hasSize(1));
    DocumentMapper every = mapper("'analyzer': 'standard', 'preset': 'words', 'min_features': 0");
    assertThat(parse(every, seven).getFields("field"), hasSize(1));
    assertThat(parse(every, "fox").getFields("field"), hasSize(1));
  }

  public void testTextWithoutAFeatureLeavesTheFieldAbsent() throws IOException {
    DocumentMapper mapper = mapper("'analyzer': 'standard', 'min_features': 3");
    for (String text : List.of("", " \n", "!?")) {
      for (String name : List.of("field", "field.profile", "field.signature", "field._bands")) {
        assertThat(parse(mapper, text).getFields(name), empty());
      }
    }
    assertThat(parse(mapper, "too short").getFields("field"), empty());
    assertThat(parse(mapper, "too short").getFields("field.signature"), hasSize(1));
    assertThat(parse(mapper, "long enough for three pairs").getFields("field"), hasSize(1));
  }

  public void testShinglesOfCharactersNeedNoAnalyzer() throws IOException {
    DocumentMapper mapper = mapper("'shingle': {'unit': 'character', 'size': 3}");
    LuceneDocument document = parse(mapper, "综上所述，今天是好日子");
    assertThat(document.getFields("field"), hasSize(1));
    assertThat(document.getNumericValue("field.features"), equalTo(8));
  }

  public void testNumbersAreTheirTextAsInATextField() throws IOException {
    DocumentMapper mapper = mapper("'analyzer': 'standard', 'preset': 'words', 'min_features': 0");
    assertThat(
        fingerprint(parse(mapper, 20260101)), equalTo(fingerprint(parse(mapper, "20260101"))));
    assertThat(fingerprint(parse(mapper, true)), equalTo(fingerprint(parse(mapper, "true"))));
  }

  public void testAValueOtherThanTextIsRefused() throws IOException {
    DocumentMapper mapper = mapper("'analyzer': 'standard'");
    assertValueRefused(
        mapper, "a field that fingerprints text takes no object", Map.of("fingerprint", HEX));
    assertValueRefused(
        mapper,
        "[field] of type [simhash] takes one value a document but got several",
        List.of("one text", "another text"));
    String tooLong = "a ".repeat(500_001);
    assertValueRefused(
        mapper, "a text must have at most [1000000] characters but had [1000002]", tooLong);
    DocumentMapper lenient = mapper("'analyzer': 'standard', 'ignore_malformed': true");
    LuceneDocument ignored = parse(lenient, tooLong);
    assertThat(ignored.getFields("field"), empty());
    assertThat(ignored.getBinaryValue("_ignored").utf8ToString(), equalTo("field"));
  }

  public void testAnAnalyzerForSearchingOnlyIsRefused() {
    String sentence = "analyzer [reloaded] contains filters [reloaded] that are not allowed to run";
    assertMappingRefused(sentence, "'analyzer': 'reloaded'");
  }

  public void testANestedObjectMustNotCopyItsValues() throws IOException {
    for (String type : List.of("simhash", "minhash")) {
      for (String include : List.of("include_in_parent", "include_in_root")) {
        Exception e =
            expectThrows(
                Exception.class,
                () -> createDocumentMapper(mapping(b -> nested(b, type, include))));
        assertThat(
            e.getMessage(),
            containsString(
                "[part.field] of type ["
                    + type
                    + "] has one value a document: the nested object [part] cannot have"
                    + " [include_in_parent] or [include_in_root]"));
        assertThat(ExceptionsHelper.status(e), equalTo(RestStatus.BAD_REQUEST));
      }
      createDocumentMapper(mapping(b -> nested(b, type, null)));
    }
  }

  private static void nested(XContentBuilder b, String type, String include) throws IOException {
    b.startObject("part").field("type", "nested");
    if (include != null) {
      b.field(include, true);
    }
    b.startObject("properties").startObject("field").field("type", type).endObject().endObject();
    b.endObject();
  }

  public void testSubFieldsAsColumns() throws IOException {
    MapperService service = createMapperService(field(""));
    Map<String, Object> value =
        Map.of("fingerprint", HEX, "profile", "p", "features", 7, "effective_features", 2.5);
    assertThat(column(service, value, "block_1"), equalTo(new BytesRef("00a1")));
    assertThat(column(service, value, "profile"), equalTo(new BytesRef("p")));
    assertThat(column(service, value, "features"), equalTo(7));
    assertThat(column(service, value, "effective_features"), equalTo(2.5));
    assertThat(column(service, HEX, "block_3"), equalTo(new BytesRef("d4e5")));
    assertThat(column(service, HEX, "profile"), nullValue());
    assertThat(column(service, HEX, "features"), nullValue());
  }

  /** The value of a sub-field of one document as ES|QL reads it. */
  private Object column(MapperService service, Object value, String subField) throws IOException {
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      writer.addDocument(parse(service.documentMapper(), value));
      try (IndexReader reader = writer.getReader()) {
        BlockLoader loader =
            service.fieldType("field." + subField).blockLoader(contextOfAnyPreference(service));
        CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofMb(1));
        try (BlockLoader.ColumnAtATimeReader column =
            loader.columnAtATimeReader(reader.leaves().get(0)).apply(breaker)) {
          TestBlock block =
              (TestBlock) column.read(TestBlock.factory(), TestBlock.docs(0), 0, false);
          return block.get(0);
        }
      }
    }
  }

  /** A sub-field must not be read from {@code _source}, even by a search that prefers it. */
  private static BlockLoaderContext contextOfAnyPreference(MapperService service) {
    FieldExtractPreference preference =
        randomFrom(FieldExtractPreference.NONE, FieldExtractPreference.STORED);
    return new DummyBlockLoaderContext.MapperServiceBlockLoaderContext(service) {
      @Override
      public FieldExtractPreference fieldExtractPreference() {
        return preference;
      }
    };
  }
}
