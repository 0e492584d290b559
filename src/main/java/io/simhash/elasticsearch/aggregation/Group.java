package io.simhash.elasticsearch.aggregation;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.aggregations.InternalAggregations;
import org.elasticsearch.search.aggregations.InternalMultiBucketAggregation.InternalBucketWritable;
import org.elasticsearch.xcontent.XContentBuilder;

/** A group of near-duplicates: a bucket whose key is the id of its first document. */
final class Group extends InternalBucketWritable {

  /** A document of a group. */
  record Member(String index, String id) {

    static Member of(GroupDocument document) {
      return new Member(document.index(), document.id());
    }
  }

  /** The largest group first, of equal ones that with the least index and id. */
  static final Comparator<Group> ORDER =
      Comparator.comparingLong(Group::getDocCount)
          .reversed()
          .thenComparing(group -> group.first.index())
          .thenComparing(group -> group.first.id());

  private final Member first;
  private final long count;
  private final List<Member> members;

  /**
   * @param first its representative
   * @param members those that are listed
   */
  Group(Member first, long count, List<Member> members) {
    this.first = first;
    this.count = count;
    this.members = List.copyOf(members);
  }

  Group(StreamInput in) throws IOException {
    this(read(in), in.readVLong(), in.readCollectionAsList(Group::read));
  }

  private static Member read(StreamInput in) throws IOException {
    return new Member(in.readString(), in.readString());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    write(out, first);
    out.writeVLong(count);
    out.writeCollection(members, Group::write);
  }

  private static void write(StreamOutput out, Member member) throws IOException {
    out.writeString(member.index());
    out.writeString(member.id());
  }

  void toXContent(XContentBuilder builder) throws IOException {
    builder.startObject();
    builder.field("key", first.id());
    builder.field("index", first.index());
    builder.field("doc_count", count);
    builder.startArray("members");
    for (Member member : members) {
      builder.startObject();
      builder.field("_index", member.index());
      builder.field("_id", member.id());
      builder.endObject();
    }
    builder.endArray();
    builder.endObject();
  }

  List<Member> members() {
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
