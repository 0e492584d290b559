package io.simhash.elasticsearch.retriever;

import io.simhash.elasticsearch.option.NearOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.plugins.SearchPlugin.RetrieverSpec;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverParserContext;
import org.elasticsearch.search.retriever.TestRetrieverBuilder;
import org.elasticsearch.test.AbstractXContentTestCase;
import org.elasticsearch.usage.SearchUsage;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;

/** How the retriever is read and written. */
public class NearDuplicateCollapseTests extends AbstractXContentTestCase<NearDuplicateCollapse> {

  private static final String FIELD = "\"field\": \"fp\"";
  private static final String INNER = "\"retriever\": {\"test\": {\"value\": \"x\"}}";

  @Override
  protected NearDuplicateCollapse createTestInstance() {
    NearDuplicateCollapse collapse =
        new NearDuplicateCollapse(
            TestRetrieverBuilder.createRandomTestRetrieverBuilder(),
            new NearOptions(
                randomAlphaOfLength(5),
                randomBoolean() ? null : randomIntBetween(0, 64),
                randomBoolean() ? null : randomDoubleBetween(0, 1, true),
                randomBoolean()),
            randomIntBetween(1, 10_000),
            () -> () -> {});
    if (randomBoolean()) {
      collapse.retrieverName(randomAlphaOfLength(5));
    }
    if (randomBoolean()) {
      collapse.minScore(randomFloat());
    }
    return collapse;
  }

  @Override
  protected NearDuplicateCollapse doParseInstance(XContentParser parser) throws IOException {
    return (NearDuplicateCollapse)
        RetrieverBuilder.parseTopLevelRetrieverBuilder(
            parser, new RetrieverParserContext(new SearchUsage(), feature -> true));
  }

  @Override
  protected boolean supportsUnknownFields() {
    return false;
  }

  @Override
  protected NamedXContentRegistry xContentRegistry() {
    List<NamedXContentRegistry.Entry> entries =
        new ArrayList<>(new SearchModule(Settings.EMPTY, List.of()).getNamedXContents());
    for (RetrieverSpec<?> spec :
        List.of(NearDuplicateCollapse.spec(() -> () -> {}), TestRetrieverBuilder.TEST_SPEC)) {
      entries.add(
          new NamedXContentRegistry.Entry(
              RetrieverBuilder.class,
              spec.getName(),
              (parser, context) ->
                  spec.getParser().fromXContent(parser, (RetrieverParserContext) context)));
    }
    return new NamedXContentRegistry(entries);
  }

  private NearDuplicateCollapse parse(String options) throws IOException {
    String json = "{\"near_duplicate_collapse\": {" + options + "}}";
    try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
      return doParseInstance(parser);
    }
  }

  public void testDefaults() throws IOException {
    NearDuplicateCollapse collapse = parse(FIELD + ", " + INNER);
    assertEquals(new NearOptions("fp", null, null, false), collapse.near());
    assertEquals(100, collapse.rankWindowSize());
    assertEquals(List.of(), collapse.getPreFilterQueryBuilders());
    assertNull(collapse.minScore());
  }

  public void testOptionsOfEveryRetriever() throws IOException {
    NearDuplicateCollapse collapse =
        parse(
            FIELD
                + ", "
                + INNER
                + ", \"filter\": {\"term\": {\"category\": \"news\"}}, \"min_score\": 0.5,"
                + " \"_name\": \"mine\"");
    assertEquals(1, collapse.getPreFilterQueryBuilders().size());
    assertEquals(0.5f, collapse.minScore(), 0f);
    assertEquals("mine", collapse.retrieverName());
  }
}
