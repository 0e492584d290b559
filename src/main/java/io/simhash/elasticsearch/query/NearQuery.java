package io.simhash.elasticsearch.query;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * A near query as users type it: an immutable record with its wire format and its JSON form.
 *
 * <p>A query is <em>resolved</em> when it refers to no other document and to no pipeline: only then
 * a shard can run it. {@link Resolver} makes a typed query into a resolved one.
 */
sealed interface NearQuery permits SimHashNear, MinHashNear {

  /** The name of the query: {@code simhash_near} or {@code minhash_near}. */
  String name();

  /** The fields that must be mapped. */
  List<String> fields();

  /** The number of characters of all texts that the query carries to a shard. */
  long characters();

  /** Whether an index that lacks one of {@link #fields} has no match instead of an error. */
  boolean ignoreUnmapped();

  /** Writes the options of the query, without its name, boost and {@code _name}. */
  void toXContent(XContentBuilder builder) throws IOException;

  /** Writes the query; {@code read} of the record reads it. */
  void writeTo(StreamOutput out) throws IOException;
}
