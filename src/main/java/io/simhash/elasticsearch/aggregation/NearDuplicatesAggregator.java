package io.simhash.elasticsearch.aggregation;

import io.simhash.core.near.NearValue;
import io.simhash.lucene.search.SegmentNearValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.common.util.LongArray;
import org.elasticsearch.index.fieldvisitor.LeafStoredFieldLoader;
import org.elasticsearch.index.fieldvisitor.StoredFieldLoader;
import org.elasticsearch.index.mapper.IdLoader;
import org.elasticsearch.search.SearchShardTarget;
import org.elasticsearch.search.aggregations.AggregationExecutionContext;
import org.elasticsearch.search.aggregations.Aggregator;
import org.elasticsearch.search.aggregations.AggregatorBase;
import org.elasticsearch.search.aggregations.AggregatorFactories;
import org.elasticsearch.search.aggregations.CardinalityUpperBound;
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.search.aggregations.LeafBucketCollector;
import org.elasticsearch.search.aggregations.LeafBucketCollectorBase;
import org.elasticsearch.search.aggregations.support.AggregationContext;
import org.elasticsearch.search.internal.SubSearchContext;
import org.elasticsearch.transport.RemoteClusterAware;

/** Reads the values of the first matching documents of one shard, and then their ids. */
final class NearDuplicatesAggregator extends AggregatorBase {

  /** A fingerprint, a signature of 1,024 components, an id, and the objects that hold them. */
  private static final long BYTES = 700;

  /** A document of a segment. */
  private record Found(int doc, NearValue value) {}

  /** The documents of a segment, in ascending order. */
  private record Segment(LeafReaderContext context, List<Found> found) {}

  private final GroupOptions options;
  private final Optional<String> field;
  private final SubSearchContext search;
  private final List<Segment> segments = new ArrayList<>();
  private int count;
  private long others;

  /**
   * @param field empty if it is not mapped
   */
  NearDuplicatesAggregator(
      String name,
      AggregationContext context,
      Aggregator parent,
      GroupOptions options,
      Optional<String> field,
      Map<String, Object> metadata)
      throws IOException {
    super(name, AggregatorFactories.EMPTY, context, parent, CardinalityUpperBound.NONE, metadata);
    this.options = options;
    this.field = field;
    this.search = context.subSearchContext();
  }

  @Override
  protected LeafBucketCollector getLeafCollector(
      AggregationExecutionContext execution, LeafBucketCollector sub) throws IOException {
    if (field.isEmpty()) {
      return LeafBucketCollector.NO_OP_COLLECTOR;
    }
    LeafReaderContext segment = execution.getLeafReaderContext();
    SegmentNearValues values = new SegmentNearValues(segment.reader(), field.get());
    List<Found> found = new ArrayList<>();
    segments.add(new Segment(segment, found));
    return new LeafBucketCollectorBase(sub, values) {
      @Override
      public void collect(int doc, long bucket) throws IOException {
        Optional<NearValue> value = values.of(doc);
        if (value.isEmpty()) {
          return;
        }
        if (count == options.maxDocuments()) {
          others++;
          return;
        }
        addRequestCircuitBreakerBytes(BYTES);
        found.add(new Found(doc, value.get()));
        count++;
      }
    };
  }

  @Override
  public InternalAggregation[] buildAggregations(LongArray owningBuckets) throws IOException {
    return buildAggregations((int) owningBuckets.size(), i -> result(documents(), others));
  }

  private List<GroupDocument> documents() throws IOException {
    SearchShardTarget shard = search.shardTarget();
    String index =
        RemoteClusterAware.buildRemoteIndexName(shard.getClusterAlias(), shard.getIndex());
    IdLoader ids = search.newIdLoader();
    StoredFieldLoader fields = StoredFieldLoader.create(false, Set.of());
    List<GroupDocument> documents = new ArrayList<>();
    for (Segment segment : segments) {
      int[] docs = segment.found().stream().mapToInt(Found::doc).toArray();
      if (docs.length == 0) {
        continue;
      }
      LeafStoredFieldLoader stored = fields.getLoader(segment.context(), docs);
      IdLoader.Leaf leaf = ids.leaf(stored, segment.context().reader(), docs);
      for (Found found : segment.found()) {
        stored.advanceTo(found.doc());
        documents.add(new GroupDocument(index, leaf.getId(found.doc()), found.value()));
      }
    }
    return documents;
  }

  private InternalAggregation result(List<GroupDocument> documents, long left) {
    return InternalNearDuplicates.ofShard(name, options, documents, left, metadata());
  }

  @Override
  public InternalAggregation buildEmptyAggregation() {
    return result(List.of(), 0);
  }
}
