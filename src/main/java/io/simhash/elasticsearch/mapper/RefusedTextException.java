package io.simhash.elasticsearch.mapper;

import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.index.mapper.DocumentParsingException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentLocation;

/**
 * A document whose text this node cannot analyse, through no fault of the document. Its status is
 * that of the analyzer's refusal, where any other document that cannot be parsed has a 400.
 */
final class RefusedTextException extends DocumentParsingException {

  private final RestStatus status;

  RefusedTextException(String message, ElasticsearchStatusException refusal) {
    super(XContentLocation.UNKNOWN, message, refusal);
    status = refusal.status();
  }

  @Override
  public RestStatus status() {
    return status;
  }
}
