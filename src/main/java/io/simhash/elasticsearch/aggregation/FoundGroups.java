package io.simhash.elasticsearch.aggregation;

import io.simhash.core.cluster.NearGroups;
import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The groups among the documents that were compared.
 *
 * @param compared the number of documents that were compared
 * @param others the number of matching documents with a fingerprint that were not compared, because
 *     of {@code max_documents}
 * @param groups the number of all groups of at least {@code min_doc_count} documents
 * @param buckets the largest of them, at most {@code size}
 */
record FoundGroups(long compared, long others, long groups, List<Group> buckets)
    implements Writeable {

  /**
   * Compares documents.
   *
   * @param check called often; an exception that it throws ends the work
   */
  static FoundGroups of(
      List<GroupDocument> documents, long others, GroupOptions options, Runnable check) {
    List<GroupDocument> sorted = documents.stream().sorted(GroupDocument.ORDER).toList();
    List<Group> groups =
        NearGroups.of(
                sorted.stream().map(GroupDocument::value).toList(),
                options.decision().rule(),
                check)
            .stream()
            .filter(group -> group.size() >= options.minDocCount())
            .map(group -> group(sorted, group, options.members()))
            .sorted(Group.ORDER)
            .toList();
    List<Group> largest = groups.stream().limit(options.size()).toList();
    return new FoundGroups(sorted.size(), others, groups.size(), largest);
  }

  private static Group group(List<GroupDocument> documents, List<Integer> group, int members) {
    return new Group(
        Group.Member.of(documents.get(group.getFirst())),
        group.size(),
        group.stream().limit(members).map(i -> Group.Member.of(documents.get(i))).toList());
  }

  FoundGroups with(List<Group> otherBuckets) {
    return new FoundGroups(compared, others, groups, otherBuckets);
  }

  static FoundGroups read(StreamInput in) throws IOException {
    return new FoundGroups(
        in.readVLong(), in.readVLong(), in.readVLong(), in.readCollectionAsList(Group::new));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeVLong(compared);
    out.writeVLong(others);
    out.writeVLong(groups);
    out.writeCollection(buckets);
  }

  /** Writes the result into an object that is open. */
  XContentBuilder toXContent(XContentBuilder builder) throws IOException {
    builder.field("documents", compared);
    builder.field("other_documents", others);
    builder.field("groups", groups);
    builder.startArray("buckets");
    for (Group group : buckets) {
      group.toXContent(builder);
    }
    return builder.endArray();
  }
}
