package io.simhash.elasticsearch.fingerprint;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.xcontent.XContentParser;

/** A request's body as a map of options. */
public final class RequestBody {

  private RequestBody() {}

  public static Map<String, Object> read(RestRequest request) throws IOException {
    try (XContentParser parser = request.contentParser()) {
      if (parser.nextToken() != XContentParser.Token.START_OBJECT) {
        throw new IllegalArgumentException("the request body must be an object");
      }
      Map<String, Object> body = parser.mapOrdered();
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException("the request body must be one object");
      }
      return body;
    }
  }
}
