package io.simhash.elasticsearch.option;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearRule.Similar;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.mapper.NearFieldType;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The options that decide which documents are near-duplicates: {@code "field", "max_distance",
 * "min_similarity", "ignore_unmapped"}.
 *
 * @param field a field of type {@code simhash} or {@code minhash}
 * @param maxDistance in bits, 0 to 64; {@code null} where it is not set, see {@link NearRule}
 * @param minSimilarity above 0, at most 1; {@code null} where it is not set, see {@link NearRule}
 * @param ignoreUnmapped whether the documents of an index without the field are near-duplicates of
 *     none, and no error
 */
public record NearOptions(
    String field, Integer maxDistance, Double minSimilarity, boolean ignoreUnmapped)
    implements Writeable {

  public NearOptions {
    if (field.isEmpty()) {
      throw invalid("[field] must not be empty");
    }
    if (maxDistance != null) {
      Ranges.require("max_distance", maxDistance, 0, Fingerprint.BITS);
    }
    if (minSimilarity != null) {
      Similar.requireSimilarity(minSimilarity);
    }
  }

  public NearOptions(StreamInput in) throws IOException {
    this(in.readString(), in.readOptionalVInt(), in.readOptionalDouble(), in.readBoolean());
  }

  public static NearOptions from(OptionMap options) {
    return of(options.needed("field"), options, options.bool("ignore_unmapped", false));
  }

  /** Takes the distance and the similarity of a request that has the other options elsewhere. */
  public static NearOptions of(String field, OptionMap options, boolean ignoreUnmapped) {
    return new NearOptions(
        field,
        options.has("max_distance") ? options.integer("max_distance") : null,
        options.has("min_similarity") ? options.number("min_similarity") : null,
        ignoreUnmapped);
  }

  /** Requires the name of one field, for features that read values by it: no wildcard. */
  public NearOptions requireOneField() {
    if (Regex.isSimpleMatchPattern(field)) {
      throw invalid("[field] must be the name of one field but was [%s]", field);
    }
    return this;
  }

  /**
   * The rule of these options.
   *
   * @param signed whether there is a signature to search with
   */
  public NearRule rule(boolean signed) {
    return NearRule.of(maxDistance, minSimilarity, signed);
  }

  /** The rule for a set of values: similar, if one of them has a signature. */
  public NearRule rule(Stream<NearValue> values) {
    return rule(values.anyMatch(value -> value.signature().isPresent()));
  }

  /** The rule of these options with {@code confirm}, {@code null} where it is not set. */
  public NearRule rule(ConfirmOptions confirm, boolean signed) {
    return confirm == null
        ? rule(signed)
        : NearRule.toConfirm(maxDistance, minSimilarity, confirm.rule().minSimilarity(), signed);
  }

  /**
   * Requires options that can be used with a type: a field without fingerprints has no distances.
   *
   * @param rule the rule of these options where there are signatures
   */
  public void requireComparable(String typeName, NearRule rule) {
    boolean hasRadius = rule instanceof NearRule.Radius;
    if (NearFieldType.hasFingerprints(typeName) == false && (maxDistance != null || hasRadius)) {
      throw invalid(
          "%s for [%s] of type [minhash], which has no fingerprints",
          maxDistance == null ? "[min_similarity] must be set" : "[max_distance] must not be set",
          field);
    }
  }

  /** The field in an index, usable by a rule; empty if it is not mapped there and need not be. */
  public Optional<NearFieldType> in(SearchExecutionContext context, NearRule rule) {
    IndexFields fields = new IndexFields(context);
    if (fields.has(field) == false) {
      if (ignoreUnmapped) {
        return Optional.empty();
      }
      fields.requireNoObject(NearFieldType.NAMES, "field", field);
      throw fields.refuse(
          "[field] must be mapped but [%s] is not in [%s]; with [ignore_unmapped] [true] the"
              + " documents of such an index are near-duplicates of none",
          field, context.getFullyQualifiedIndex().getName());
    }
    NearFieldType type = fields.require(NearFieldType.class, NearFieldType.NAMES, "field", field);
    fields.requireOutsideNested("field", type.name());
    requireComparable(type.typeName(), rule);
    return Optional.of(type);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(field);
    out.writeOptionalVInt(maxDistance);
    out.writeOptionalDouble(minSimilarity);
    out.writeBoolean(ignoreUnmapped);
  }

  /** Writes the options into an object that is open. */
  public void toXContent(XContentBuilder builder) throws IOException {
    builder.field("field", field);
    if (maxDistance != null) {
      builder.field("max_distance", maxDistance);
    }
    if (minSimilarity != null) {
      builder.field("min_similarity", minSimilarity);
    }
    builder.field("ignore_unmapped", ignoreUnmapped);
  }
}
