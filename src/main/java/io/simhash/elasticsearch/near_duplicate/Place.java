package io.simhash.elasticsearch.near_duplicate;

import java.util.Objects;

/**
 * The place of a document.
 *
 * @param index the concrete index
 * @param routing {@code null} for none; a shard does not know the ids of another one
 */
record Place(String index, String id, String routing) {

  /**
   * Identifies a write of a document, to detect later ones.
   *
   * @param indexUuid tells an index from an earlier one of the same name
   */
  record Write(String indexUuid, long seqNo, long primaryTerm) {}

  Place {
    Objects.requireNonNull(index);
    Objects.requireNonNull(id);
  }
}
