package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.base.SeededHash;
import java.util.Objects;

/**
 * The concrete index, the id and the routing of a document: a shard does not know the ids of
 * another one.
 */
record Place(String index, String id, String routing) {

  Place {
    Objects.requireNonNull(index);
    Objects.requireNonNull(id);
  }

  String indexAndId() {
    return indexAndId(index, id);
  }

  /** The index and the id as one string: an index has no slash in its name. */
  static String indexAndId(String index, String id) {
    return index + "/" + id;
  }

  @Override
  public int hashCode() {
    return SeededHash.of(index, id, routing);
  }
}
