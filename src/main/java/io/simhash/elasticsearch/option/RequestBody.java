package io.simhash.elasticsearch.option;

import static io.simhash.core.base.Errors.invalid;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.xcontent.XContentParser;

/** Reads the body of a REST request, which must be one object. */
public final class RequestBody {

  private RequestBody() {}

  /** The object, in its order. */
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
