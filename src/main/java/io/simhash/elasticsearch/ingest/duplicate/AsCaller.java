package io.simhash.elasticsearch.ingest.duplicate;

import java.util.function.Consumer;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.rest.RestStatus;

/**
 * Sends requests with the rights of the caller, and never without a caller: Elasticsearch would
 * answer a request from an empty thread context with the rights of the system.
 */
final class AsCaller {

  private final Client client;
  private final ThreadContext context;
  private final boolean needsAuthentication;

  /**
   * @param needsAuthentication whether security is on
   */
  AsCaller(Client client, boolean needsAuthentication) {
    this.client = client;
    this.context = client.threadPool().getThreadContext();
    this.needsAuthentication = needsAuthentication;
  }

  /**
   * The caller that this thread works for.
   *
   * @throws ElasticsearchStatusException with 403 if security is on and there is none
   */
  Caller current() {
    Caller caller = Caller.of(context);
    if (needsAuthentication && caller.isAuthenticated() == false) {
      throw new ElasticsearchStatusException(
          "near-duplicates are only searched with the rights of a user but there is none",
          RestStatus.FORBIDDEN);
    }
    return caller;
  }

  /**
   * Sends a request in the thread context of a document.
   *
   * @param caller whom the request must run as
   */
  void send(WaitingDocument arrival, Caller caller, Consumer<Client> request) {
    try (var ignored = arrival.asCaller()) {
      if (current().equals(caller) == false) {
        throw new IllegalStateException("a search is sent in the context of another caller");
      }
      request.accept(client);
    }
  }
}
