package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.base.SeededHash;
import io.simhash.elasticsearch.option.DocumentName;

/**
 * The concrete index, the id and the routing of a document: a shard does not know the ids of
 * another one.
 */
record Place(String index, String id, String routing) {

  /** The document without its routing, as tags and clusters name it. */
  DocumentName name() {
    return new DocumentName(index, id);
  }

  @Override
  public int hashCode() {
    return SeededHash.of(index, id, routing);
  }
}
