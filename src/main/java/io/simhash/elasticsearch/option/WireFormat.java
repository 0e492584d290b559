package io.simhash.elasticsearch.option;

import static io.simhash.core.base.Errors.invalid;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;

/**
 * The number of a format, written before a message between nodes or a stored query. Elasticsearch's
 * transport versions cannot be used: plugins cannot register any.
 *
 * <p>During a rolling upgrade of the plugin, nodes with different newest formats are in one
 * cluster. A node writes the lowest format that can express what it sends, and reads all formats
 * from 1 to its newest one. A query that a percolator stored keeps the format that it was written
 * in. The response to an action has no number: it has format N if the request has. The result of an
 * aggregation has one: the node that reads it is not always the node that wrote the request.
 */
public final class WireFormat {

  private WireFormat() {}

  /** Reads the number of the format of a message, and refuses one that this node does not know. */
  public static int read(StreamInput in, String name, int newest) throws IOException {
    int format = in.readVInt();
    if (format < 1 || format > newest) {
      throw invalid(
          "%s has format [%s] but this node reads formats up to [%s]: it has an older version of"
              + " the plugin [simhash]",
          name, format, newest);
    }
    return format;
  }
}
