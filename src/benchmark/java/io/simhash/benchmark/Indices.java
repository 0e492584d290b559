package io.simhash.benchmark;

import io.simhash.core.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** The indices of made fingerprints. */
final class Indices {

  static final String BASE = "base";
  static final String FINGERPRINT = "fingerprint";
  static final String SIGNATURE = "signature";
  static final String HOLES = "holes";
  static final String MINHASH = "minhash";
  static final String BANDS = "bands";
  static final String HNSW = "hnsw";
  static final String FLAT = "flat";
  static final String SEGMENTS = "segments";
  static final String SHARDS = "shards";
  static final String LOGSDB = "logsdb";
  static final String LOGSDB_PLAIN = "logsdb_plain";
  static final String SKEWED = "skewed";
  static final String LEVELS = "levels";

  /** The bands of docs/minhash.md. */
  private static final int BAND_HASHES = 126;

  private static final String SIMHASH = "\"fp\": {\"type\": \"simhash\"}";
  private static final String TEXT = ", \"content\": {\"type\": \"text\", \"index\": false}";
  private static final int SOME_SEGMENTS = 20;

  /** Lets the small segments of the bulk requests live until the merge at the end. */
  private static final String KEEP_SEGMENTS =
      ", \"index.merge.policy.segments_per_tier\": 100,"
          + " \"index.merge.policy.max_merge_at_once\": 100,"
          + " \"index.merge.policy.floor_segment\": \"1kb\"";

  private static final int SOME_SHARDS = 5;

  private Indices() {}

  /** All indices of the sets and shares of holes that are asked for. */
  static List<Index> of(Settings settings) {
    List<Index> all = new ArrayList<>();
    int documents = settings.documents();
    Planted full = full(settings);
    if (settings.sets().contains("random") && settings.full()) {
      all.add(
          Index.of(
              BASE,
              "the same documents, the fingerprint only in `_source`",
              "\"fp\": {\"type\": \"keyword\", \"index\": false, \"doc_values\": false}",
              documents,
              "fp",
              fingerprints(full)));
      Index fingerprint =
          Index.of(
              FINGERPRINT, "fingerprint and blocks", SIMHASH, documents, "fp", fingerprints(full));
      all.add(fingerprint);
      all.add(signatures(SIGNATURE, "fingerprint, blocks and signature", full));
      all.add(
          named(fingerprint, SEGMENTS, "fingerprint and blocks, " + SOME_SEGMENTS + " segments")
              .withSegments(SOME_SEGMENTS)
              .withSettings(KEEP_SEGMENTS));
      all.add(
          named(fingerprint, SHARDS, "fingerprint and blocks, " + SOME_SHARDS + " shards")
              .withShards(SOME_SHARDS));
      all.add(logsdb(LOGSDB, "fingerprint, blocks and signature, index mode `logsdb`", "", full));
      all.add(
          logsdb(
              LOGSDB_PLAIN,
              "the same without the doc values of `logsdb`",
              ", \"index.use_time_series_doc_values_format\": false",
              full));
      addAlternatives(all, full);
    }
    if (settings.sets().contains("random") && settings.share() > 0) {
      String what = "fingerprint, blocks and signature, some documents without";
      all.add(signatures(HOLES, what, holes(settings)));
    }
    if (settings.sets().contains("skewed")) {
      addSkewed(all, skewed(settings));
    }
    return all;
  }

  static Planted full(Settings settings) {
    return new Planted(settings.documents(), settings.seed(), 0, 0);
  }

  static Planted holes(Settings settings) {
    return new Planted(settings.documents(), settings.seed(), 0, settings.share());
  }

  static Planted skewed(Settings settings) {
    return new Planted(settings.documents(), settings.seed(), .1, 0);
  }

  /** The made documents of an index. */
  static Planted planted(String index, Settings settings) {
    return switch (index) {
      case HOLES -> holes(settings);
      case SKEWED, LEVELS -> skewed(settings);
      default -> full(settings);
    };
  }

  private static Index named(Index like, String name, String what) {
    return Index.of(name, what, like.properties(), like.documents(), like.field(), like.source());
  }

  private static Index signatures(String name, String what, Planted planted) {
    return Index.of(name, what, SIMHASH + TEXT, planted.documents(), "fp", objects(planted, false));
  }

  private static Index logsdb(String name, String what, String settings, Planted planted) {
    String properties = SIMHASH + TEXT + ", \"@timestamp\": {\"type\": \"date\"}";
    return Index.of(name, what, properties, planted.documents(), "fp", objects(planted, true))
        .withSettings(", \"index.mode\": \"logsdb\"" + settings);
  }

  private static void addAlternatives(List<Index> all, Planted planted) {
    int documents = planted.documents();
    Contents contents = new Contents(planted);
    IntFunction<String> tags =
        document ->
            "{\"group\": \"%s\", \"set\": [%s]}"
                .formatted(planted.group(document), quoted(contents.tags(document)));
    String minhash = "\"set\": {\"type\": \"minhash\"%s}";
    all.add(
        Index.of(
            MINHASH,
            "`minhash` of 20 tags, 384 components",
            minhash.formatted(""),
            documents,
            "set",
            tags));
    all.add(
        Index.of(
            BANDS,
            "`minhash` of 20 tags, 126 components in 42 bands",
            minhash.formatted(", \"hashes\": " + BAND_HASHES + ", \"bands\": " + BAND_HASHES / 3),
            documents,
            "set",
            tags));
    String vector =
        "\"fp\": {\"type\": \"dense_vector\", \"element_type\": \"bit\", \"dims\": 64,"
            + " \"index_options\": {\"type\": \"%s\"}}";
    all.add(
        Index.of(
            FLAT,
            "`dense_vector` of 64 bits, flat",
            vector.formatted("flat"),
            documents,
            "fp",
            fingerprints(planted)));
    all.add(
        Index.of(
            HNSW,
            "`dense_vector` of 64 bits, hnsw",
            vector.formatted("hnsw"),
            documents,
            "fp",
            fingerprints(planted)));
  }

  private static void addSkewed(List<Index> all, Planted planted) {
    int documents = planted.documents();
    all.add(
        Index.of(
            SKEWED,
            "fingerprint and blocks, one bucket of a tenth",
            SIMHASH,
            documents,
            "fp",
            fingerprints(planted)));
    all.add(
        Index.of(
            LEVELS,
            "the same with `block_levels: 2`",
            "\"fp\": {\"type\": \"simhash\", \"block_levels\": 2}",
            documents,
            "fp",
            fingerprints(planted)));
  }

  private static IntFunction<String> fingerprints(Planted planted) {
    return document ->
        "{\"group\": \"%s\", \"fp\": \"%s\"}"
            .formatted(planted.group(document), Fingerprint.toHex(planted.fingerprint(document)));
  }

  private static IntFunction<String> objects(Planted planted, boolean timestamp) {
    Contents contents = new Contents(planted);
    return document -> {
      StringBuilder line = new StringBuilder("{");
      if (timestamp) {
        line.append("\"@timestamp\": ").append(1_700_000_000_000L + document).append(", ");
      }
      line.append("\"group\": \"").append(planted.group(document)).append('"');
      if (planted.isPlanted(document)) {
        line.append(", \"content\": \"").append(contents.text(document)).append('"');
      }
      if (planted.hasFingerprint(document)) {
        line.append(", \"fp\": {\"fingerprint\": \"")
            .append(Fingerprint.toHex(planted.fingerprint(document)))
            .append("\", \"signature\": \"")
            .append(contents.signature(document).toBase64())
            .append("\"}");
      }
      return line.append('}').toString();
    };
  }

  static String quoted(List<String> values) {
    return values.stream().map(v -> "\"" + v + "\"").collect(Collectors.joining(", "));
  }
}
