package io.simhash.elasticsearch.ingest.duplicate;

import static io.simhash.core.base.Errors.invalid;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.XContentType;

/**
 * Parses queries to check them.
 *
 * @param registry the queries of the node
 */
record QueryParser(NamedXContentRegistry registry) {

  /**
   * Requires a query that can be parsed.
   *
   * @throws IllegalArgumentException naming the option {@code filter} and the mistake
   */
  void requireFilter(Map<String, Object> filter) {
    XContentParserConfiguration config = XContentParserConfiguration.EMPTY.withRegistry(registry);
    try (XContentParser parser =
        XContentHelper.createParserNotCompressed(config, json(filter), XContentType.JSON)) {
      AbstractQueryBuilder.parseTopLevelQuery(parser);
    } catch (ParsingException | IllegalArgumentException e) {
      throw invalid(e, "[filter] must be a query but cannot be parsed: %s", e.getMessage());
    } catch (IOException e) {
      throw invalid(e, "[filter] must be a query but cannot be read: %s", e.getMessage());
    }
  }

  /** A query as JSON. */
  static BytesReference json(Map<String, Object> query) {
    try (XContentBuilder builder = XContentFactory.jsonBuilder()) {
      return BytesReference.bytes(builder.map(query));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
