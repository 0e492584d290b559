package io.simhash.elasticsearch.near_duplicate;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;

/**
 * The identity of a request: the headers of the thread context, among them the authentication,
 * without those that only trace or mark requests. Documents of equal callers may share a request to
 * Elasticsearch, others never do.
 */
record Caller(Map<String, String> headers) {

  /** The header in which Elasticsearch's security carries the authenticated user. */
  static final String AUTHENTICATION = "_xpack_security_authentication";

  /** The header of requests that an update sends, on the node of the document's shard. */
  static final String UPDATE = "simhash_update";

  private static final Set<String> NOT_OF_CALLER =
      Set.of(
          // The id of a request in security's audit log.
          "_xpack_audit_request_id",
          UPDATE,
          Task.X_OPAQUE_ID_HTTP_HEADER,
          Task.TRACE_PARENT_HTTP_HEADER,
          Task.TRACE_STATE,
          Task.TRACE_ID,
          Task.X_ELASTIC_PRODUCT_ORIGIN_HTTP_HEADER);

  /**
   * The caller that a thread works for.
   *
   * @param secured whether there must be a user
   * @throws ElasticsearchStatusException with 403 if there must be a user and is none:
   *     Elasticsearch would answer a request from an empty thread context with the rights of the
   *     system
   */
  static Caller of(ThreadContext context, boolean secured) {
    Map<String, String> headers = new HashMap<>(context.getHeaders());
    headers.keySet().removeAll(NOT_OF_CALLER);
    if (secured && headers.containsKey(AUTHENTICATION) == false) {
      throw new ElasticsearchStatusException(
          "near-duplicates are only searched with the rights of a user but there is none",
          RestStatus.FORBIDDEN);
    }
    return new Caller(Map.copyOf(headers));
  }
}
