package io.simhash.elasticsearch.query;

import io.simhash.core.text.TextLimit;
import io.simhash.elasticsearch.option.ConfirmOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * A query that users send. It is <em>resolved</em> when it refers to no other document and to no
 * pipeline: only then a shard can run it. {@link Resolver} makes it one.
 */
interface NearQuery extends PluginQuery {

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

  @Override
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

  @Override
  default boolean isResolved() {
    return source().isResolved() && (minHash() == null || minHash().source().isResolved());
  }

  /** The number of characters of all texts that the query carries to a shard. */
  default long characters() {
    return source().characters()
        + (minHash() == null ? 0 : minHash().source().characters())
        + (confirm() == null ? 0 : TextLimit.length(confirm().texts()));
  }
}
