package io.simhash.benchmark;

import java.util.List;

/**
 * One way to index a text.
 *
 * @param name its name in the table
 * @param base the name of the way that it is compared with
 * @param properties the mapping's properties
 * @param processors the processors of its pipeline; "" for no pipeline
 */
record Way(String name, String base, String properties, String processors) {

  private static final String STANDARD = "text, analysed by `standard`";
  private static final String ANSJ = "text, analysed by `ansj`";
  private static final String PROCESSOR = "and the processor `simhash`";
  private static final String NEAR_DUPLICATE = ", {\"near_duplicate\": {\"field\": \"fp\"}}";

  /** All ways, in the order of the table. */
  static List<Way> all() {
    String auto = "\"shingle\": {\"unit\": \"character\", \"size\": \"auto\"}";
    return List.of(
        new Way(STANDARD, STANDARD, text("standard", ""), ""),
        subField("and a `simhash` sub-field", "\"type\": \"simhash\", \"analyzer\": \"ansj\""),
        subField(
            "and a `simhash` sub-field with `\"analyzer\": \"standard\"`",
            "\"type\": \"simhash\", \"analyzer\": \"standard\""),
        subField(
            "and a `simhash` sub-field with `\"fingerprint\": false`",
            "\"type\": \"simhash\", \"fingerprint\": false"),
        subField("and a `minhash` sub-field", "\"type\": \"minhash\", " + auto),
        subField("and a `passages` sub-field", "\"type\": \"passages\""),
        processed(PROCESSOR, STANDARD, "standard", "", ""),
        processed(
            PROCESSOR + " with `\"analyzer\": \"standard\"`",
            STANDARD,
            "standard",
            ", \"analyzer\": \"standard\"",
            ""),
        processed(
            PROCESSOR + " with `\"fingerprint\": false`",
            STANDARD,
            "standard",
            ", \"fingerprint\": false",
            ""),
        processed(PROCESSOR + ", then `near_duplicate`", PROCESSOR, "standard", "", NEAR_DUPLICATE),
        new Way(ANSJ, ANSJ, text("ansj", ""), ""),
        new Way(
            ANSJ + ", and a `simhash` sub-field",
            ANSJ,
            text("ansj", "\"type\": \"simhash\", \"analyzer\": \"ansj\""),
            ""),
        processed(ANSJ + ", " + PROCESSOR, ANSJ, "ansj", "", ""));
  }

  private static Way subField(String name, String field) {
    return new Way(name, STANDARD, text("standard", field), "");
  }

  private static Way processed(
      String name, String base, String analyzer, String options, String others) {
    String properties = text(analyzer, "") + ", \"fp\": {\"type\": \"simhash\"}";
    String processor = "{\"simhash\": {\"field\": \"content\", \"target_field\": \"fp\"%s}}%s";
    return new Way(name, base, properties, processor.formatted(options, others));
  }

  private static String text(String analyzer, String subField) {
    String fields = subField.isEmpty() ? "" : ", \"fields\": {\"near\": {" + subField + "}}";
    return "\"content\": {\"type\": \"text\", \"analyzer\": \"%s\"%s}".formatted(analyzer, fields);
  }

  /** The body of its pipeline; "" for none. */
  String pipeline() {
    return processors.isEmpty() ? "" : "{\"processors\": [" + processors + "]}";
  }

  /**
   * The body that creates an index for it. With {@code near_duplicate} the index is refreshed as it
   * is by default, so that searches find stored documents.
   */
  String creation(String pipeline) {
    return """
        {"settings": {"index.number_of_shards": 1, "index.number_of_replicas": 0,
          "index.refresh_interval": "%s"%s},
         "mappings": {"dynamic": false, "properties": {%s}}}"""
        .formatted(
            processors.contains(NEAR_DUPLICATE) ? "1s" : "-1",
            pipeline.isEmpty() ? "" : ", \"index.default_pipeline\": \"" + pipeline + "\"",
            properties);
  }
}
