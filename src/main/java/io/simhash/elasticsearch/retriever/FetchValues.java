package io.simhash.elasticsearch.retriever;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.format.WireFormat;
import io.simhash.elasticsearch.near.NearDecision;
import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.plugins.SearchPlugin.SearchExtSpec;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;

/**
 * Asks the shards for the value of the collapsing field of each hit. Internal: not accepted from
 * users.
 */
final class FetchValues extends SearchExtBuilder {

  static final String NAME = "_near_duplicate_value";

  private static final int FORMAT = 1;

  private final NearDecision decision;

  FetchValues(NearDecision decision) {
    this.decision = decision;
  }

  private FetchValues(StreamInput in) throws IOException {
    WireFormat.read(in, "a near_duplicate_collapse", FORMAT);
    this.decision = new NearDecision(in);
  }

  static SearchExtSpec<FetchValues> spec() {
    return new SearchExtSpec<>(NAME, FetchValues::new, FetchValues::refuse);
  }

  private static FetchValues refuse(XContentParser parser) {
    throw invalid("[%s] is internal: use the retriever [%s]", NAME, NearDuplicateCollapse.NAME);
  }

  NearDecision decision() {
    return decision;
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeVInt(FORMAT);
    decision.writeTo(out);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME);
    decision.toXContent(builder);
    return builder.endObject();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FetchValues that && decision.equals(that.decision);
  }

  @Override
  public int hashCode() {
    return Objects.hash(NAME, decision);
  }
}
