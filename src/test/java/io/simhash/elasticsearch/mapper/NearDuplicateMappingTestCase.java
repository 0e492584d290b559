package io.simhash.elasticsearch.mapper;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.simhash.core.minhash.Signature;
import io.simhash.elasticsearch.SimHashPlugin;
import io.simhash.lucene.document.BandTerms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.analysis.IndexAnalyzers;
import org.elasticsearch.index.mapper.DocumentMapper;
import org.elasticsearch.index.mapper.LuceneDocument;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.mapper.MapperServiceTestCase;
import org.elasticsearch.index.mapper.SourceToParse;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentType;
import org.elasticsearch.xcontent.cbor.CborXContent;
import org.elasticsearch.xcontent.json.JsonXContent;

/** Mappings with one field {@code field} of a type, and their documents and error sentences. */
public abstract class NearDuplicateMappingTestCase extends MapperServiceTestCase {

  private final String type;

  protected NearDuplicateMappingTestCase(String type) {
    this.type = type;
  }

  @Override
  protected Collection<? extends Plugin> getPlugins() {
    return List.of(new SimHashPlugin(Settings.EMPTY, createTempDir()));
  }

  @Override
  protected IndexAnalyzers createIndexAnalyzers(IndexSettings settings) {
    return TestAnalyzers.ofIndex();
  }

  /** The mapping of the field, with options in JSON whose quotes are {@code '}. */
  protected XContentBuilder field(String options) throws IOException {
    Map<String, Object> field = map("{" + options.replace('\'', '"') + "}");
    field.put("type", type);
    return mapping(b -> b.field("field", field));
  }

  protected DocumentMapper mapper(String options) throws IOException {
    return createDocumentMapper(field(options));
  }

  protected LuceneDocument parse(DocumentMapper mapper, Object value) throws IOException {
    return mapper.parse(source(b -> b.field("field", value))).rootDoc();
  }

  /** A document in CBOR, which has values that JSON does not have, such as bytes. */
  protected static SourceToParse cbor(Object value) throws IOException {
    try (XContentBuilder builder = CborXContent.contentBuilder()) {
      builder.startObject().field("field", value).endObject();
      return new SourceToParse("1", BytesReference.bytes(builder), XContentType.CBOR);
    }
  }

  protected void assertMappingRefused(String sentence, String options) {
    Exception e = expectThrows(Exception.class, () -> mapper(options));
    assertThat(e.getMessage(), containsString(sentence));
    assertThat(ExceptionsHelper.status(e), equalTo(RestStatus.BAD_REQUEST));
  }

  protected void assertValueRefused(DocumentMapper mapper, String sentence, Object value)
      throws IOException {
    assertDocumentRefused(mapper, sentence, source(b -> b.field("field", value)));
  }

  protected void assertDocumentRefused(
      DocumentMapper mapper, String sentence, SourceToParse document) {
    Exception e = expectThrows(Exception.class, () -> mapper.parse(document));
    assertThat(e.getCause().getMessage(), equalTo(sentence));
    assertThat(ExceptionsHelper.status(e), equalTo(RestStatus.BAD_REQUEST));
  }

  /** Each sub-field is written by the field, and takes no value of its own. */
  protected void assertSubFields(String... names) throws IOException {
    for (String name : names) {
      var sub = (NearDuplicateFieldMapper.SubField) mapper("").mappers().getMapper("field." + name);
      Exception e = expectThrows(IllegalArgumentException.class, () -> sub.parseCreateField(null));
      assertThat(
          e.getMessage(), equalTo("[field." + name + "] is written by [field] and takes no value"));
    }
  }

  /** The mapping of the field as it is shown and stored. */
  @SuppressWarnings("unchecked")
  protected static Map<String, Object> shown(MapperService service) {
    return (Map<String, Object>) shownProperties(service).get("field");
  }

  protected static Map<?, ?> shownProperties(MapperService service) {
    String mapping = service.documentMapper().mappingSource().toString();
    return (Map<?, ?>) ((Map<?, ?>) map(mapping).get("_doc")).get("properties");
  }

  protected static Map<String, Object> map(String json) {
    return XContentHelper.convertToMap(JsonXContent.jsonXContent, json, false);
  }

  /** The signature of a document, of its two columns; {@code null} for none. */
  protected static BytesRef storedSignature(LuceneDocument document, String field) {
    BytesRef head = document.getBinaryValue(field + ".signature");
    BytesRef rest = document.getBinaryValue(field + ".signature_rest");
    return head == null
        ? null
        : new BytesRef(
            Signature.read(
                    BytesRef.deepCopyOf(head).bytes,
                    rest == null ? new byte[0] : BytesRef.deepCopyOf(rest).bytes)
                .stored());
  }

  /** The band terms of a document, as they are indexed. */
  protected static List<BytesRef> bandTerms(LuceneDocument document) throws IOException {
    List<BytesRef> terms = new ArrayList<>();
    for (IndexableField field : document.getFields("field._bands")) {
      assertThat(field.fieldType().indexOptions(), equalTo(IndexOptions.DOCS));
      assertThat(field.fieldType().docValuesType(), equalTo(DocValuesType.NONE));
      assertTrue(field.fieldType().omitNorms());
      assertFalse(field.fieldType().stored());
      try (TokenStream stream = field.tokenStream(null, null)) {
        stream.reset();
        while (stream.incrementToken()) {
          BytesRef term = stream.getAttribute(TermToBytesRefAttribute.class).getBytesRef();
          terms.add(BytesRef.deepCopyOf(term));
        }
      }
    }
    return terms;
  }

  /** As they should be for a signature: its parameters, and a term for each band. */
  protected static List<BytesRef> bandTerms(Signature signature) {
    List<BytesRef> terms = new ArrayList<>();
    terms.add(BandTerms.ofParameters(signature.parameters()));
    for (int band = 0; band < signature.parameters().bands().bands(); band++) {
      terms.add(BandTerms.ofBand(signature, band));
    }
    return terms;
  }
}
