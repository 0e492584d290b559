package io.simhash.elasticsearch.aggregation;

import io.simhash.elasticsearch.option.DocumentName;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.aggregations.InternalAggregations;
import org.elasticsearch.search.aggregations.InternalMultiBucketAggregation.InternalBucketWritable;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/** A group of near-duplicates: a bucket whose key is the id of its first document. */
final class Group extends InternalBucketWritable implements ToXContentObject {

  /** The largest group first, of equally large ones the one with the least index and id. */
  static final Comparator<Group> ORDER =
      Comparator.comparingLong(Group::getDocCount)
          .reversed()
          .thenComparing(group -> group.first, DocumentName.ORDER);

  private final DocumentName first;
  private final long count;
  private final List<DocumentName> members;

  /**
   * @param first its representative
   * @param members those that are listed
   */
  Group(DocumentName first, long count, List<DocumentName> members) {
    this.first = first;
    this.count = count;
    this.members = List.copyOf(members);
  }

  /** The group of some documents. */
  static Group of(Stream<DocumentName> documents, GroupOptions options) {
    List<DocumentName> all = documents.sorted(DocumentName.ORDER).toList();
    return new Group(
        all.getFirst(), all.size(), all.subList(0, Math.min(options.members(), all.size())));
  }

  Group(StreamInput in) throws IOException {
    this(new DocumentName(in), in.readVLong(), in.readCollectionAsList(DocumentName::new));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    first.writeTo(out);
    out.writeVLong(count);
    out.writeCollection(members);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder
        .startObject()
        .field("key", first.id())
        .field("index", first.index())
        .field("doc_count", count)
        .field("members", members)
        .endObject();
  }

  List<DocumentName> members() {
    return members;
  }

  @Override
  public String getKey() {
    return first.id();
  }

  @Override
  public String getKeyAsString() {
    return first.id();
  }

  @Override
  public long getDocCount() {
    return count;
  }

  @Override
  public InternalAggregations getAggregations() {
    return InternalAggregations.EMPTY;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Group that
        && first.equals(that.first)
        && count == that.count
        && members.equals(that.members);
  }

  @Override
  public int hashCode() {
    return first.hashCode();
  }
}
