package io.simhash.elasticsearch.mapper;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.shingle.Shingling;
import io.simhash.lucene.document.BandTerms;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TextShingles;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.core.CheckedRunnable;
import org.elasticsearch.index.mapper.DocumentMapper;
import org.elasticsearch.index.mapper.LuceneDocument;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.xcontent.XContentBuilder;

/** Signatures in values of {@code simhash}, and its option {@code signature}. */
public class SignatureMappingTests extends NearDuplicateMappingTestCase {

  private static final String HEX = "9f3c00a1b2c3d4e5";
  private static final long FINGERPRINT = 0x9f3c00a1b2c3d4e5L;

  public SignatureMappingTests() {
    super("simhash");
  }

  private static Signature signature(Bands bands) {
    long[] minima = LongStream.range(0, bands.hashes()).toArray();
    return new SignatureParameters(Optional.of(Shingling.AUTO_CHARACTERS), bands).signature(minima);
  }

  public void testTheSignatureIsKeptBesideTheFingerprint() throws IOException {
    for (Bands bands : List.of(Bands.DEFAULT, new Bands(64, 3, 5), new Bands(1000, 24, 7))) {
      Signature signature = signature(bands);
      LuceneDocument document =
          parse(mapper(""), Map.of("fingerprint", HEX, "signature", signature.toBase64()));
      assertThat(document.getNumericValue("field"), equalTo(FINGERPRINT));
      List<IndexableField> fields = document.getFields("field.signature");
      assertThat(fields, hasSize(1));
      assertThat(fields.get(0).fieldType().docValuesType(), equalTo(DocValuesType.BINARY));
      assertThat(fields.get(0).binaryValue(), equalTo(new BytesRef(signature.head())));
      assertThat(
          document.getFields("field.signature_rest"), hasSize(bands.hashes() <= 256 ? 0 : 1));
      assertThat(storedSignature(document, "field"), equalTo(new BytesRef(signature.stored())));
      assertThat(bandTerms(document), equalTo(bandTerms(signature)));
    }
    Map<String, Object> none = new HashMap<>(Map.of("fingerprint", HEX));
    none.put("signature", null);
    for (Object value : List.of(HEX, none)) {
      assertThat(parse(mapper(""), value).getFields("field.signature"), empty());
      assertThat(bandTerms(parse(mapper(""), value)), equalTo(List.of(BandTerms.NO_SIGNATURE)));
    }
  }

  /** What the processor writes for a text that is too short for a fingerprint. */
  public void testTheSignatureAlone() throws IOException {
    Signature signature = signature(Bands.DEFAULT);
    Map<String, Object> value = new HashMap<>();
    value.put("signature", signature.toBase64());
    value.put("profile", "0123456789ab");
    value.put("features", 3);
    for (boolean withNull : new boolean[] {false, true}) {
      if (withNull) {
        value.put("fingerprint", null);
      }
      LuceneDocument document = parse(mapper("'block_levels': 2"), value);
      for (String absent : List.of("field", "field.block_0", "field.block_3", "field.sub_blocks")) {
        assertThat(absent, document.getFields(absent), empty());
      }
      assertThat(storedSignature(document, "field"), equalTo(new BytesRef(signature.stored())));
      assertThat(bandTerms(document), equalTo(bandTerms(signature)));
      assertThat(document.getBinaryValue("field.profile").utf8ToString(), equalTo("0123456789ab"));
      assertThat(document.getNumericValue("field.features"), equalTo(3));
    }
  }

  /** Indexed without frequencies, in a field that no mapping shows. */
  public void testTheFieldOfBands() throws IOException {
    DocumentMapper mapper = mapper("'analyzer': 'standard'");
    LuceneDocument document =
        parse(
            mapper, "the quick brown fox jumps over the lazy dog and both run along an old river");
    Signature signature =
        Signature.read(BytesRef.deepCopyOf(storedSignature(document, "field")).bytes);
    assertThat(bandTerms(document), equalTo(bandTerms(signature)));
    for (IndexableField field : document.getFields("field._bands")) {
      assertThat(field.fieldType().indexOptions(), equalTo(IndexOptions.DOCS));
      assertThat(field.fieldType().docValuesType(), equalTo(DocValuesType.NONE));
      assertTrue(field.fieldType().omitNorms());
    }
    assertNull(mapper.mappers().getFieldType("field._bands"));
    assertNull(mapper.mappers().getMapper("field._bands"));
  }

  /** The field takes text without an analyzer, and shows what it was made with. */
  public void testTheSignatureWithoutAFingerprint() throws IOException {
    String text = "the quick brown fox";
    DocumentMapper mapper = mapper("'fingerprint': false");
    LuceneDocument document = parse(mapper, text);
    assertThat(document.getFields("field"), empty());
    assertThat(document.getFields("field.profile"), empty());
    assertThat(document.getFields("field.block_0"), empty());
    BytesRef signature = signature(Bands.DEFAULT, Shingling.AUTO_CHARACTERS, text);
    assertThat(storedSignature(document, "field"), equalTo(signature));
    String shown = mapper.mappingSource().toString();
    assertThat(shown, containsString("\"fingerprint\":false"));
    assertThat(shown, containsString("\"hashes\":1024"));
    assertThat(parse(mapper, " ").getFields("field.signature"), empty());
    assertThat(
        mapper("'fingerprint': true").mappingSource().toString(),
        not(containsString("fingerprint")));
    assertMappingRefused(
        "[fingerprint] and [signature] must not both be [false]",
        "'fingerprint': false, 'signature': false");
    assertMappingRefused(
        "[analyzer] has no effect with [fingerprint] [false]",
        "'fingerprint': false, 'analyzer': 'standard'");
    assertMappingRefused(
        "[block_levels] has no effect with [fingerprint] [false]",
        "'fingerprint': false, 'block_levels': 2");
  }

  public void testNoOtherFieldMayHaveTheNameOfTheBandsOrTheRest() {
    for (String name : List.of("_bands", "signature_rest")) {
      assertMappingRefused(
          "[field] writes [field." + name + "], which must not be another field",
          "'fields': {'" + name + "': {'type': 'keyword'}}");
    }
  }

  /** In the fingerprint's profile and the signature's parameters; pinned where it is set. */
  public void testFold() throws IOException {
    String text = "Élodie naïvely cooked a crème brûlée for Zoë near the old café in Málaga";
    String plain = "Elodie naively cooked a creme brulee for Zoe near the old cafe in Malaga";
    for (String options :
        List.of(
            "'analyzer': 'standard', 'fold': ['accents']",
            "'fingerprint': false, 'fold': 'accents'",
            "'shingle': {'unit': 'character', 'size': 5}, 'fold': ['accents']")) {
      DocumentMapper mapper = mapper(options);
      LuceneDocument document = parse(mapper, text);
      LuceneDocument other = parse(mapper, plain);
      BytesRef signature = storedSignature(document, "field");
      assertThat(signature, equalTo(storedSignature(other, "field")));
      assertThat(document.getNumericValue("field"), equalTo(other.getNumericValue("field")));
      assertThat(
          Signature.read(BytesRef.deepCopyOf(signature).bytes).parameters().toString(),
          equalTo("6:character:auto+accents:1024:24x2"));
      assertThat(mapper.mappingSource().toString(), containsString("\"fold\":[\"accents\"]"));
    }
    DocumentMapper none = mapper("'analyzer': 'standard', 'fold': []");
    assertThat(none.mappingSource().toString(), not(containsString("fold")));
    assertThat(
        storedSignature(parse(none, text), "field"),
        equalTo(signature(Bands.DEFAULT, Shingling.AUTO_CHARACTERS, text)));
    assertMappingRefused(
        "[fold] must be one of [accents, arabic, traditional, numbers] but was [umlauts]",
        "'analyzer': 'standard', 'fold': 'umlauts'");
    assertMappingRefused(
        "[fold] needs [analyzer], or [shingle.unit] [character]: without them the field takes"
            + " fingerprints, not text",
        "'fold': 'accents'");
  }

  public void testFoldCannotBeChanged() throws IOException {
    for (String options : List.of("'analyzer': 'standard'", "'fingerprint': false")) {
      MapperService service = createMapperService(field(options + ", 'fold': 'accents'"));
      merge(service, field(options));
      assertThat(shown(service).get("fold"), equalTo(List.of("accents")));
      String folded = options + ", 'fold': ['accents', 'arabic']";
      Exception e =
          expectThrows(IllegalArgumentException.class, () -> merge(service, field(folded)));
      assertThat(
          e.getMessage(),
          containsString("Cannot update parameter [fold] from [[accents]] to [[accents, arabic]]"));
      MapperService other = createMapperService(field(options));
      expectThrows(IllegalArgumentException.class, () -> merge(other, field(folded)));
    }
  }

  private static final String FRAME = "Subscribe to our weekly newsletter, and share this article.";

  /** An article has the fingerprint and the signature that it has alone. */
  public void testBoilerplate() throws IOException {
    String text = "the quick brown fox jumps over the lazy dog and both run along an old river";
    for (String options :
        List.of(
            "'analyzer': 'standard'",
            "'fingerprint': false",
            "'shingle': {'unit': 'character', 'size': 5}")) {
      DocumentMapper mapper = mapper(options + ", 'boilerplate': ['" + FRAME + "']");
      LuceneDocument document = parse(mapper, FRAME + text + "\n" + FRAME);
      LuceneDocument alone = parse(mapper(options), text);
      assertThat(storedSignature(document, "field"), equalTo(storedSignature(alone, "field")));
      assertThat(document.getNumericValue("field"), equalTo(alone.getNumericValue("field")));
      LuceneDocument nothing = parse(mapper, FRAME + " © " + FRAME);
      assertThat(nothing.getFields("field"), empty());
      assertThat(nothing.getFields("field.signature"), empty());
      assertThat(nothing.getFields("field._bands"), empty());
      assertThat(
          mapper.mappingSource().toString(), containsString("\"boilerplate\":[\"" + FRAME + "\"]"));
      assertThat(
          mapper(options + ", 'boilerplate': []").mappingSource().toString(),
          not(containsString("boilerplate")));
    }
    assertMappingRefused(
        "[boilerplate, fold] needs [analyzer], or [shingle.unit] [character]: without them the field"
            + " takes fingerprints, not text",
        "'boilerplate': '" + FRAME + "', 'fold': 'accents'");
  }

  /**
   * A field that takes fingerprints may list passages, for {@code confirm}; the list may change.
   */
  public void testBoilerplateOfFingerprints() throws IOException {
    MapperService service = createMapperService(field("'boilerplate': '" + FRAME + "'"));
    assertThat(shown(service).keySet(), equalTo(Set.of("type", "boilerplate")));
    assertThat(shown(service).get("boilerplate"), equalTo(List.of(FRAME)));
    LuceneDocument document = parse(service.documentMapper(), HEX);
    assertThat(document.getNumericValue("field"), equalTo(FINGERPRINT));
    merge(service, field("'boilerplate': ['All rights reserved.']"));
    assertThat(shown(service).get("boilerplate"), equalTo(List.of("All rights reserved.")));
    merge(service, field("'boilerplate': []"));
    assertThat(shown(service).keySet(), equalTo(Set.of("type")));
  }

  /** A mapping of fields of all kinds, where each ten have a list of 20,000 characters. */
  private XContentBuilder lists(int fields) throws IOException {
    return mapping(
        b -> {
          for (int i = 0; i < fields; i++) {
            b.startObject("field" + i).field("type", i % 3 == 0 ? "minhash" : "simhash");
            if (i % 3 == 0) {
              b.startObject("shingle").endObject();
            } else if (i % 3 == 1) {
              b.field("fingerprint", false);
            }
            b.field("boilerplate", Character.toString('a' + i / 10).repeat(20_000)).endObject();
          }
        });
  }

  public void testTheListsOfAMappingHaveABound() throws IOException {
    MapperService service = createMapperService(lists(100));
    for (CheckedRunnable<IOException> more :
        List.<CheckedRunnable<IOException>>of(
            () -> createMapperService(lists(101)), () -> merge(service, lists(110)))) {
      Throwable e = expectThrows(Exception.class, more::run);
      while (e.getCause() != null) {
        e = e.getCause();
      }
      assertThat(
          e.getMessage(),
          equalTo(
              "[boilerplate] of all fields of an index must hold at most [200000] characters"
                  + " together, where equal lists count once, but held [220000]"));
    }
  }

  /** As a table of them by hash codes would take a minute of the master. */
  public void testListsThatAreMadeToHaveOneHashCode() throws IOException {
    long start = System.nanoTime();
    createMapperService(
        mapping(
            b -> {
              for (int i = 0; i < 900; i++) {
                String text = "x".repeat(180);
                for (int bit = 0; bit < 10; bit++) {
                  text += (i >> bit & 1) == 0 ? "Aa" : "BB";
                }
                b.startObject("field" + i).field("type", "simhash").field("boilerplate", text);
                b.endObject();
              }
            }));
    assertThat(System.nanoTime() - start, lessThan(15_000_000_000L));
  }

  /** Fingerprints of other passages cannot be compared, signatures can. */
  public void testTheBoilerplateMayChangeWithoutFingerprints() throws IOException {
    for (String options : List.of("'analyzer': 'standard'", "'fingerprint': false")) {
      MapperService service =
          createMapperService(field(options + ", 'boilerplate': '" + FRAME + "'"));
      merge(service, field(options));
      assertThat(shown(service).get("boilerplate"), equalTo(List.of(FRAME)));
      String other = options + ", 'boilerplate': ['All rights reserved.']";
      if (options.contains("fingerprint")) {
        merge(service, field(other));
        assertThat(shown(service).get("boilerplate"), equalTo(List.of("All rights reserved.")));
      } else {
        Exception e =
            expectThrows(IllegalArgumentException.class, () -> merge(service, field(other)));
        assertThat(
            e.getMessage(),
            containsString(
                "Cannot update parameter [boilerplate] from [["
                    + FRAME
                    + "]] to [[All rights reserved.]]"));
      }
    }
  }

  /** What the processor writes where nothing of a text counts: no value, but a reason. */
  public void testAnObjectOfNothing() throws IOException {
    LuceneDocument document = parse(mapper(""), Map.of("features", 0));
    assertThat(document.getFields("field"), empty());
    assertThat(document.getFields("field._bands"), empty());
    assertThat(document.getFields("field.features"), hasSize(1));
  }

  private static BytesRef signature(Bands bands, Shingling shingling, String text) {
    TextMinHasher minHasher =
        new TextMinHasher(bands, Optional.of(new TextShingles(shingling, null)));
    return new BytesRef(minHasher.of(List.of(text)).orElseThrow().stored());
  }

  public void testTheOptionSignature() throws IOException {
    String text = "the quick brown fox jumps over the lazy dog and both run along an old river";
    LuceneDocument without = parse(mapper("'analyzer': 'standard', 'signature': false"), text);
    assertThat(without.getFields("field"), hasSize(1));
    assertThat(without.getFields("field.signature"), empty());
    assertThat(
        storedSignature(parse(mapper("'analyzer': 'standard'"), text), "field"),
        equalTo(signature(Bands.DEFAULT, Shingling.AUTO_CHARACTERS, text)));
    for (String whole :
        List.of(
            "true",
            "{}",
            "{'hashes': 1024}",
            "{'bands': 24, 'rows': '2'}",
            "{'shingle': {}}",
            "{'shingle': {'unit': 'character', 'size': 'auto'}}")) {
      assertThat(
          storedSignature(
              parse(mapper("'analyzer': 'standard', 'signature': " + whole), text), "field"),
          equalTo(signature(Bands.DEFAULT, Shingling.AUTO_CHARACTERS, text)));
    }
    assertThat(
        storedSignature(
            parse(
                mapper(
                    "'analyzer': 'standard', 'signature': {'hashes': '64', 'bands': 8, "
                        + "'rows': 5, 'shingle': {'size': 3}}"),
                text),
            "field"),
        equalTo(signature(new Bands(64, 8, 5), new Shingling(Shingling.Unit.CHARACTER, 3), text)));
  }
}
