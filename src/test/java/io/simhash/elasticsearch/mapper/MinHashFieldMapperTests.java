package io.simhash.elasticsearch.mapper;

import static org.hamcrest.Matchers.equalTo;

import io.simhash.elasticsearch.mapper.MinHashFieldMapper.MinHashFieldType;
import io.simhash.lucene.text.TextMinHasher;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.index.mapper.LuceneDocument;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.xcontent.XContentBuilder;

/** Elasticsearch's own tests of a field type, for {@code minhash}. */
public class MinHashFieldMapperTests extends NearDuplicateMapperTestCase {

  public MinHashFieldMapperTests() {
    super("minhash", false);
  }

  @Override
  protected Object getSampleValueForDocument() {
    return "near-duplicate";
  }

  @Override
  protected List<ExampleMalformedValue> exampleMalformedValues() {
    return List.of(
        exampleMalformedValue(b -> b.startObject().field("tag", "a").endObject())
            .errorMatches("[field] of type [minhash] takes strings but got an object"));
  }

  @Override
  protected void registerParameters(ParameterChecker checker) throws IOException {
    checker.registerConflictCheck("hashes", b -> b.field("hashes", 128));
    checker.registerConflictCheck("bands", b -> b.field("bands", 8));
    checker.registerConflictCheck("rows", b -> b.field("rows", 3));
    checker.registerConflictCheck("shingle", b -> b.field("shingle", Map.of("unit", "character")));
    checker.registerConflictCheck(
        "fold",
        fieldMapping(b -> b.field("type", "minhash").field("shingle", Map.of())),
        fieldMapping(
            b -> b.field("type", "minhash").field("shingle", Map.of()).field("fold", "arabic")));
    checker.registerUpdateCheck(
        "boilerplate",
        b -> b.field("type", "minhash").field("shingle", Map.of()),
        b ->
            b.field("type", "minhash")
                .field("shingle", Map.of())
                .field("boilerplate", "All rights reserved"),
        mapper -> {
          TextMinHasher minHasher = ((MinHashFieldType) mapper.fieldType()).minHasher();
          assertThat(minHasher.of(List.of("All rights reserved")), equalTo(Optional.empty()));
        });
    checker.registerConflictCheck(
        "analyzer",
        fieldMapping(b -> tokenMapping(b, "standard")),
        fieldMapping(b -> tokenMapping(b, "simple")));
  }

  @Override
  protected void metaMapping(XContentBuilder b) throws IOException {
    minimalMapping(b);
    b.field("hashes", 1024).field("bands", 24).field("rows", 2);
  }

  private void tokenMapping(XContentBuilder b, String analyzer) throws IOException {
    minimalMapping(b);
    b.field("shingle", Map.of("unit", "token", "size", 2)).field("analyzer", analyzer);
  }

  @Override
  protected Object generateRandomInputValue(MappedFieldType type) {
    return switch (between(0, 2)) {
      case 0 -> randomInt();
      case 1 -> randomBoolean();
      default -> randomAlphaOfLengthBetween(0, 20);
    };
  }

  /** The signature is the doc value of a field of its own, as in a {@code simhash} field. */
  @Override
  protected void assertExistsQuery(MappedFieldType type, Query query, LuceneDocument fields) {
    assertEquals(new FieldExistsQuery("field.signature"), query);
    assertEquals(
        DocValuesType.BINARY, fields.getField("field.signature").fieldType().docValuesType());
    assertNoFieldNamesField(fields);
  }
}
