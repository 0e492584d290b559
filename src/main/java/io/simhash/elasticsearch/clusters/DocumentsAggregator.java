package io.simhash.elasticsearch.clusters;

import io.simhash.elasticsearch.query.ConfirmTexts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.index.shard.ShardUtils;
import org.elasticsearch.search.aggregations.AggregationExecutionContext;
import org.elasticsearch.search.aggregations.Aggregator;
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.search.aggregations.LeafBucketCollector;
import org.elasticsearch.search.aggregations.metrics.MetricsAggregator;
import org.elasticsearch.search.aggregations.support.AggregationContext;

/** Answers a {@link ShardQuestion} on one shard. */
final class DocumentsAggregator extends MetricsAggregator {

  /** Memory is accounted in steps of so many bytes. */
  private static final long BYTES_PER_STEP = 1 << 20;

  private final ShardQuestion question;
  private final String field;
  private final DocumentsCollector collector;
  private final ConfirmTexts texts;
  private ShardId shard;
  private long accounted;

  /**
   * @param field the name of the {@code simhash} field; {@code null} if the index does not map it
   */
  DocumentsAggregator(
      AggregationContext context,
      Aggregator parent,
      Map<String, Object> metadata,
      ShardQuestion question,
      String field)
      throws IOException {
    super(DocumentsAggregationBuilder.NAME, context, parent, metadata);
    this.question = question;
    this.field = field;
    this.collector =
        new DocumentsCollector(
            question,
            field,
            canonical(context),
            context.getIndexSettings().getIndex().getName(),
            () -> context.subSearchContext().newIdLoader(),
            this::account);
    this.texts = texts(context);
  }

  /** Refuses a field that cannot be used, whatever is asked for. */
  private ConfirmTexts texts(AggregationContext context) {
    Confirm confirm = question.fields().confirm();
    return confirm == null || field == null
        ? null
        : ConfirmTexts.of(
            context.subSearchContext().getSearchExecutionContext(),
            confirm.field(),
            confirm.shingling());
  }

  /** The field itself where an alias of it is named. */
  private String canonical(AggregationContext context) {
    String named = question.fields().canonical();
    return named == null || field == null ? null : context.getFieldType(named).name();
  }

  /** Accounts the bytes that the answer takes so far. */
  private void account(long bytes) {
    if (bytes - accounted >= BYTES_PER_STEP) {
      addRequestCircuitBreakerBytes(bytes - accounted);
      accounted = bytes;
    }
  }

  @Override
  protected LeafBucketCollector getLeafCollector(
      AggregationExecutionContext execution, LeafBucketCollector sub) throws IOException {
    LeafReaderContext leaf = execution.getLeafReaderContext();
    shard = ShardUtils.extractShardId(leaf.reader());
    if (field == null) {
      return LeafBucketCollector.NO_OP_COLLECTOR;
    }
    switch (question.kind()) {
      case FINGERPRINTS -> {
        return collector.fingerprints(leaf);
      }
      case DOCUMENTS -> {
        return collector.documents(leaf);
      }
      case BANDS -> {
        return collector.bands(leaf);
      }
      case SIGNATURES -> collector.signatures(leaf, docs());
      case MEMBERS -> collector.members(leaf, docs());
      case SHINGLES -> collector.shingles(leaf, docs(), texts);
    }
    return LeafBucketCollector.NO_OP_COLLECTOR;
  }

  private int[] docs() {
    return question.docs().getOrDefault(shard, new int[0]);
  }

  @Override
  public InternalAggregation buildAggregation(long owningBucketOrd) {
    List<ShardValues> values = new ArrayList<>();
    // A shard without a segment has no document.
    if (shard != null && field != null) {
      values.add(collector.values(shard));
    }
    return new InternalDocuments(metadata(), field != null, values);
  }

  @Override
  public InternalAggregation buildEmptyAggregation() {
    return new InternalDocuments(metadata(), field != null, List.of());
  }
}
