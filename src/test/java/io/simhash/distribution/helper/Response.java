package io.simhash.distribution.helper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.test.rest.ObjectPath;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * The answer of a node.
 *
 * @param request method and path, for messages
 * @param text the body as it was received
 * @param warnings the headers {@code Warning} as they were received
 */
public record Response(String request, int status, String text, List<String> warnings) {

  /** This answer if it is a 2xx; otherwise fails with the whole text. */
  public Response ok() {
    if (status < 200 || status > 299) {
      throw new AssertionError("[" + request + "] answered " + status + ": " + text);
    }
    return this;
  }

  /** The body as a map; fails if it is not a JSON object. */
  public Map<String, Object> body() {
    return at("");
  }

  /**
   * The value at a path such as {@code hits.hits.0._score}, or "" for the whole body; null if there
   * is none.
   */
  public <T> T at(String path) {
    try {
      ObjectPath parsed =
          ObjectPath.createFromXContent(JsonXContent.jsonXContent, new BytesArray(text));
      return path.isEmpty() ? parsed.evaluateExact() : parsed.evaluate(path);
    } catch (IOException e) {
      throw new UncheckedIOException("[" + request + "] answered no JSON: " + text, e);
    }
  }

  /** The integer at a path. */
  public int number(String path) {
    return this.<Integer>at(path);
  }

  /** The sentence of an error answer. */
  public String reason() {
    return at("error.reason");
  }

  /** The ids of a search's hits, in their order. */
  public List<String> ids() {
    List<Map<String, Object>> hits = ok().at("hits.hits");
    return hits.stream().map(hit -> (String) hit.get("_id")).toList();
  }
}
