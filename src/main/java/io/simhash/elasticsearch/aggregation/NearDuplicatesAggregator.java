package io.simhash.elasticsearch.aggregation;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.near.NearSample;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.aggregation.InternalNearDuplicates.Compared;
import io.simhash.elasticsearch.aggregation.InternalNearDuplicates.FoundGroups;
import io.simhash.elasticsearch.option.DocumentName;
import io.simhash.elasticsearch.option.SameReader;
import io.simhash.lucene.search.SegmentValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.CheckedIntFunction;
import org.elasticsearch.common.util.LongArray;
import org.elasticsearch.index.fieldvisitor.LeafStoredFieldLoader;
import org.elasticsearch.index.fieldvisitor.StoredFieldLoader;
import org.elasticsearch.index.mapper.IdFieldMapper;
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

/** Reads the values of the matching documents of one shard, keeps a sample, and reads their ids. */
final class NearDuplicatesAggregator extends AggregatorBase {

  /** A fingerprint, a signature of 1,024 components, an id, and the objects that hold them. */
  private static final long BYTES = 700;

  /** The breaker looks at the memory of the node, which takes longer than a document. */
  private static final int ACCOUNTED_AT_A_TIME = 100;

  /** If more than 1 in 16 documents is read, a block of stored fields is likely to hold several. */
  private static final int DENSE = 16;

  /** A document of the shard: the base of a segment and the document's number in it. */
  private record Match(LeafReaderContext segment, int doc, NearValue value) {

    static final Comparator<Match> ORDER =
        Comparator.comparingInt((Match found) -> found.segment.ord).thenComparingInt(Match::doc);
  }

  private final GroupOptions options;
  private final Optional<String> field;
  private final SameReader same;
  private final SubSearchContext search;
  private final NearSample<Match> sample;
  private int accounted;

  /**
   * @param field empty if it is not mapped
   */
  NearDuplicatesAggregator(
      String name,
      AggregationContext context,
      Aggregator parent,
      GroupOptions options,
      Optional<String> field,
      SameReader same,
      Map<String, Object> metadata)
      throws IOException {
    super(name, AggregatorFactories.EMPTY, context, parent, CardinalityUpperBound.NONE, metadata);
    this.options = options;
    this.field = field;
    this.same = same;
    this.search = context.subSearchContext();
    this.sample = new NearSample<>(options.maxDocuments(), Match.ORDER);
  }

  @Override
  protected LeafBucketCollector getLeafCollector(
      AggregationExecutionContext execution, LeafBucketCollector sub) throws IOException {
    if (field.isEmpty()) {
      return LeafBucketCollector.NO_OP_COLLECTOR;
    }
    LeafReaderContext segment = execution.getLeafReaderContext();
    SegmentValues values = new SegmentValues(segment.reader(), field.get());
    return new LeafBucketCollectorBase(sub, values) {
      @Override
      public void collect(int doc, long bucket) throws IOException {
        if (bucket > 0) {
          throw severalBuckets(name);
        }
        Optional<NearValue> value = values.of(doc);
        if (value.isPresent()) {
          sample.add(value.get(), new Match(segment, doc, value.get()));
          if (sample.size() > accounted) {
            accounted += ACCOUNTED_AT_A_TIME;
            addRequestCircuitBreakerBytes(BYTES * ACCOUNTED_AT_A_TIME);
          }
        }
      }
    };
  }

  static IllegalArgumentException severalBuckets(String name) {
    return invalid(
        "[%s] [%s] cannot be inside an aggregation with several buckets: the documents of each would"
            + " be compared",
        GroupOptions.NAME, name);
  }

  @Override
  public InternalAggregation[] buildAggregations(LongArray owningBuckets) throws IOException {
    return buildAggregations(
        (int) owningBuckets.size(), i -> result(documents(), sample.limit(), sample.others()));
  }

  private InternalAggregation result(List<Compared> documents, long limit, long others) {
    return new InternalNearDuplicates(
        name, options, documents, limit, others, FoundGroups.NONE, metadata());
  }

  private List<Compared> documents() throws IOException {
    SearchShardTarget shard = search.shardTarget();
    String index =
        RemoteClusterAware.buildRemoteIndexName(shard.getClusterAlias(), shard.getIndex());
    IdLoader ids = search.newIdLoader();
    Map<LeafReaderContext, List<Match>> bySegment = new LinkedHashMap<>();
    for (Match found : sample.elements().stream().sorted(Match.ORDER).toList()) {
      bySegment.computeIfAbsent(found.segment, each -> new ArrayList<>()).add(found);
    }
    List<Compared> documents = new ArrayList<>();
    for (LeafReaderContext segment : bySegment.keySet()) {
      List<Match> ofSegment = bySegment.get(segment);
      int[] docs = ofSegment.stream().mapToInt(Match::doc).toArray();
      // A sequential reader decompresses a block once, not for each of its documents.
      StoredFieldLoader fields =
          StoredFieldLoader.create(
              false, Set.of(IdFieldMapper.NAME), docs.length > segment.reader().maxDoc() / DENSE);
      LeafStoredFieldLoader stored = fields.getLoader(segment, docs);
      IdLoader.Leaf leaf = ids.leaf(stored, segment.reader(), docs);
      CheckedIntFunction<BytesRef, IOException> sameOf = same.open(segment);
      for (Match found : ofSegment) {
        stored.advanceTo(found.doc());
        DocumentName name = new DocumentName(index, leaf.getId(found.doc()));
        BytesRef ofFound = BytesRef.deepCopyOf(sameOf.apply(found.doc()));
        if (ofFound.length > 0) {
          addRequestCircuitBreakerBytes(ofFound.length);
        }
        documents.add(new Compared(name, found.value(), ofFound));
      }
    }
    return documents;
  }

  @Override
  public InternalAggregation buildEmptyAggregation() {
    return result(List.of(), NearSample.NO_LIMIT, 0);
  }
}
