package io.simhash.elasticsearch.rest;

import static io.simhash.core.base.Errors.invalid;

import java.io.IOException;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.xcontent.XContentParser;

/** Reads the body of a REST request, which must be one object. */
public final class RequestBody {

  private RequestBody() {}

  /**
   * Reads the object and closes the parser.
   *
   * @param body the parser of the request's content
   * @param reader called at the start of the object; must read up to its end
   * @throws IllegalArgumentException if the body is anything else than one object
   */
  public static <T> T read(
      XContentParser body, CheckedFunction<XContentParser, T, IOException> reader)
      throws IOException {
    try (body) {
      if (body.nextToken() != XContentParser.Token.START_OBJECT) {
        throw invalid("the request body must be an object");
      }
      T read = reader.apply(body);
      if (body.nextToken() != null) {
        throw invalid("the request body must be one object");
      }
      return read;
    }
  }
}
