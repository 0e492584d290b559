package io.simhash.elasticsearch.aggregation;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.elasticsearch.near.NearDecision;
import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The options of the aggregation {@code near_duplicates}.
 *
 * @param decision which documents are near-duplicates
 * @param maxDocuments how many matching documents of a shard are compared, 1 to 10,000
 * @param size how many groups are returned, the largest first, 1 to 10,000
 * @param minDocCount the least number of documents of a group, at least 2
 * @param members how many documents of a group are listed, 0 to 1,000
 */
record GroupOptions(NearDecision decision, int maxDocuments, int size, int minDocCount, int members)
    implements Writeable {

  /** Five shards need some 10 ms to compare as many, and send some 500 KB each. */
  static final int DEFAULT_MAX_DOCUMENTS = 1_000;

  private static final int DEFAULT_SIZE = 10;
  private static final int DEFAULT_MIN_DOC_COUNT = 2;
  private static final int DEFAULT_MEMBERS = 10;
  private static final int MAX = 10_000;
  private static final int MAX_MEMBERS = 1_000;

  GroupOptions {
    Ranges.require("max_documents", maxDocuments, 1, MAX);
    Ranges.require("size", size, 1, MAX);
    Ranges.require("min_doc_count", minDocCount, 2, Integer.MAX_VALUE);
    Ranges.require("members", members, 0, MAX_MEMBERS);
  }

  /** Takes the options out of what users typed. */
  static GroupOptions from(OptionMap options) {
    return new GroupOptions(
        NearDecision.from(options),
        options.integer("max_documents", DEFAULT_MAX_DOCUMENTS),
        options.integer("size", DEFAULT_SIZE),
        options.integer("min_doc_count", DEFAULT_MIN_DOC_COUNT),
        options.integer("members", DEFAULT_MEMBERS));
  }

  static GroupOptions read(StreamInput in) throws IOException {
    return new GroupOptions(
        new NearDecision(in), in.readVInt(), in.readVInt(), in.readVInt(), in.readVInt());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    decision.writeTo(out);
    out.writeVInt(maxDocuments);
    out.writeVInt(size);
    out.writeVInt(minDocCount);
    out.writeVInt(members);
  }

  /** Writes the options into an object that is open. */
  void toXContent(XContentBuilder builder) throws IOException {
    decision.toXContent(builder);
    builder.field("max_documents", maxDocuments);
    builder.field("size", size);
    builder.field("min_doc_count", minDocCount);
    builder.field("members", members);
  }
}
