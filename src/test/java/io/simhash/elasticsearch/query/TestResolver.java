package io.simhash.elasticsearch.query;

/** A resolver for tests without a node. */
final class TestResolver {

  private TestResolver() {}

  /** A node without pipelines. */
  static Resolver create() {
    return new Resolver(() -> null, new NearRequests());
  }
}
