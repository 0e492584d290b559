package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.mapper.NearFieldType;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.IndexFields;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.SameFields;
import io.simhash.elasticsearch.option.SameReader;
import io.simhash.elasticsearch.query.ConfirmTexts;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.mapper.BooleanFieldMapper;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.KeywordFieldMapper;
import org.elasticsearch.index.mapper.KeywordFieldMapper.KeywordFieldType;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.aggregations.support.AggregationContext;

/**
 * The fields of a cluster run, as users type them, and what an index must map them to.
 *
 * @param near the field, and which documents are neighbours; an index without the field has no
 *     document of the run
 * @param canonical the field that decides which member is canonical; {@code null} for none
 * @param update the field that the ids of clusters are written to; {@code null} for none
 * @param original the field that tells canonical members from others; {@code null} for none
 * @param target the object that names the canonical member in others; {@code null} for none
 * @param confirm the texts that neighbours are confirmed by; {@code null} for none
 * @param same the fields whose values must be equal
 */
public record ClusterFields(
    NearOptions near,
    String canonical,
    String update,
    String original,
    String target,
    ConfirmOptions confirm,
    SameFields same)
    implements Writeable {

  /** The types of numbers and dates. */
  private static final Set<String> ORDERED =
      Set.of(
          ("byte short integer long unsigned_long half_float float double scaled_float date"
                  + " date_nanos")
              .split(" "));

  /** The length of an id with its index: 512 bytes, a slash, and a name of 255 bytes. */
  private static final int MAX_ID_LENGTH = 768;

  /** The fields of a run that compares values alone. */
  public ClusterFields(NearOptions near, SameFields same) {
    this(near, null, null, null, null, null, same);
  }

  ClusterFields(StreamInput in) throws IOException {
    this(
        new NearOptions(in),
        in.readOptionalString(),
        in.readOptionalString(),
        in.readOptionalString(),
        in.readOptionalString(),
        in.readOptionalWriteable(ConfirmOptions::new),
        new SameFields(in));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    near.writeTo(out);
    out.writeOptionalString(canonical);
    out.writeOptionalString(update);
    out.writeOptionalString(original);
    out.writeOptionalString(target);
    out.writeOptionalWriteable(confirm);
    same.writeTo(out);
  }

  /**
   * Requires fields of the right types.
   *
   * @return the name of the field, also where an alias of it was typed; {@code null} if the index
   *     has no such field, and so no document of the run
   * @throws IllegalArgumentException naming the option, the field and the index
   */
  String require(AggregationContext context) {
    SearchExecutionContext search = context.subSearchContext().getSearchExecutionContext();
    Optional<NearFieldType> type = near.in(search, near.rule(confirm, true));
    if (type.isEmpty()) {
      return null;
    }
    String index = context.getIndexSettings().getIndex().getName();
    if (canonical != null) {
      MappedFieldType ordered = context.getFieldType(canonical);
      String needed = "[canonical.field] must name a field of numbers or dates with doc values";
      requireMapped(needed, canonical, ordered, index);
      requireType(
          ordered.hasDocValues() && ORDERED.contains(ordered.typeName()),
          needed,
          canonical,
          ordered,
          index);
    }
    if (update != null) {
      requireUpdatable(context, index);
      requireSource(search, index);
    }
    if (confirm != null) {
      MappedFieldType texts = context.getFieldType(confirm.field());
      requireMapped("[confirm.field] must name a field of texts", confirm.field(), texts, index);
      texts(context);
    }
    sameReader(context);
    return type.get().name();
  }

  /** The reader of the values that must be equal; refuses fields that cannot be used. */
  SameReader sameReader(AggregationContext context) {
    return new SameReader(same, context.subSearchContext().getSearchExecutionContext());
  }

  /**
   * The texts of an index to confirm neighbours by, {@code null} for none; refuses a field that
   * cannot be used.
   */
  ConfirmTexts texts(AggregationContext context) {
    if (confirm == null) {
      return null;
    }
    NearFieldType field = (NearFieldType) context.getFieldType(near.field());
    return new ConfirmTexts(
        context.subSearchContext().getSearchExecutionContext(), confirm, field.hasher().options());
  }

  private static void requireMapped(
      String needed, String field, MappedFieldType type, String index) {
    if (type == null) {
      throw invalid("%s but [%s] is not mapped in index [%s]", needed, field, index);
    }
  }

  private static void requireType(
      boolean suits, String needed, String field, MappedFieldType type, String index) {
    if (suits == false) {
      throw invalid(
          "%s but [%s] of index [%s] is of type [%s]", needed, field, index, type.typeName());
    }
  }

  private void requireUpdatable(AggregationContext context, String index) {
    MappedFieldType type =
        requireTyped(context, "field", update, KeywordFieldMapper.CONTENT_TYPE, index);
    String reason = reasonAgainst(type);
    if (reason != null) {
      throw invalid(
          "[update.field] must name a field that takes every id but [%s] of index [%s] %s",
          update, index, reason);
    }
    if (original != null) {
      requireTyped(context, "canonical_field", original, BooleanFieldMapper.CONTENT_TYPE, index);
      SearchExecutionContext search = context.subSearchContext().getSearchExecutionContext();
      if (search.getMappingLookup().getMapper(original) instanceof FieldMapper == false) {
        throw invalid(
            "[update.canonical_field] must name a field of documents but [%s] of index [%s] is an"
                + " alias or a runtime field",
            original, index);
      }
    }
    if (target != null) {
      String id = target + ".id";
      String needed = "[update.target_field] must name an object with the field [id]";
      requireMapped(needed, id, context.getFieldType(id), index);
    }
  }

  private static MappedFieldType requireTyped(
      AggregationContext context, String option, String field, String typeName, String index) {
    MappedFieldType type = context.getFieldType(field);
    String needed = "[update." + option + "] must name a field of type [" + typeName + "]";
    requireMapped(needed, field, type, index);
    requireType(type.typeName().equals(typeName), needed, field, type, index);
    return type;
  }

  /** Why documents cannot have every id in a keyword field; {@code null} if they can. */
  private String reasonAgainst(MappedFieldType type) {
    if (type.name().equals(update) == false) {
      return "is an alias of [" + type.name() + "]";
    }
    if (type instanceof KeywordFieldType == false || ((KeywordFieldType) type).hasScriptValues()) {
      return "is computed";
    }
    KeywordFieldType keyword = (KeywordFieldType) type;
    if (keyword.hasNormalizer()) {
      return "has a [normalizer]";
    }
    if (keyword.isDimension()) {
      return "is a dimension of a time series";
    }
    if (keyword.ignoreAbove().get() < MAX_ID_LENGTH) {
      int least = keyword.ignoreAbove().get();
      return "has [ignore_above] [" + least + "], less than [" + MAX_ID_LENGTH + "]";
    }
    return null;
  }

  /** An update writes the document that it has read from {@code _source}. */
  private static void requireSource(SearchExecutionContext search, String index) {
    if (new IndexFields(search).keepWholeSource() == false) {
      throw invalid(
          "[update] rebuilds documents from [_source], which is %s index [%s]",
          search.isSourceEnabled() ? "mapped to omit fields in" : "disabled in", index);
    }
  }
}
