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
 * @param field the field whose bytes are counted, with its sub-fields
 * @param segments segments of a shard at the end
 * @param shards shards
 * @param pipeline the pipeline that its documents go through, or ""
 */
record Index(
    String name,
    String what,
    String settings,
    String properties,
    int documents,
    IntFunction<String> source,
    String field,
    int segments,
    int shards,
    String pipeline) {

  static Index of(
      String name,
      String what,
      String properties,
      int documents,
      String field,
      IntFunction<String> source) {
    return new Index(name, what, "", properties, documents, source, field, 1, 1, "");
  }

  Index withSettings(String more) {
    return new Index(
        name, what, more, properties, documents, source, field, segments, shards, pipeline);
  }

  Index withSegments(int number) {
    return new Index(
        name, what, settings, properties, documents, source, field, number, shards, pipeline);
  }

  Index withShards(int number) {
    return new Index(
        name, what, settings, properties, documents, source, field, segments, number, pipeline);
  }

  Index withPipeline(String id) {
    return new Index(
        name, what, settings, properties, documents, source, field, segments, shards, id);
  }

  /** The body that creates it. */
  String creation() {
    String extra = pipeline.isEmpty() ? "" : ", \"index.default_pipeline\": \"" + pipeline + "\"";
    return """
        {"settings": {"index.number_of_shards": %s, "index.number_of_replicas": 0,
          "index.refresh_interval": -1, "index.requests.cache.enable": false,
          "index.merge.scheduler.auto_throttle": false%s%s},
         "mappings": {"dynamic": false, "properties": {"group": {"type": "keyword"}%s}}}"""
        .formatted(shards, settings, extra, properties.isEmpty() ? "" : ", " + properties);
  }
}
