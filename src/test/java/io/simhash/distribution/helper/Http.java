package io.simhash.distribution.helper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.elasticsearch.common.Strings;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;

/** A client of one node. Immutable and thread-safe; {@link #as} returns one for another user. */
public final class Http {

  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  private final Supplier<URI> node;
  private final String authorization;

  Http(Supplier<URI> node) {
    this(node, null);
  }

  private Http(Supplier<URI> node, String authorization) {
    this.node = node;
    this.authorization = authorization;
  }

  /** A client of the same node for a user. */
  public Http as(String user, String password) {
    byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return new Http(node, "Basic " + Base64.getEncoder().encodeToString(pair));
  }

  /** The node's address. It may change with a restart. */
  public URI uri() {
    return node.get();
  }

  /** The header that names the user; null without one. */
  public String authorization() {
    return authorization;
  }

  /**
   * @param path with its leading slash and parameters, already percent-encoded
   * @param body JSON or lines of JSON; null for none
   */
  public Response request(String method, String path, String body) {
    boolean lines = path.contains("_bulk") || path.contains("_msearch");
    return request(method, path, body, lines ? "application/x-ndjson" : "application/json");
  }

  /** The same with a content type that may differ from that of the body. */
  public Response request(String method, String path, String body, String contentType) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(node.get().resolve(path))
            .timeout(Duration.ofMinutes(2))
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    if (body != null) {
      request.header("Content-Type", contentType);
    }
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    try {
      HttpResponse<String> response =
          CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Response(
          method + " " + path,
          response.statusCode(),
          response.body(),
          response.headers().allValues("Warning"));
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted in " + method + " " + path, e);
    }
  }

  public Response get(String path) {
    return request("GET", path, null);
  }

  public Response put(String path, String body) {
    return request("PUT", path, body);
  }

  public Response post(String path, String body) {
    return request("POST", path, body);
  }

  public Response delete(String path) {
    return request("DELETE", path, null);
  }

  /** Sends lines (action, document, action, document, …) as one bulk; the caller checks items. */
  public Response bulk(String path, List<String> lines) {
    return post(path, String.join("\n", lines) + "\n");
  }

  /**
   * Indexes documents by id, refreshes, and fails if one of them was refused.
   *
   * @param parameters further parameters such as {@code pipeline=name}, or ""
   */
  public Response index(String index, Map<String, ?> documents, String parameters) {
    StringBuilder lines = new StringBuilder();
    documents.forEach(
        (id, document) ->
            lines
                .append(json(Map.of("index", Map.of("_id", id))))
                .append('\n')
                .append(document instanceof Map<?, ?> map ? json(map) : document.toString())
                .append('\n'));
    Response response =
        post("/" + index + "/_bulk?refresh=true&" + parameters, lines.toString()).ok();
    if (Boolean.FALSE.equals(response.at("errors")) == false) {
      throw new AssertionError("documents were refused: " + response.text());
    }
    return response;
  }

  /** The map as JSON, in its own order. */
  @SuppressWarnings("unchecked")
  public static String json(Map<?, ?> map) {
    try (XContentBuilder builder = XContentFactory.jsonBuilder()) {
      return Strings.toString(builder.map((Map<String, ?>) map));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
