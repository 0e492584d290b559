package io.simhash.elasticsearch.aggregation;

import io.simhash.core.near.NearGroups;
import io.simhash.core.near.NearSample;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.option.DocumentName;
import io.simhash.elasticsearch.option.StoredValue;
import io.simhash.elasticsearch.option.WireFormat;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.search.aggregations.AggregationReduceContext;
import org.elasticsearch.search.aggregations.AggregatorReducer;
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.search.aggregations.InternalAggregations;
import org.elasticsearch.search.aggregations.InternalMultiBucketAggregation;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.xcontent.XContentBuilder;

/** The result of {@code near_duplicates}: of shards the documents to compare; then the groups. */
final class InternalNearDuplicates
    extends InternalMultiBucketAggregation<InternalNearDuplicates, Group> {

  /** The maximum number of documents that are compared, of all shards together. */
  static final int MAX_COMPARED = 15_000;

  private static final int FORMAT = 1;

  /**
   * A document to compare.
   *
   * @param name its index, after the name of its cluster if it is remote, and its id
   * @param same its values that must be equal, as {@code SameReader} gives them
   */
  record Compared(DocumentName name, NearValue value, BytesRef same) implements Writeable {

    /** An order that does not depend on which shard answers first. */
    static final Comparator<Compared> ORDER =
        Comparator.comparing(Compared::name, DocumentName.ORDER)
            // Documents of two shards can have the same id, by routing.
            .thenComparing(Compared::value);

    static Compared read(StreamInput in) throws IOException {
      return new Compared(new DocumentName(in), StoredValue.read(in), in.readBytesRef());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      name.writeTo(out);
      StoredValue.write(out, value);
      out.writeBytesRef(same);
    }
  }

  /**
   * The part of the result that the response shows.
   *
   * @param compared the number of documents that were compared
   * @param others the number of matching documents with a value that were not compared
   * @param groups the number of all groups of at least {@code min_doc_count} documents
   * @param buckets the largest of them, at most {@code size}
   */
  record FoundGroups(long compared, long others, long groups, List<Group> buckets) {

    static final FoundGroups NONE = new FoundGroups(0, 0, 0, List.of());

    private FoundGroups(StreamInput in) throws IOException {
      this(in.readVLong(), in.readVLong(), in.readVLong(), in.readCollectionAsList(Group::new));
    }

    private void writeTo(StreamOutput out) throws IOException {
      out.writeVLong(compared);
      out.writeVLong(others);
      out.writeVLong(groups);
      out.writeCollection(buckets);
    }
  }

  private final GroupOptions options;
  private final List<Compared> documents;
  private final long limit;
  private final long others;
  private final FoundGroups found;

  /**
   * @param documents the documents of one or several shards; empty in the result of a whole search
   * @param limit the {@link NearSample#limit} of the sample that they are
   * @param others the number of documents that are not in the sample
   * @param found the groups of a whole search; otherwise {@link FoundGroups#NONE}
   */
  InternalNearDuplicates(
      String name,
      GroupOptions options,
      List<Compared> documents,
      long limit,
      long others,
      FoundGroups found,
      Map<String, Object> metadata) {
    super(name, metadata);
    this.options = options;
    this.documents = documents;
    this.limit = limit;
    this.others = others;
    this.found = found;
  }

  InternalNearDuplicates(StreamInput in) throws IOException {
    super(in);
    WireFormat.read(in, "a result of near_duplicates", FORMAT);
    this.options = GroupOptions.read(in);
    this.documents = in.readCollectionAsList(Compared::read);
    this.limit = in.readVLong();
    this.others = in.readVLong();
    this.found = new FoundGroups(in);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeVInt(FORMAT);
    options.writeTo(out);
    out.writeCollection(documents);
    out.writeVLong(limit);
    out.writeVLong(others);
    found.writeTo(out);
  }

  @Override
  public String getWriteableName() {
    return GroupOptions.NAME;
  }

  FoundGroups found() {
    return found;
  }

  @Override
  public InternalNearDuplicates create(List<Group> buckets) {
    FoundGroups shown = new FoundGroups(found.compared, found.others, found.groups, buckets);
    return new InternalNearDuplicates(name, options, documents, limit, others, shown, metadata);
  }

  /** Groups have no sub-aggregations. */
  @Override
  public Group createBucket(InternalAggregations aggregations, Group prototype) {
    return prototype;
  }

  @Override
  public List<Group> getBuckets() {
    return found.buckets();
  }

  @Override
  protected AggregatorReducer getLeaderReducer(AggregationReduceContext context, int size) {
    NearSample<Compared> sample = new NearSample<>(MAX_COMPARED, Compared.ORDER);
    return new AggregatorReducer() {

      @Override
      public void accept(InternalAggregation aggregation) {
        InternalNearDuplicates part = (InternalNearDuplicates) aggregation;
        sample.merge(part.limit, part.others);
        part.documents.forEach(document -> sample.add(document.value(), document));
      }

      @Override
      public InternalAggregation get() {
        List<Compared> gathered = sample.elements();
        long left = sample.others();
        if (context.isFinalReduce() == false) {
          return new InternalNearDuplicates(
              name, options, gathered, sample.limit(), left, FoundGroups.NONE, metadata);
        }
        FoundGroups groups = compared(gathered, left, context);
        context.consumeBucketsAndMaybeBreak(groups.buckets().size());
        return new InternalNearDuplicates(name, options, List.of(), 0, 0, groups, metadata);
      }
    };
  }

  /** Compares the documents of the whole search. */
  private FoundGroups compared(
      List<Compared> gathered, long notGathered, AggregationReduceContext context) {
    Runnable check =
        () -> {
          if (context.isCanceled().get()) {
            throw new TaskCancelledException("cancelled while near-duplicates were compared");
          }
        };
    NearGroups near =
        NearGroups.of(
            gathered.stream().map(Compared::value).toList(),
            gathered.stream().map(Compared::same).toList(),
            options.near().rule(gathered.stream().map(Compared::value)),
            NearGroups.MAX_PAIRS,
            check);
    List<Group> groups =
        near.groups().stream()
            .filter(group -> group.size() >= options.minDocCount())
            .map(group -> Group.of(group.stream().map(i -> gathered.get(i).name()), options))
            .sorted(Group.ORDER)
            .toList();
    long left = notGathered + gathered.size() - near.compared();
    if (left > 0) {
      HeaderWarning.addWarning(
          "[near_duplicates] [{}] compared [{}] of [{}] documents: groups may be missing or too"
              + " small. Match fewer documents, or raise [max_documents] if it is below [{}]",
          name,
          near.compared(),
          near.compared() + left,
          GroupOptions.MAX_DOCUMENTS);
    }
    List<Group> largest = groups.stream().limit(options.size()).toList();
    return new FoundGroups(near.compared(), left, groups.size(), largest);
  }

  @Override
  public XContentBuilder doXContentBody(XContentBuilder builder, Params params) throws IOException {
    builder.field("documents", found.compared);
    builder.field("other_documents", found.others);
    builder.field("groups", found.groups);
    return builder.field("buckets", found.buckets);
  }

  @Override
  public boolean equals(Object other) {
    if (super.equals(other) == false) {
      return false;
    }
    InternalNearDuplicates that = (InternalNearDuplicates) other;
    return options.equals(that.options)
        && documents.equals(that.documents)
        && limit == that.limit
        && others == that.others
        && found.equals(that.found);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), options, documents, limit, others, found);
  }
}
