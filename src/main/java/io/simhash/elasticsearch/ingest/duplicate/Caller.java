package io.simhash.elasticsearch.ingest.duplicate;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.tasks.Task;

/**
 * The identity of a request: whom its searches run as. Requests with equal identities may share a
 * search, others never do.
 *
 * @param headers the request headers of the thread context, among them the authentication, without
 *     those that only trace requests
 */
record Caller(Map<String, String> headers) {

  /** The header in which Elasticsearch's security carries the authenticated user. */
  static final String AUTHENTICATION = "_xpack_security_authentication";

  /** The header that gives each request an id for security's audit log. */
  private static final String AUDIT = "_xpack_audit_request_id";

  private static final Set<String> TRACING =
      Set.of(
          AUDIT,
          Task.X_OPAQUE_ID_HTTP_HEADER,
          Task.TRACE_PARENT_HTTP_HEADER,
          Task.TRACE_STATE,
          Task.TRACE_ID,
          Task.X_ELASTIC_PRODUCT_ORIGIN_HTTP_HEADER);

  /** The identity of this thread's request. */
  static Caller of(ThreadContext context) {
    Map<String, String> headers = new HashMap<>(context.getHeaders());
    headers.keySet().removeAll(TRACING);
    return new Caller(Map.copyOf(headers));
  }

  /** Whether security has authenticated the request. */
  boolean isAuthenticated() {
    return headers.containsKey(AUTHENTICATION);
  }
}
