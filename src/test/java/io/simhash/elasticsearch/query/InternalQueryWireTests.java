package io.simhash.elasticsearch.query;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.option.NearOptions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.plugins.SearchPlugin.QuerySpec;
import org.elasticsearch.test.ESTestCase;

/** Every part of an internal query is the same on another node. */
public class InternalQueryWireTests extends ESTestCase {

  /** Each part of the rule and of the options differs from its default once. */
  public void testNearAny() throws IOException {
    NearOptions options = new NearOptions("near", 3, .7, true);
    List<NearValue> values = List.of(new NearValue(7, Optional.empty()));
    for (NearRule rule :
        List.of(
            NearRule.of(null, null, true),
            new NearRule.Similar(.7, 0, 3),
            new NearRule.Similar(.3, 5, 64),
            new NearRule.Radius(9))) {
      assertRoundTrip(new InternalQuery.NearAny(options, rule, values));
    }
    assertRoundTrip(
        new InternalQuery.NearAny(
            new NearOptions("s", null, null, false), new NearRule.Radius(12), values));
  }

  public void testPassage() throws IOException {
    assertRoundTrip(new InternalQuery.Passage("passages", 70, "a passage"));
  }

  private static void assertRoundTrip(InternalQuery query) throws IOException {
    Writeable.Reader<? extends QueryBuilder> reader =
        NearQueryBuilder.specs(() -> null, new NearRequests()).stream()
            .collect(
                Collectors.toMap(spec -> spec.getName().getPreferredName(), QuerySpec::getReader))
            .get(query.name());
    BytesStreamOutput out = new BytesStreamOutput();
    new NearQueryBuilder(query).writeTo(out);
    assertEquals(new NearQueryBuilder(query), reader.read(out.bytes().streamInput()));
  }
}
