package io.simhash.elasticsearch.mapper;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.xcontent.XContentBuilder;

/** Elasticsearch's own tests of a field type, for {@code passages}. */
public class PassagesFieldMapperTests extends NearDuplicateMapperTestCase {

  public PassagesFieldMapperTests() {
    super("passages", false);
  }

  @Override
  protected Object getSampleValueForDocument() {
    return "the four ships left the harbour before dawn and were not seen again by anyone";
  }

  @Override
  protected List<ExampleMalformedValue> exampleMalformedValues() {
    return List.of(
        exampleMalformedValue(b -> b.startObject().field("text", "a").endObject())
            .errorMatches("[field] of type [passages] takes strings but got an object"));
  }

  @Override
  protected void registerParameters(ParameterChecker checker) throws IOException {
    checker.registerConflictCheck("shingle", b -> b.field("shingle", 9));
    checker.registerConflictCheck("window", b -> b.field("window", 20));
    checker.registerConflictCheck("fold", b -> b.field("fold", "numbers"));
  }

  @Override
  protected void metaMapping(XContentBuilder b) throws IOException {
    minimalMapping(b);
    b.field("shingle", 25).field("window", 38);
  }

  @Override
  protected Object generateRandomInputValue(MappedFieldType type) {
    return switch (between(0, 2)) {
      case 0 -> randomInt();
      case 1 -> randomBoolean();
      default -> randomAlphaOfLengthBetween(0, 300);
    };
  }
}
