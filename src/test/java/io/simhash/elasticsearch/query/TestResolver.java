package io.simhash.elasticsearch.query;

/** A resolver for tests without a node. */
final class TestResolver {

  private TestResolver() {}

  /** A node without pipelines, which keeps no work on texts. */
  static Resolver create() {
    return new Resolver(() -> null, new QueryTexts(0), new NearRequests());
  }
}
