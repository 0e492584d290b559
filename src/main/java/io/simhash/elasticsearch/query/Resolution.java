package io.simhash.elasticsearch.query;

/** The result of one step of {@link Resolver}. */
sealed interface Resolution {

  /** The query to go on with. */
  record Next(NearQuery query) implements Resolution {}

  /** The query to go on with, without one document: the one that its {@code like} named. */
  record NextWithout(NearQuery query, String index, String id) implements Resolution {}

  /** The query matches no document. */
  record NoMatch(String reason) implements Resolution {}

  /** {@link Next} if {@code include}, else {@link NextWithout}. */
  static Resolution next(NearQuery query, boolean include, String index, String id) {
    return include ? new Next(query) : new NextWithout(query, index, id);
  }
}
