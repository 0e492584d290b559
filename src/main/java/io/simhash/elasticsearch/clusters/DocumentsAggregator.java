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
  private final ShardAnswer answer;
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
    this.answer = answer(context, texts(context));
  }

  private ShardAnswer answer(AggregationContext context, ConfirmTexts texts) {
    return switch (question.kind()) {
      case FINGERPRINTS -> new FingerprintsAnswer(question, field, this::account);
      case DOCUMENTS -> new DocumentsAnswer(this::account);
      case BANDS -> new BandsAnswer(question, field, this::account);
      case SIGNATURES -> new SignaturesAnswer(question, field, this::account);
      case MEMBERS ->
          new MembersAnswer(
              question,
              canonical(context),
              context.getIndexSettings().getIndex().getName(),
              () -> context.subSearchContext().newIdLoader(),
              this::account);
      case SHINGLES -> new ShinglesAnswer(question, texts, this::account);
    };
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
    return field == null ? LeafBucketCollector.NO_OP_COLLECTOR : answer.read(leaf, shard);
  }

  @Override
  public InternalAggregation buildAggregation(long owningBucketOrd) {
    List<ShardValues> values = new ArrayList<>();
    // A shard without a segment has no document.
    if (shard != null && field != null) {
      values.add(answer.values(shard));
    }
    return new InternalDocuments(metadata(), field != null, values);
  }

  @Override
  public InternalAggregation buildEmptyAggregation() {
    return new InternalDocuments(metadata(), field != null, List.of());
  }
}
