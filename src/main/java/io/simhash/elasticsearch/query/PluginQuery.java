package io.simhash.elasticsearch.query;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.xcontent.XContentBuilder;

/** A query of this plugin: an immutable record with its wire format and its JSON form. */
interface PluginQuery extends Writeable {

  /** The name in a request, and of the query between nodes. */
  String name();

  /** The fields that must be mapped. */
  List<String> fields();

  /** Whether an index that lacks one of {@link #fields} has no match instead of an error. */
  boolean ignoreUnmapped();

  /** Whether a shard can run the query. */
  default boolean isResolved() {
    return true;
  }

  /** Writes the options of the query, without its name, boost and {@code _name}. */
  void toXContent(XContentBuilder builder) throws IOException;

  /** Whether an index has no match because it lacks a field. */
  default boolean isIgnored(QueryRewriteContext index) {
    return ignoreUnmapped()
        && fields().stream().anyMatch(field -> index.getFieldType(field) == null);
  }

  /** The reason of {@link #isIgnored}. */
  default String unmapped() {
    return "a field of [" + name() + "] is not mapped here";
  }
}
