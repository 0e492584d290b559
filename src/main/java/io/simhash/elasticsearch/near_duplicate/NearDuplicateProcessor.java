package io.simhash.elasticsearch.near_duplicate;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.compat.ProcessorFactory;
import io.simhash.elasticsearch.ingest.ProcessorOptions;
import io.simhash.elasticsearch.option.PassagesOption;
import io.simhash.elasticsearch.option.SameValues;
import io.simhash.elasticsearch.query.InternalQuery.NearAny;
import io.simhash.elasticsearch.query.InternalQuery.Same;
import io.simhash.elasticsearch.query.NearQueryBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.ingest.AbstractProcessor;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;

/**
 * The processor {@code near_duplicate}: compares a document with those that are stored and those
 * that arrived on this node shortly before, and tags, drops, refuses or routes near-duplicates.
 *
 * <p>Asynchronous: the searches run with the rights of the request that indexes the document.
 */
final class NearDuplicateProcessor extends AbstractProcessor {

  private static final Logger logger = LogManager.getLogger(NearDuplicateProcessor.class);

  /** With it, each similar document has a higher score than those that only share passages. */
  private static final float SIMILAR_BOOST = 1_000;

  static final String TYPE = "near_duplicate";

  /** Takes each document that arrives at a processor, and the rest of its pipeline. */
  @FunctionalInterface
  interface Receiver {
    void arrive(
        NearDuplicateProcessor processor,
        IngestDocument document,
        BiConsumer<IngestDocument, Exception> handler);
  }

  final NearDuplicateOptions options;
  private final Receiver receiver;
  private final Supplier<NamedXContentRegistry> queries;
  private final AtomicBoolean hasWarned = new AtomicBoolean();
  private final AtomicBoolean hasWarnedOfMapping = new AtomicBoolean();

  /** Whether a document has had a fingerprint or a signature. */
  volatile boolean hasSeenValue;

  private NearDuplicateProcessor(
      String tag,
      String description,
      NearDuplicateOptions options,
      Receiver receiver,
      Supplier<NamedXContentRegistry> queries) {
    super(tag, description);
    this.options = options;
    this.receiver = receiver;
    this.queries = queries;
  }

  /**
   * @param queries parses queries, as the filter
   */
  static ProcessorFactory factory(Receiver receiver, Supplier<NamedXContentRegistry> queries) {
    return (tag, description, config) -> {
      try {
        NearDuplicateOptions options = NearDuplicateOptions.from(new OptionMap(config));
        return new NearDuplicateProcessor(tag, description, options, receiver, queries);
      } catch (IllegalArgumentException e) {
        throw ProcessorOptions.error(TYPE, tag, e);
      }
    };
  }

  @Override
  public String getType() {
    return TYPE;
  }

  @Override
  public boolean isAsync() {
    return true;
  }

  @Override
  public void execute(IngestDocument document, BiConsumer<IngestDocument, Exception> handler) {
    receiver.arrive(this, document, handler);
  }

  /** Warns, if no document has had a value since the pipeline was put: nothing is compared. */
  void warnWithoutValue(String pipeline) {
    if (hasSeenValue) {
      return;
    }
    String sentence =
        "[near_duplicate] in pipeline ["
            + pipeline
            + "] compares nothing: no document has had a fingerprint or a signature in [field] ["
            + options.field()
            + "], which a [simhash] processor before it writes";
    HeaderWarning.addWarning("{}", sentence);
    if (hasWarned.compareAndSet(false, true)) {
      logger.warn(sentence);
    }
  }

  /** Warns in one response and in the log, once. */
  void warnOfMapping(String sentence) {
    if (hasWarnedOfMapping.getAndSet(true) == false) {
      HeaderWarning.addWarning("{}", sentence);
      logger.warn(sentence);
    }
  }

  /** Checks the filter when the pipeline is put, which the factory does not do. */
  @Override
  public void extraValidation() {
    if (options.filter() == null) {
      return;
    }
    try {
      filter();
    } catch (ParsingException | IllegalArgumentException e) {
      throw ProcessorOptions.error(
          TYPE,
          getTag(),
          invalid(e, "[filter] must be a query but cannot be parsed: %s", e.getMessage()));
    }
  }

  /**
   * The query for the stored near-duplicates of some values, and for those that share passages with
   * texts, if there are any. Similar ones come first.
   *
   * @param same the values of the option {@code same} that they have together, and the names of the
   *     queries that a hit with each of them matches
   */
  QueryBuilder query(
      NearRule rule, List<NearValue> values, List<String> texts, Map<SameValues, String> same) {
    BoolQueryBuilder all = QueryBuilders.boolQuery();
    if (options.filter() != null) {
      all.filter(filter());
    }
    if (options.same().isEmpty() == false) {
      BoolQueryBuilder any = QueryBuilders.boolQuery();
      same.forEach(
          (each, name) -> any.should(new NearQueryBuilder(new Same(each)).queryName(name)));
      all.filter(any);
    }
    QueryBuilder near = new NearQueryBuilder(new NearAny(options.near(), rule, values));
    if (texts.isEmpty() == false) {
      PassagesOption passages = options.passages();
      near =
          QueryBuilders.disMaxQuery()
              .add(near.boost(SIMILAR_BOOST))
              .add(NearQueryBuilder.sharedPassages(passages.field(), texts, passages.rule()));
    }
    return all.hasClauses() ? all.must(near) : near;
  }

  private QueryBuilder filter() {
    var config = XContentParserConfiguration.EMPTY.withRegistry(queries.get());
    try (XContentParser parser = XContentHelper.mapToXContentParser(config, options.filter())) {
      return AbstractQueryBuilder.parseTopLevelQuery(parser);
    } catch (IOException e) {
      throw invalid(e, "it cannot be read: %s", e.getMessage());
    }
  }
}
