package io.simhash.elasticsearch.retriever;

import io.simhash.elasticsearch.near.NearDecision;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.common.ParsingException;
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
            new NearDecision(
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
    assertEquals(new NearDecision("fp", null, null, false), collapse.decision());
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

  private void assertRefused(String sentence, String options) {
    ParsingException e = expectThrows(ParsingException.class, () -> parse(options));
    assertEquals("[near_duplicate_collapse] " + sentence, e.getMessage());
  }

  public void testMistakes() {
    assertRefused("[retriever] is needed", FIELD);
    assertRefused("[field] is needed", INNER);
    assertRefused("[field] must not be empty", INNER + ", \"field\": \"\"");
    assertRefused("[field] must be a string but was [5]", INNER + ", \"field\": 5");
    assertRefused(
        "[field] must be the name of one field but was [f*]", INNER + ", \"field\": \"f*\"");
    assertRefused(
        "[max_distance] must be in [0, 64] but was [65]",
        INNER + ", " + FIELD + ", \"max_distance\": 65");
    assertRefused(
        "[min_similarity] must be in [0, 1] but was [1.5]",
        INNER + ", " + FIELD + ", \"min_similarity\": 1.5");
    assertRefused(
        "[rank_window_size] must be in [1, 10000] but was [0]",
        INNER + ", " + FIELD + ", \"rank_window_size\": 0");
    assertRefused(
        "[rank_window_size] must be in [1, 10000] but was [10001]",
        INNER + ", " + FIELD + ", \"rank_window_size\": 10001");
    assertRefused(
        "unknown options [confirm, radius]",
        INNER + ", " + FIELD + ", \"radius\": 3, \"confirm\": {\"field\": \"body\"}");
  }
}
