package io.simhash.elasticsearch.request;

import static io.simhash.core.base.Errors.invalid;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.xcontent.XContentParser;

/** Reads the body of a REST request, which must be one object. */
public final class RequestBody {

  private RequestBody() {}

  /**
   * Reads the object, in its order.
   *
   * @throws IllegalArgumentException if the body is anything else than one object
   */
  public static Map<String, Object> read(RestRequest request) throws IOException {
    try (XContentParser body = request.contentParser()) {
      if (body.nextToken() != XContentParser.Token.START_OBJECT) {
        throw invalid("the request body must be an object");
      }
      Map<String, Object> read = body.mapOrdered();
      if (body.nextToken() != null) {
        throw invalid("the request body must be one object");
      }
      return read;
    }
  }
}
