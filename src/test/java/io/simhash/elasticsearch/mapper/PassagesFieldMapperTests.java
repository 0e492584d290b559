package io.simhash.elasticsearch.mapper;

import static org.hamcrest.Matchers.equalTo;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.lookup.Source;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentType;

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

  /** Values are fetched from {@code _source}. */
  @Override
  protected void assertFetch(MapperService service, String field, Object value, String format)
      throws IOException {
    SearchExecutionContext context = mock(SearchExecutionContext.class);
    when(context.getIndexSettings()).thenReturn(service.getIndexSettings());
    when(context.isSourceEnabled()).thenReturn(true);
    when(context.sourcePath(field)).thenReturn(Set.of(field));
    ValueFetcher fetcher = service.fieldType(field).valueFetcher(context, format);
    List<?> values = value instanceof List<?> list ? list : List.of(value);
    Source source = Source.fromMap(Map.of(field, value), XContentType.JSON);
    assertThat(
        fetcher.fetchValues(source, 0, new ArrayList<>()),
        equalTo(values.stream().map(Object::toString).toList()));
  }

  /** Terms cannot be sorted on. */
  @Override
  protected List<SortShortcutSupport> getSortShortcutSupport() {
    return List.of();
  }
}
