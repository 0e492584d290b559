package io.simhash.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.elasticsearch.xcontent.json.JsonXContent;

/** Speaks JSON with a node. */
public final class Node {

  /** An answer that is not a 2xx, with its text. */
  public static final class ErrorAnswer extends IOException {

    private ErrorAnswer(String message) {
      super(message);
    }
  }

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI uri;

  /** The node at an address. */
  public Node(URI uri) {
    this.uri = uri;
  }

  /**
   * Asks and reads the answer.
   *
   * @param body JSON, or lines of JSON for the endpoints that take them; null for none
   * @throws ErrorAnswer if the answer is not a 2xx; another IOException if there is no answer
   */
  public Map<String, Object> ask(String method, String path, String body)
      throws IOException, InterruptedException {
    boolean lines = path.endsWith("_bulk") || path.endsWith("_msearch");
    HttpRequest.BodyPublisher publisher =
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body);
    HttpRequest request =
        HttpRequest.newBuilder(uri.resolve(path))
            .header("Content-Type", lines ? "application/x-ndjson" : "application/json")
            .method(method, publisher)
            .build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() < 200 || response.statusCode() > 299) {
      throw new ErrorAnswer(
          method + " " + path + " answered " + response.statusCode() + ": " + response.body());
    }
    return read(response.body());
  }

  /** The JSON object as a map in its own order. */
  public static Map<String, Object> read(String json) {
    return XContentHelper.convertToMap(JsonXContent.jsonXContent, json, true);
  }

  /** The map as JSON. */
  public static String write(Map<String, ?> map) throws IOException {
    try (XContentBuilder builder = XContentFactory.jsonBuilder()) {
      return Strings.toString(builder.map(map));
    }
  }

  /** The object under a name, as a map. */
  @SuppressWarnings("unchecked")
  public static Map<String, Object> object(Map<String, Object> in, String name) {
    return (Map<String, Object>) in.get(name);
  }

  /** The array of objects under a name. */
  @SuppressWarnings("unchecked")
  public static List<Map<String, Object>> objects(Map<String, Object> in, String name) {
    return (List<Map<String, Object>>) in.get(name);
  }
}
