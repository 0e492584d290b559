package io.simhash.elasticsearch.aggregation;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.SameFields;
import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The options of the aggregation {@code near_duplicates}.
 *
 * @param maxDocuments how many matching documents of a shard are compared, 1 to 10,000
 * @param size how many groups are returned, the largest first, 1 to 10,000
 * @param minDocCount the least number of documents of a group, at least 2
 * @param members how many documents of a group are listed, 0 to 1,000
 */
record GroupOptions(
    NearOptions near, SameFields same, int maxDocuments, int size, int minDocCount, int members)
    implements Writeable {

  /** The type of the aggregation. */
  static final String NAME = "near_duplicates";

  /** The maximum, and the default, of {@code max_documents}: a shard sends some 4.5 MB. */
  static final int MAX_DOCUMENTS = 10_000;

  GroupOptions {
    near.requireOneField();
    Ranges.require("max_documents", maxDocuments, 1, MAX_DOCUMENTS);
    Ranges.require("size", size, 1, 10_000);
    Ranges.require("min_doc_count", minDocCount, 2, Integer.MAX_VALUE);
    Ranges.require("members", members, 0, 1_000);
  }

  /** Takes the options of a request. */
  static GroupOptions from(OptionMap options) {
    return new GroupOptions(
        NearOptions.from(options),
        SameFields.from(options),
        options.integer("max_documents", MAX_DOCUMENTS),
        options.integer("size", 10),
        options.integer("min_doc_count", 2),
        options.integer("members", 10));
  }

  static GroupOptions read(StreamInput in) throws IOException {
    return new GroupOptions(
        new NearOptions(in),
        new SameFields(in),
        in.readVInt(),
        in.readVInt(),
        in.readVInt(),
        in.readVInt());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    near.writeTo(out);
    same.writeTo(out);
    out.writeVInt(maxDocuments);
    out.writeVInt(size);
    out.writeVInt(minDocCount);
    out.writeVInt(members);
  }

  /** Writes the options into an object that is open. */
  void toXContent(XContentBuilder builder) throws IOException {
    near.toXContent(builder);
    same.toXContent(builder);
    builder.field("max_documents", maxDocuments);
    builder.field("size", size);
    builder.field("min_doc_count", minDocCount);
    builder.field("members", members);
  }
}
