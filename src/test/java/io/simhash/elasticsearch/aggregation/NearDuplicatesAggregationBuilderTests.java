package io.simhash.elasticsearch.aggregation;

import io.simhash.elasticsearch.SimHashPlugin;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.SameFields;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.aggregations.AggregatorFactories;
import org.elasticsearch.search.aggregations.BaseAggregationTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;

/** How the aggregation is read, written and sent. */
public class NearDuplicatesAggregationBuilderTests
    extends BaseAggregationTestCase<NearDuplicatesAggregationBuilder> {

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(SimHashPlugin.class);
  }

  static GroupOptions randomOptions() {
    return new GroupOptions(
        new NearOptions(
            randomAlphaOfLength(5),
            randomBoolean() ? null : randomIntBetween(0, 64),
            randomBoolean() ? null : randomDoubleBetween(0, 1, true),
            randomBoolean()),
        randomBoolean() ? SameFields.NONE : new SameFields(List.of("tenant", "lang")),
        randomIntBetween(1, 10_000),
        randomIntBetween(1, 10_000),
        randomIntBetween(2, 10_000),
        randomIntBetween(0, 1_000));
  }

  @Override
  protected NearDuplicatesAggregationBuilder createTestAggregatorBuilder() {
    return new NearDuplicatesAggregationBuilder(randomAlphaOfLength(5), randomOptions());
  }

  private NearDuplicatesAggregationBuilder parsed(String options) throws IOException {
    String json = "{\"groups\": {\"near_duplicates\": {" + options + "}}}";
    try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
      return (NearDuplicatesAggregationBuilder) parse(parser);
    }
  }

  public void testDefaults() throws IOException {
    assertEquals(
        new NearDuplicatesAggregationBuilder(
            "groups",
            new GroupOptions(
                new NearOptions("fp", null, null, false), SameFields.NONE, 10_000, 10, 2, 10)),
        parsed("\"field\": \"fp\""));
  }

  public void testSubAggregationsAreRefused() {
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class,
            () ->
                new NearDuplicatesAggregationBuilder("groups", randomOptions())
                    .subAggregations(AggregatorFactories.builder()));
    assertEquals(
        "[near_duplicates] [groups] cannot have sub-aggregations: the groups are known only after"
            + " the shards have answered",
        e.getMessage());
  }
}
