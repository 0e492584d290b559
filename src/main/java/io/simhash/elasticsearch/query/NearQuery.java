package io.simhash.elasticsearch.query;

import io.simhash.core.text.TextLimit;
import io.simhash.elasticsearch.option.ConfirmOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * A near query: an immutable record with its wire format and its JSON form.
 *
 * <p>A query is <em>resolved</em> when it refers to no other document and to no pipeline: only then
 * a shard can run it. {@link Resolver} makes it one.
 */
interface NearQuery {

  /** The name in a request. */
  String name();

  String field();

  /** The value whose near-duplicates are searched for. */
  NearSource source();

  /** The option {@code minhash}; {@code null} for none. */
  default MinHashClause minHash() {
    return null;
  }

  /** The exact check by the text; {@code null} for none. */
  default ConfirmOptions confirm() {
    return null;
  }

  /** Whether {@code confirm} compares the texts of the source. */
  default boolean lacksTexts() {
    return confirm() != null && confirm().texts() == null;
  }

  /** The same query with another source and the texts to confirm with. */
  NearQuery with(NearSource source, ConfirmOptions confirm);

  /** The fields that must be mapped. */
  default List<String> fields() {
    List<String> fields = new ArrayList<>(List.of(field()));
    if (minHash() != null) {
      fields.add(minHash().field());
    }
    if (confirm() != null) {
      fields.add(confirm().field());
    }
    return fields;
  }

  /** Whether a shard can run the query. */
  default boolean isResolved() {
    return source().isResolved() && (minHash() == null || minHash().source().isResolved());
  }

  /** The number of characters of all texts that the query carries to a shard. */
  default long characters() {
    return source().characters()
        + (minHash() == null ? 0 : minHash().source().characters())
        + (confirm() == null ? 0 : TextLimit.length(confirm().texts()));
  }

  /** Whether an index that lacks one of {@link #fields} has no match instead of an error. */
  boolean ignoreUnmapped();

  /** Writes the options of the query, without its name, boost and {@code _name}. */
  void toXContent(XContentBuilder builder) throws IOException;

  /** Writes the query; {@code read} of the record reads it. */
  void writeTo(StreamOutput out) throws IOException;
}
