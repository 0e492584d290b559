package io.simhash.elasticsearch.near_duplicate;

import java.util.Comparator;
import java.util.Objects;

/**
 * The place of a document. Comparable, so that a hash table of places is fast whatever ids users
 * choose.
 *
 * @param index the concrete index
 * @param routing {@code null} for none; a shard does not know the ids of another one
 */
record Place(String index, String id, String routing) implements Comparable<Place> {

  private static final Comparator<Place> ORDER =
      Comparator.comparing(Place::id)
          .thenComparing(Place::index)
          .thenComparing(Place::routing, Comparator.nullsFirst(Comparator.naturalOrder()));

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

  /** The index and the id as one string, which is a good key: an index has no slash in its name. */
  static String indexAndId(String index, String id) {
    return index + "/" + id;
  }

  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }
}
