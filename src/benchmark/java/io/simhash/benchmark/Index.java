package io.simhash.benchmark;

import java.util.function.IntFunction;

/**
 * An index that is built and asked.
 *
 * @param name its name
 * @param what what its table row says
 * @param settings settings beside those of every index, {@code , "name": value} each, or ""
 * @param properties the mapping's properties, JSON without braces
 * @param documents the number of documents
 * @param source the source of a document as a line of JSON
 * @param segments segments of a shard at the end
 * @param shards shards
 */
record Index(
    String name,
    String what,
    String settings,
    String properties,
    int documents,
    IntFunction<String> source,
    int segments,
    int shards) {

  /**
   * The most documents of an index that keeps {@code _source}. A larger one has only the near
   * fields, so that it fits on a disk.
   */
  static final int MOST_WITH_SOURCE = 20_000_000;

  private static final String WITHOUT_SOURCE = "\"_source\": {\"enabled\": false}, ";

  static Index of(
      String name, String what, String properties, int documents, IntFunction<String> source) {
    return new Index(name, what, "", properties, documents, source, 1, 1);
  }

  Index named(String other, String otherWhat) {
    return of(other, otherWhat, properties, documents, source);
  }

  Index withSettings(String more) {
    return new Index(name, what, more, properties, documents, source, segments, shards);
  }

  Index withSegments(int number) {
    return new Index(name, what, settings, properties, documents, source, number, shards);
  }

  Index withShards(int number) {
    return new Index(name, what, settings, properties, documents, source, segments, number);
  }

  /** The body that creates it. */
  String creation() {
    return """
        {"settings": {"index.number_of_shards": %s, "index.number_of_replicas": 0,
          "index.refresh_interval": -1, "index.requests.cache.enable": false,
          "index.merge.scheduler.auto_throttle": false%s},
         "mappings": {%s"dynamic": false, "properties": {"group": {"type": "keyword"}, %s}}}"""
        .formatted(shards, settings, hasSource() ? "" : WITHOUT_SOURCE, properties);
  }

  /** Whether it keeps {@code _source}. The index mode {@code logsdb} always does. */
  private boolean hasSource() {
    return documents <= MOST_WITH_SOURCE || name.equals(Indices.LOGSDB);
  }
}
