package io.simhash.elasticsearch.near_duplicate;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.compat.ProcessorFactory;
import io.simhash.elasticsearch.ingest.ConfigurationErrors;
import io.simhash.elasticsearch.query.NearAnyQueryBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.ingest.AbstractProcessor;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.XContentType;

/**
 * The processor {@code near_duplicate}: compares a document with those that are stored and with
 * those that arrived on this node shortly before, and tags, drops, refuses or routes it if it is a
 * near-duplicate, by the rule of {@code simhash_near}.
 *
 * <p>Asynchronous: the searches run with the rights of the request that indexes the document.
 */
final class NearDuplicateProcessor extends AbstractProcessor {

  /** The name that users type. */
  static final String TYPE = "near_duplicate";

  /** The services of a node that has started. */
  interface Started {

    /** The queries of the node. */
    NamedXContentRegistry queries();

    /** Takes a document; the handler is called once, at the end. */
    void arrive(
        NearDuplicateProcessor processor,
        IngestDocument document,
        BiConsumer<IngestDocument, Exception> handler);
  }

  private final NearDuplicateOptions options;
  private final Supplier<Started> started;

  NearDuplicateProcessor(
      String tag, String description, NearDuplicateOptions options, Supplier<Started> started) {
    super(tag, description);
    this.options = options;
    this.started = started;
  }

  /** Reads the options of processors. A mistake in them is an error for the whole pipeline. */
  static ProcessorFactory factory(Supplier<Started> started) {
    return (tag, description, config) -> {
      try {
        NearDuplicateOptions options = NearDuplicateOptions.from(new OptionMap(config));
        return new NearDuplicateProcessor(tag, description, options, started);
      } catch (IllegalArgumentException e) {
        throw ConfigurationErrors.of(TYPE, tag, e);
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

  NearDuplicateOptions options() {
    return options;
  }

  @Override
  public void execute(IngestDocument document, BiConsumer<IngestDocument, Exception> handler) {
    started.get().arrive(this, document, handler);
  }

  /** Checks the filter when the pipeline is put, which the factory does not do. */
  @Override
  public void extraValidation() {
    if (options.filter() == null) {
      return;
    }
    try {
      parse(options.filter());
    } catch (ParsingException | IllegalArgumentException | IOException e) {
      throw ConfigurationErrors.of(
          TYPE,
          getTag(),
          invalid(e, "[filter] must be a query but cannot be parsed: %s", e.getMessage()));
    }
  }

  /** The query for the stored near-duplicates of some values. */
  QueryBuilder query(List<NearValue> values) {
    QueryBuilder near = new NearAnyQueryBuilder(options.near(), options.rule(), values);
    if (options.filter() == null) {
      return near;
    }
    try {
      return QueryBuilders.boolQuery().must(near).filter(parse(options.filter()));
    } catch (IOException e) {
      throw invalid(e, "[filter] cannot be read: %s", e.getMessage());
    }
  }

  private QueryBuilder parse(Map<String, Object> query) throws IOException {
    var config = XContentParserConfiguration.EMPTY.withRegistry(started.get().queries());
    try (XContentBuilder json = XContentFactory.jsonBuilder().map(query);
        XContentParser parser =
            XContentHelper.createParserNotCompressed(
                config, BytesReference.bytes(json), XContentType.JSON)) {
      return AbstractQueryBuilder.parseTopLevelQuery(parser);
    }
  }
}
