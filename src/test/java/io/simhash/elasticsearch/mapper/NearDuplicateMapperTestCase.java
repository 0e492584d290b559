package io.simhash.elasticsearch.mapper;

import static org.hamcrest.Matchers.equalTo;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.simhash.elasticsearch.SimHashPlugin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.analysis.IndexAnalyzers;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.mapper.MapperTestCase;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.nativeaccess.NativeAccess;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.lookup.Source;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentType;
import org.junit.AssumptionViolatedException;
import org.junit.Before;

/** Elasticsearch's own tests of a field type, with the answers that both field types give. */
public abstract class NearDuplicateMapperTestCase extends MapperTestCase {

  /** Inherited tests that write with the codec of a real node, which compresses natively. */
  private static final Set<String> NATIVE =
      Set.of("testFetch", "testIndexTimeFieldData", "testSortShortcuts");

  private final String type;
  private final boolean takesOneValue;

  /**
   * @param takesOneValue whether a second value of a document is an error
   */
  protected NearDuplicateMapperTestCase(String type, boolean takesOneValue) {
    this.type = type;
    this.takesOneValue = takesOneValue;
  }

  /** Skips an inherited test that cannot work without Elasticsearch's native library. */
  @Before
  public void requireNatives() {
    boolean natives = NativeAccess.instance().getZstd() != null;
    assumeTrue("needs the native zstd", natives || NATIVE.contains(getTestName()) == false);
  }

  @Override
  protected Collection<? extends Plugin> getPlugins() {
    return List.of(new SimHashPlugin(Settings.EMPTY, createTempDir()));
  }

  @Override
  protected IndexAnalyzers createIndexAnalyzers(IndexSettings settings) {
    return TestAnalyzers.ofIndex();
  }

  @Override
  protected void minimalMapping(XContentBuilder b) throws IOException {
    b.field("type", type);
  }

  @Override
  protected boolean supportsIgnoreMalformed() {
    return true;
  }

  @Override
  protected SyntheticSourceSupport syntheticSourceSupport(boolean ignoreMalformed) {
    return new SyntheticSourceSupport() {
      @Override
      public boolean preservesExactSource() {
        return true;
      }

      @Override
      public boolean enforcesSingleValue() {
        return takesOneValue;
      }

      @Override
      public SyntheticSourceExample example(int maxValues) {
        Object value =
            takesOneValue || maxValues == 1
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

  /** Signatures and terms have no values: these are fetched from {@code _source}. */
  @Override
  protected void assertFetch(MapperService service, String field, Object value, String format)
      throws IOException {
    if (takesOneValue) {
      super.assertFetch(service, field, value, format);
      return;
    }
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

  /** Signatures and terms cannot be sorted on. */
  @Override
  protected List<SortShortcutSupport> getSortShortcutSupport() {
    return takesOneValue
        ? List.of(new SortShortcutSupport(this::minimalMapping, this::writeField, false))
        : List.of();
  }

  /** Scripts of the mapping cannot make values. */
  @Override
  protected IngestScriptSupport ingestScriptSupport() {
    throw new AssumptionViolatedException("not supported");
  }

  /** There is no parameter [store]. */
  @Override
  protected boolean supportsStoredFields() {
    return false;
  }

  /** There are no parameters [index] and [doc_values]. */
  @Override
  protected boolean supportsDocValuesSkippers() {
    return false;
  }
}
