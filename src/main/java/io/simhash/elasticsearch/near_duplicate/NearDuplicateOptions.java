package io.simhash.elasticsearch.near_duplicate;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.ingest.ProcessorOptions;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.PassagesOption;
import io.simhash.elasticsearch.option.SameFields;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchParseException;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.cluster.metadata.MetadataCreateIndexService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.transport.RemoteClusterAware;

/**
 * The options of a {@code near_duplicate} processor.
 *
 * @param indices the indices to compare with; empty for the index of the document
 * @param same the fields whose values near-duplicates have in common
 * @param passages {@code null} for none
 * @param filter a query that near-duplicates match too; {@code null} for none
 * @param clusterField {@code null} for none
 * @param routeTo the index of near-duplicates; {@code null} unless they are routed
 */
record NearDuplicateOptions(
    NearOptions near,
    PassagesOption passages,
    List<String> indices,
    SameFields same,
    Map<String, Object> filter,
    int size,
    OnDuplicate onDuplicate,
    String targetField,
    String clusterField,
    String routeTo,
    TimeValue timeout,
    OnTimeout onTimeout) {

  enum OnDuplicate {
    TAG,
    DROP,
    FAIL,
    ROUTE;

    /** Whether the document is not indexed where it was sent to. */
    boolean isRemoval() {
      return this != TAG;
    }
  }

  enum OnTimeout {
    TAG_UNKNOWN,
    FAIL;
  }

  static final int MAX_SIZE = 100;

  private static final TimeValue MIN_TIMEOUT = TimeValue.timeValueMillis(1);
  private static final TimeValue MAX_TIMEOUT = TimeValue.timeValueHours(1);
  private static final String DEFAULT_TIMEOUT = "30s";

  static NearDuplicateOptions from(OptionMap options) {
    String field = ProcessorOptions.field("field", options.string("field", "simhash"));
    List<String> indices =
        options.has("index") ? requireIndices(options.stringOrStrings("index")) : List.of();
    String target =
        target("target_field", options.string("target_field", "near_duplicate_of"), field);
    String cluster = target("cluster_field", options.string("cluster_field", null), field);
    if (ProcessorOptions.overlap(target, cluster)) {
      throw invalid(
          "[cluster_field] must not be [target_field], contain it or be inside it but was [%s]",
          cluster);
    }
    OnDuplicate onDuplicate = options.constant("on_duplicate", OnDuplicate.TAG);
    String routeTo = options.string("route_to", null);
    requireRoute(onDuplicate, routeTo);
    PassagesOption passages = PassagesOption.from(options);
    if (onDuplicate.isRemoval() && passages != null && passages.rule().minContainment() == 0) {
      throw invalid(
          "[passages.min_containment] must be above [0] with [on_duplicate] [%s], which would leave"
              + " out each document that shares a passage",
          OptionMap.name(onDuplicate));
    }
    // The first document of an index may be the one that maps the field.
    NearOptions near = NearOptions.of(field, options, true);
    return new NearDuplicateOptions(
        near.requireOneField(),
        passages,
        indices,
        SameFields.from(options),
        options.has("filter") ? requireNoTemplate("filter", options.map("filter")) : null,
        Ranges.require("size", options.integer("size", 1), 1, MAX_SIZE),
        onDuplicate,
        target,
        cluster,
        routeTo,
        timeout(options.string("timeout", DEFAULT_TIMEOUT)),
        options.constant("on_timeout", OnTimeout.TAG_UNKNOWN));
  }

  /** The field of the fingerprint, in the document and in the indices. */
  String field() {
    return near.field();
  }

  /** The fields of the indices that decide which documents are near-duplicates. */
  List<String> compared() {
    return passages == null
        ? List.of(field())
        : List.of(field(), passages.field(), passages.textField());
  }

  /** The parts of a source by which an original is known again. */
  List<String> read() {
    Stream<String> text = passages == null ? Stream.of() : Stream.of(passages.textField());
    return Stream.of(Stream.of(field()), same.read(), text).flatMap(each -> each).toList();
  }

  /** The fields that the processor writes. */
  List<String> written() {
    return clusterField == null ? List.of(targetField) : List.of(targetField, clusterField);
  }

  /** The rule that decides which documents are near-duplicates of one with this value. */
  NearRule rule(NearValue value) {
    boolean signed = value.signature().isPresent();
    return onDuplicate.isRemoval()
        ? NearRule.toRemove(near.maxDistance(), near.minSimilarity(), signed)
        : near.rule(signed);
  }

  /** Refuses a template, anywhere inside: it would be compared as it is typed. */
  private static <T> T requireNoTemplate(String option, T value) {
    if (value.toString().contains("{{")) {
      throw invalid(
          "[%s] must not be a template but was [%s]: [same] names fields in which documents must"
              + " have equal values",
          option, OptionMap.shown(value));
    }
    return value;
  }

  private static List<String> requireIndices(List<String> indices) {
    requireNoTemplate("index", indices);
    if (indices.isEmpty()) {
      throw invalid("[index] must name at least one index");
    }
    for (String index : indices) {
      if (index.isBlank()) {
        throw invalid("[index] must not hold a blank name");
      }
      if (RemoteClusterAware.isRemoteIndexName(index)) {
        throw invalid("[index] must not name indices of other clusters but held [%s]", index);
      }
      if (index.startsWith("-")) {
        throw invalid("[index] must not exclude indices but held [%s]", index);
      }
      requireName(index);
    }
    return List.copyOf(indices);
  }

  /** Requires a name that an index or alias can have, with wildcards and date math resolved. */
  private static void requireName(String index) {
    String name;
    try {
      name = IndexNameExpressionResolver.resolveDateMathExpression(index);
    } catch (ElasticsearchParseException e) {
      throw invalid(
          e, "[index] must hold names of indices but held [%s]: %s", index, e.getMessage());
    }
    if (name.equals(Metadata.ALL) == false) {
      MetadataCreateIndexService.validateIndexOrAliasName(
          name.replace('*', 'x'),
          (changed, reason) ->
              invalid("[index] must hold names of indices but held [%s]: %s", index, reason));
    }
  }

  private static String target(String option, String typed, String field) {
    String target = ProcessorOptions.field(option, typed);
    if (target == null) {
      return null;
    }
    if (IngestDocument.Metadata.isMetadata(target)
        || target.equals(IngestDocument.SOURCE_KEY)
        || target.equals(IngestDocument.INGEST_KEY)
        || target.startsWith(IngestDocument.INGEST_KEY + ".")) {
      throw invalid("[%s] must be a field of the document but was [%s]", option, typed);
    }
    if (ProcessorOptions.overlap(target, field)) {
      throw invalid(
          "[%s] must not be [field], contain it or be inside it but was [%s]", option, target);
    }
    return target;
  }

  private static void requireRoute(OnDuplicate onDuplicate, String routeTo) {
    if (onDuplicate == OnDuplicate.ROUTE && routeTo == null) {
      throw invalid("[on_duplicate] [route] needs [route_to]");
    }
    if (onDuplicate != OnDuplicate.ROUTE && routeTo != null) {
      throw invalid(
          "[route_to] needs [on_duplicate] [route] but it was [%s]", OptionMap.name(onDuplicate));
    }
    if (routeTo != null) {
      if (routeTo.equals(routeTo.toLowerCase(Locale.ROOT)) == false) {
        throw invalid(
            "[route_to] must be the name of an index, in lower case, but was [%s]", routeTo);
      }
      MetadataCreateIndexService.validateIndexOrAliasName(
          routeTo,
          (name, reason) ->
              invalid("[route_to] must be the name of an index but was [%s]: %s", name, reason));
    }
  }

  private static TimeValue timeout(String typed) {
    try {
      TimeValue timeout = TimeValue.parseTimeValue(typed, "timeout");
      if (timeout.compareTo(MIN_TIMEOUT) >= 0 && timeout.compareTo(MAX_TIMEOUT) <= 0) {
        return timeout;
      }
    } catch (IllegalArgumentException e) {
      // refused below
    }
    throw invalid(
        "[timeout] must be a time in [%s, %s], such as [%s], but was [%s]",
        MIN_TIMEOUT, MAX_TIMEOUT, DEFAULT_TIMEOUT, OptionMap.shown(typed));
  }
}
