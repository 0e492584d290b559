package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.lucene.search.SimHashNearAnyQuery;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Several fingerprints with names, some of which are those of stored documents: {@code
 * "fingerprints": {"a": "9f3c…", "b": {"fingerprint": "…", "signature": "…"}, "c": {"like":
 * {"_index": …, "_id": …}}}}.
 *
 * @param sources for each name a {@link FingerprintSource.Value} or a {@link
 *     FingerprintSource.Like} of one document
 */
record NamedSources(Map<String, FingerprintSource> sources)
    implements FingerprintSource.Unresolved {

  static final String OPTION = "fingerprints";

  /** The processor writes these beside the fingerprint; they change nothing here. */
  private static final List<String> WRITTEN_BESIDE = List.of("features", "effective_features");

  NamedSources {
    requireCount(sources.size());
    if (sources.containsKey("")) {
      throw invalid("[%s] must have names that are not empty", OPTION);
    }
    // In the order of the names: equal queries may be typed in any order.
    sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
  }

  static void requireCount(int fingerprints) {
    if (fingerprints < 1 || fingerprints > SimHashNearAnyQuery.MAX_FINGERPRINTS) {
      throw invalid(
          "[%s] must hold 1 to %s fingerprints but held [%s]",
          OPTION, SimHashNearAnyQuery.MAX_FINGERPRINTS, fingerprints);
    }
  }

  /** Reads the option's object; without a {@code like} the result is resolved. */
  static FingerprintSource from(Map<String, Object> named) {
    Map<String, FingerprintSource> sources = new LinkedHashMap<>();
    named.forEach((name, value) -> sources.put(name, source(name, value)));
    NamedSources all = new NamedSources(sources);
    return all.likes().isEmpty() ? all.resolved(Map.of()) : all;
  }

  private static FingerprintSource source(String name, Object value) {
    if (value instanceof Map == false) {
      String option = OPTION + "." + name;
      if (value == null) {
        throw invalid("[%s] must not be null", option);
      }
      return new FingerprintSource.Value(FingerprintSource.fingerprint(option, value), null, null);
    }
    OptionMap options = new OptionMap(nested(OPTION, nested(name, value)));
    return source(options.object(OPTION).object(name));
  }

  private static FingerprintSource source(OptionMap options) {
    FingerprintSource source =
        options.exactlyOneOf(List.of("fingerprint", "like")).equals("like")
            ? new FingerprintSource.Like(DocumentReference.one(options), false)
            : FingerprintSource.value(options);
    WRITTEN_BESIDE.stream().filter(options::has).forEach(options::any);
    options.requireEmpty();
    return source;
  }

  private static Map<String, Object> nested(String name, Object value) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(name, value);
    return map;
  }

  /** The documents to look up, by name. */
  Map<String, DocumentReference> likes() {
    Map<String, DocumentReference> likes = new LinkedHashMap<>();
    sources.forEach(
        (name, source) -> {
          if (source instanceof FingerprintSource.Like like) {
            likes.put(name, like.documents().getFirst());
          }
        });
    return likes;
  }

  /**
   * The fingerprints, without those of documents that have none.
   *
   * @param found for each name of {@link #likes} what was found
   */
  FingerprintSource.Resolved resolved(Map<String, NamedFingerprint> found) {
    List<NamedFingerprint> named =
        sources.entrySet().stream()
            .map(
                entry ->
                    entry.getValue() instanceof FingerprintSource.Value value
                        ? new NamedFingerprint(entry.getKey(), value, null, null)
                        : found.get(entry.getKey()))
            .filter(each -> each != null)
            .toList();
    return named.isEmpty() ? new FingerprintSource.None("like") : new NamedFingerprints(named);
  }

  /** See {@link FingerprintSource#withoutSignature}. */
  Optional<String> placeWithoutSignature() {
    return sources.entrySet().stream()
        .filter(source -> source.getValue().withoutSignature().isPresent())
        .findFirst()
        .map(source -> place(source.getKey()));
  }

  static String place(String name) {
    return "in [" + OPTION + "." + name + "]";
  }

  void write(XContentBuilder builder) throws IOException {
    builder.startObject(OPTION);
    for (Map.Entry<String, FingerprintSource> source : sources.entrySet()) {
      builder.startObject(source.getKey());
      if (source.getValue() instanceof FingerprintSource.Like like) {
        builder.field("like", like.documents().getFirst());
      } else {
        source.getValue().toXContent(builder);
      }
      builder.endObject();
    }
    builder.endObject();
  }

  static NamedSources read(StreamInput in) throws IOException {
    return new NamedSources(in.readOrderedMap(StreamInput::readString, FingerprintSource::read));
  }

  void write(StreamOutput out) throws IOException {
    out.writeMap(sources, StreamOutput::writeString, (o, source) -> source.writeTo(o));
  }
}
