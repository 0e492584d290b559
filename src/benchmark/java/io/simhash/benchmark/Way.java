package io.simhash.benchmark;

import java.util.List;

/**
 * One way to index a text.
 *
 * @param name its name in the table
 * @param properties the mapping's properties
 * @param processor the options of the {@code simhash} processor beside its fields, or "" for no
 *     pipeline
 * @param checked whether a {@code near_duplicate} processor follows, and the index is refreshed as
 *     it is by default, so that searches find stored documents
 */
record Way(String name, String properties, String processor, boolean checked) {

  Way(String name, String properties, String processor) {
    this(name, properties, processor, false);
  }

  /** The way that the others are divided by. */
  static final String ANALYSED = "text analysed by ansj";

  private static final String SIGNED = "processor with signature";

  private static final String ANSJ = "\"content\": {\"type\": \"text\", \"analyzer\": \"ansj\"%s}";
  private static final String SIMHASH = "\"fp\": {\"type\": \"simhash\"}";
  private static final String SUB_FIELD =
      ", \"fields\": {\"fp\": {\"type\": \"simhash\", \"analyzer\": \"ansj\", \"signature\": %s}}";
  private static final String MINHASH =
      "\"content\": {\"type\": \"minhash\","
          + " \"shingle\": {\"unit\": \"character\", \"size\": \"auto\"}}";

  /** All ways, in the order of the table. */
  static List<Way> all() {
    return List.of(
        new Way("source only", "", ""),
        new Way(ANALYSED, ANSJ.formatted(""), ""),
        new Way("processor without signature", SIMHASH, ", \"signature\": false"),
        new Way(SIGNED, SIMHASH, ", \"signature\": true"),
        new Way(SIGNED + ", then `near_duplicate`", SIMHASH, ", \"signature\": true", true),
        new Way(
            SIGNED + ", and analysed text",
            ANSJ.formatted("") + ", " + SIMHASH,
            ", \"signature\": true"),
        new Way(
            "analysed text with a `simhash` sub-field without signature",
            ANSJ.formatted(SUB_FIELD.formatted("false")),
            ""),
        new Way(
            "analysed text with a `simhash` sub-field with signature",
            ANSJ.formatted(SUB_FIELD.formatted("true")),
            ""),
        new Way("signature alone (`minhash` field)", MINHASH, ""),
        new Way(
            "analysed text with a `passages` sub-field",
            ANSJ.formatted(", \"fields\": {\"passages\": {\"type\": \"passages\"}}"),
            ""));
  }

  /** The body of its pipeline; "" for none. */
  String pipeline() {
    return processor.isEmpty()
        ? ""
        : "{\"processors\": [{\"simhash\": {\"field\": \"content\", \"target_field\": \"fp\"%s}}%s]}"
            .formatted(processor, checked ? ", {\"near_duplicate\": {\"field\": \"fp\"}}" : "");
  }

  /** The body that creates an index for it. */
  String creation(String pipeline) {
    return """
        {"settings": {"index.number_of_shards": 1, "index.number_of_replicas": 0,
          "index.refresh_interval": "%s"%s},
         "mappings": {"dynamic": false, "properties": {%s}}}"""
        .formatted(
            checked ? "1s" : "-1",
            pipeline.isEmpty() ? "" : ", \"index.default_pipeline\": \"" + pipeline + "\"",
            properties);
  }
}
