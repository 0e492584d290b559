package io.simhash.elasticsearch.aggregation;

import io.simhash.elasticsearch.format.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.aggregations.AggregationReduceContext;
import org.elasticsearch.search.aggregations.AggregatorReducer;
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.search.aggregations.InternalAggregations;
import org.elasticsearch.search.aggregations.InternalMultiBucketAggregation;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The result of {@code near_duplicates}: of a shard, or of some, the documents to compare; of the
 * whole search the groups.
 */
final class InternalNearDuplicates
    extends InternalMultiBucketAggregation<InternalNearDuplicates, Group> {

  /**
   * The most documents that are compared, of all shards together: 1.25 billion pairs, which take
   * some seconds: the first by index and id. Those beyond it are counted as the others.
   */
  static final int MAX_COMPARED = 50_000;

  private static final int FORMAT = 1;

  private final GroupOptions options;
  private final List<GroupDocument> documents;
  private final FoundGroups found;

  private InternalNearDuplicates(
      String name,
      GroupOptions options,
      List<GroupDocument> documents,
      FoundGroups found,
      Map<String, Object> metadata) {
    super(name, metadata);
    this.options = options;
    this.documents = documents;
    this.found = found;
  }

  /** The documents of a shard, and the number of those that are not compared. */
  static InternalNearDuplicates ofShard(
      String name,
      GroupOptions options,
      List<GroupDocument> documents,
      long others,
      Map<String, Object> metadata) {
    FoundGroups none = new FoundGroups(documents.size(), others, 0, List.of());
    return new InternalNearDuplicates(name, options, documents, none, metadata);
  }

  InternalNearDuplicates(StreamInput in) throws IOException {
    super(in);
    WireFormat.read(in, "a result of near_duplicates", FORMAT);
    this.options = GroupOptions.read(in);
    this.documents = in.readCollectionAsList(GroupDocument::read);
    this.found = FoundGroups.read(in);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeVInt(FORMAT);
    options.writeTo(out);
    out.writeCollection(documents);
    found.writeTo(out);
  }

  @Override
  public String getWriteableName() {
    return NearDuplicatesAggregationBuilder.NAME;
  }

  FoundGroups found() {
    return found;
  }

  @Override
  public InternalNearDuplicates create(List<Group> buckets) {
    return new InternalNearDuplicates(name, options, documents, found.with(buckets), metadata);
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
    return new AggregatorReducer() {

      private final List<GroupDocument> gathered = new ArrayList<>();
      private long others;

      @Override
      public void accept(InternalAggregation aggregation) {
        InternalNearDuplicates part = (InternalNearDuplicates) aggregation;
        gathered.addAll(part.documents);
        others += part.found.others();
        keepFirst();
      }

      /**
       * Keeps the first documents in an order of their own: the same ones whichever shards answer
       * first, and however many results are reduced at a time.
       */
      private void keepFirst() {
        if (gathered.size() > MAX_COMPARED) {
          gathered.sort(GroupDocument.ORDER);
          List<GroupDocument> left = gathered.subList(MAX_COMPARED, gathered.size());
          others += left.size();
          left.clear();
        }
      }

      @Override
      public InternalAggregation get() {
        if (context.isFinalReduce() == false) {
          return ofShard(name, options, gathered, others, metadata);
        }
        Runnable check =
            () -> {
              if (context.isCanceled().get()) {
                throw new TaskCancelledException("cancelled while near-duplicates were compared");
              }
            };
        FoundGroups groups = FoundGroups.of(gathered, others, options, check);
        context.consumeBucketsAndMaybeBreak(groups.buckets().size());
        return new InternalNearDuplicates(name, options, List.of(), groups, metadata);
      }
    };
  }

  @Override
  public XContentBuilder doXContentBody(XContentBuilder builder, Params params) throws IOException {
    return found.toXContent(builder);
  }

  @Override
  public boolean equals(Object other) {
    if (super.equals(other) == false) {
      return false;
    }
    InternalNearDuplicates that = (InternalNearDuplicates) other;
    return options.equals(that.options)
        && documents.equals(that.documents)
        && found.equals(that.found);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), options, documents, found);
  }
}
