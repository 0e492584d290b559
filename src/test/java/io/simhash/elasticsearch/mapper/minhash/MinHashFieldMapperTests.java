package io.simhash.elasticsearch.mapper.minhash;

import static org.hamcrest.Matchers.equalTo;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.simhash.elasticsearch.SimHashPlugin;
import io.simhash.elasticsearch.mapper.MapperTestSupport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.analysis.IndexAnalyzers;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.mapper.MapperTestCase;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.lookup.Source;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentType;
import org.junit.AssumptionViolatedException;
import org.junit.Before;

/** What every field type of Elasticsearch does, done by {@code minhash}. */
public class MinHashFieldMapperTests extends MapperTestCase {

  @Override
  protected Collection<? extends Plugin> getPlugins() {
    return List.of(new SimHashPlugin(Settings.EMPTY, createTempDir()));
  }

  @Override
  protected IndexAnalyzers createIndexAnalyzers(IndexSettings settings) {
    return MapperTestSupport.analyzers();
  }

  @Before
  public void requireNatives() {
    MapperTestSupport.assumeNatives(getTestName());
  }

  @Override
  protected void minimalMapping(XContentBuilder b) throws IOException {
    b.field("type", "minhash");
  }

  @Override
  protected Object getSampleValueForDocument() {
    return "near-duplicate";
  }

  @Override
  protected boolean supportsIgnoreMalformed() {
    return true;
  }

  @Override
  protected List<ExampleMalformedValue> exampleMalformedValues() {
    return List.of(
        exampleMalformedValue(b -> b.startObject().field("tag", "a").endObject())
            .errorMatches("[field] of type [minhash] takes strings but got an object"));
  }

  @Override
  protected void registerParameters(ParameterChecker checker) throws IOException {
    checker.registerConflictCheck("hashes", b -> b.field("hashes", 64));
    checker.registerConflictCheck("bands", b -> b.field("bands", 8));
    checker.registerConflictCheck("shingle", b -> b.field("shingle", Map.of("unit", "character")));
    checker.registerConflictCheck(
        "analyzer",
        fieldMapping(b -> tokenMapping(b, "standard")),
        fieldMapping(b -> tokenMapping(b, "simple")));
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

  /** A signature does not show its values: what is fetched is what {@code _source} has. */
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

  @Override
  protected SyntheticSourceSupport syntheticSourceSupport(boolean ignoreMalformed) {
    return new SyntheticSourceSupport() {
      @Override
      public boolean preservesExactSource() {
        return true;
      }

      @Override
      public SyntheticSourceExample example(int maxValues) {
        Object value =
            maxValues == 1
                ? generateRandomInputValue(null)
                : randomList(2, maxValues, () -> generateRandomInputValue(null));
        return new SyntheticSourceExample(
            value,
            value,
            b -> {
              minimalMapping(b);
              if (ignoreMalformed) {
                b.field("ignore_malformed", true);
              }
            });
      }

      @Override
      public List<SyntheticSourceInvalidExample> invalidExample() {
        return List.of();
      }
    };
  }

  /** A signature is never made by a script of the mapping. */
  @Override
  protected IngestScriptSupport ingestScriptSupport() {
    throw new AssumptionViolatedException("not supported");
  }

  /** Nothing is stored outside doc values. */
  @Override
  protected boolean supportsStoredFields() {
    return false;
  }

  /** There is no [index] or [doc_values] to choose. */
  @Override
  protected boolean supportsDocValuesSkippers() {
    return false;
  }

  /** Signatures cannot be sorted on. */
  @Override
  protected List<SortShortcutSupport> getSortShortcutSupport() {
    return List.of();
  }
}
