package io.simhash.elasticsearch.retriever;

import io.simhash.core.near.ConfirmRule;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.text.Folding;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.SameFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.plugins.SearchPlugin.RetrieverSpec;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.search.retriever.CompoundRetrieverBuilder.RetrieverSource;
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

  private static CollapseOptions randomOptions() {
    boolean hasTexts = randomBoolean();
    boolean ignoreUnmapped = randomBoolean();
    NearOptions near =
        hasTexts && randomBoolean()
            ? null
            : new NearOptions(
                randomAlphaOfLength(5),
                randomBoolean() ? null : randomIntBetween(0, 64),
                randomBoolean() ? null : randomDoubleBetween(0, 1, false),
                ignoreUnmapped);
    ConfirmOptions texts =
        new ConfirmOptions(
            randomAlphaOfLength(5),
            new ConfirmRule(0, 0),
            randomFrom(Shingling.AUTO_CHARACTERS, new Shingling(Shingling.Unit.TOKEN, 3)),
            randomFrom(Folding.NONE, new Folding(Set.of(Folding.Kind.ARABIC))),
            null);
    SameFields same = new SameFields(randomList(0, 2, () -> randomAlphaOfLength(5)));
    return hasTexts
        ? new CollapseOptions(near, randomDoubleBetween(0, 1, false), texts, same, ignoreUnmapped)
        : new CollapseOptions(near, 0, null, same, ignoreUnmapped);
  }

  @Override
  protected NearDuplicateCollapse createTestInstance() {
    NearDuplicateCollapse collapse =
        new NearDuplicateCollapse(
            List.of(RetrieverSource.from(TestRetrieverBuilder.createRandomTestRetrieverBuilder())),
            randomOptions(),
            randomIntBetween(1, 10_000),
            () -> () -> {},
            () -> null,
            null);
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
        List.of(
            NearDuplicateCollapse.spec(() -> () -> {}, () -> null),
            TestRetrieverBuilder.TEST_SPEC)) {
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
    NearOptions near = new NearOptions("fp", null, null, false);
    assertEquals(new CollapseOptions(near, 0, null, SameFields.NONE, false), collapse.options());
    assertEquals(100, collapse.rankWindowSize());
    assertEquals(List.of(), collapse.getPreFilterQueryBuilders());
    assertNull(collapse.minScore());
  }

  public void testDefaultsOfNewText() throws IOException {
    NearDuplicateCollapse collapse =
        parse("\"min_new\": 0.3, \"text_field\": \"content\", " + INNER);
    ConfirmOptions texts =
        new ConfirmOptions(
            "content", new ConfirmRule(0, 0), Shingling.AUTO_CHARACTERS, Folding.NONE, null);
    assertEquals(new CollapseOptions(null, .3, texts, SameFields.NONE, false), collapse.options());
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

  public void testOptionsOfNewTextNeedIt() {
    for (String option : List.of("\"shingle\": {\"size\": 5}", "\"fold\": \"accents\"")) {
      Exception e =
          expectThrows(Exception.class, () -> parse(FIELD + ", " + option + ", " + INNER));
      String name = option.substring(1, option.indexOf('"', 1));
      assertEquals(
          "[near_duplicate_collapse] [" + name + "] needs [min_new]",
          ExceptionsHelper.unwrapCause(e).getMessage());
    }
  }
}
