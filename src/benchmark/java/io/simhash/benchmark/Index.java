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

  Index withPipeline(String id) {
    return withSettings(", \"index.default_pipeline\": \"" + id + "\"");
  }

  /** The body that creates it. */
  String creation() {
    return """
        {"settings": {"index.number_of_shards": %s, "index.number_of_replicas": 0,
          "index.refresh_interval": -1, "index.requests.cache.enable": false,
          "index.merge.scheduler.auto_throttle": false%s},
         "mappings": {"dynamic": false, "properties": {"group": {"type": "keyword"}, %s}}}"""
        .formatted(shards, settings, properties);
  }
}
