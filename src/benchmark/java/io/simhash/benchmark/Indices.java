package io.simhash.benchmark;

import io.simhash.core.minhash.Signature;
import io.simhash.core.simhash.Fingerprint;
import java.util.List;
import java.util.stream.Collectors;

/** The indices of made fingerprints. */
final class Indices {

  /** Fingerprints alone. */
  static final String FINGERPRINT = "fingerprint";

  /** Fingerprints and signatures. */
  static final String SIGNATURE = "signature";

  /** The same, one document in a hundred without a signature. */
  static final String HOLES = "holes";

  static final String SEGMENTS = "segments";
  static final String MORE_SEGMENTS = "segments_34";
  static final String SHARDS = "shards";
  static final String LOGSDB = "logsdb";

  /** The same, one document in ten of one template. */
  static final String TEMPLATES = "templates";

  /** The same, in kinds of weakly similar documents. */
  static final String KIND = "kind";

  /** Signatures without fingerprints, all of them equal. */
  static final String COPIES = "copies";

  static final String MINHASH = "minhash";
  static final String FLAT = "flat";

  private static final double WITHOUT_SIGNATURE = .01;
  private static final long FEATURES = 21;
  private static final int NUMBER_OF_COPIES = 100_000;
  private static final String SIMHASH = "\"fp\": {\"type\": \"simhash\"}";
  private static final String VECTOR =
      "\"fp\": {\"type\": \"dense_vector\", \"element_type\": \"bit\", \"dims\": 64,"
          + " \"index_options\": {\"type\": \"flat\"}}";
  private static final String TEXT = ", \"content\": {\"type\": \"text\", \"index\": false}";
  private static final int SOME_SEGMENTS = 20;

  /** About the segments of a shard that the default merge policy leaves. */
  private static final int SEGMENTS_OF_A_SHARD = 34;

  /** Lets the small segments of the bulk requests live until the merge at the end. */
  private static final String KEEP_SEGMENTS =
      ", \"index.merge.policy.segments_per_tier\": 100,"
          + " \"index.merge.policy.max_merge_at_once\": 100,"
          + " \"index.merge.policy.merge_factor\": 100,"
          + " \"index.merge.policy.floor_segment\": \"1kb\"";

  private static final int SOME_SHARDS = 5;

  private Indices() {}

  /** All indices. */
  static List<Index> of(Settings settings) {
    Planted full = planted(FINGERPRINT, settings);
    Index signature = signatures(SIGNATURE, "fingerprint, blocks, signature and bands", settings);
    return List.of(
        fingerprints(FINGERPRINT, "fingerprint and blocks", SIMHASH, settings),
        signature,
        inSegments(signature, SEGMENTS, SOME_SEGMENTS),
        inSegments(signature, MORE_SEGMENTS, SEGMENTS_OF_A_SHARD),
        signature.named(SHARDS, "the same, " + SOME_SHARDS + " shards").withShards(SOME_SHARDS),
        signatures(LOGSDB, "the same, index mode `logsdb`", settings)
            .withSettings(", \"index.mode\": \"logsdb\""),
        signatures(HOLES, "the same, some documents without signature", settings),
        signatures(TEMPLATES, "the same, a tenth of one template", settings),
        signatures(KIND, "the same, of 2,000 kinds of weakly similar documents", settings),
        signatures(COPIES, "equal signatures without fingerprint", settings),
        Index.of(
            MINHASH,
            "`minhash` of 20 tags",
            "\"set\": {\"type\": \"minhash\"}",
            full.documents(),
            document ->
                "{\"group\": \"%s\", \"set\": [%s]}"
                    .formatted(full.group(document), quoted(new Contents(full).tags(document)))),
        fingerprints(FLAT, "`dense_vector` of 64 bits, flat", VECTOR, settings));
  }

  /** The made documents of an index. */
  static Planted planted(String index, Settings settings) {
    int documents = settings.documents();
    return switch (index) {
      case HOLES -> new Planted(documents, settings.seed(), WITHOUT_SIGNATURE);
      case COPIES -> new Planted(NUMBER_OF_COPIES, settings.seed(), 0);
      default -> new Planted(documents, settings.seed(), 0);
    };
  }

  /** The other contents of the documents of an index. */
  static Contents contents(String index, Settings settings) {
    return new Contents(planted(index, settings), index.equals(KIND));
  }

  private static Index inSegments(Index index, String name, int segments) {
    return index
        .named(name, "the same, " + segments + " segments")
        .withSegments(segments)
        .withSettings(KEEP_SEGMENTS);
  }

  private static Index signatures(String name, String what, Settings settings) {
    Contents contents = contents(name, settings);
    return Index.of(
        name,
        what,
        SIMHASH + TEXT + ", \"@timestamp\": {\"type\": \"date\"}",
        contents.planted().documents(),
        document -> source(name, contents, document));
  }

  private static Index fingerprints(
      String name, String what, String properties, Settings settings) {
    Planted planted = planted(name, settings);
    return Index.of(
        name,
        what,
        properties,
        planted.documents(),
        document ->
            "{\"group\": \"%s\", \"fp\": \"%s\"}"
                .formatted(
                    planted.group(document), Fingerprint.toHex(planted.fingerprint(document))));
  }

  /** The source of a document of an index with signatures. */
  private static String source(String index, Contents contents, int document) {
    Planted planted = contents.planted();
    StringBuilder line = new StringBuilder("{");
    if (index.equals(LOGSDB)) {
      line.append("\"@timestamp\": ").append(1_700_000_000_000L + document).append(", ");
    }
    line.append("\"group\": \"").append(planted.group(document)).append('"');
    if (planted.isPlanted(document) && index.equals(COPIES) == false) {
      line.append(", \"content\": \"").append(contents.text(document)).append('"');
    }
    return line.append(", \"fp\": ")
        .append(value(index, contents, document))
        .append('}')
        .toString();
  }

  private static String value(String index, Contents contents, int document) {
    if (index.equals(COPIES)) {
      return "{\"signature\": \"" + contents.querySignature(0).toBase64() + "\"}";
    }
    boolean isFilled = index.equals(TEMPLATES) && Contents.isFilled(document);
    Planted planted = contents.planted();
    long fingerprint =
        isFilled ? contents.filledFingerprint(document) : planted.fingerprint(document);
    String parts =
        "\"fingerprint\": \""
            + Fingerprint.toHex(fingerprint)
            + "\", "
            + features(planted, document);
    if (planted.hasSignature(document)) {
      Signature signature =
          isFilled ? contents.filledSignature(document) : contents.signature(document);
      parts += ", \"signature\": \"" + signature.toBase64() + "\"";
    }
    return "{" + parts + "}";
  }

  /** Numbers of features, with about as many bytes a document as those of real texts. */
  private static String features(Planted planted, int document) {
    int features = 50 + Mix.below(planted.seed() + FEATURES, document, 300);
    double effective = features * (1 - .2 * Mix.share(planted.seed() + FEATURES, document));
    return "\"features\": %d, \"effective_features\": %s"
        .formatted(features, Math.rint(effective * 10) / 10);
  }

  static String quoted(List<String> values) {
    return values.stream().map(v -> "\"" + v + "\"").collect(Collectors.joining(", "));
  }
}
