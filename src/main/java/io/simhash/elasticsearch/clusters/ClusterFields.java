package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.mapper.NearFieldType;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.IndexFields;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.SameFields;
import java.io.IOException;
import java.util.Set;
import java.util.function.Predicate;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.mapper.BooleanFieldMapper;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.KeywordFieldMapper;
import org.elasticsearch.index.mapper.KeywordFieldMapper.KeywordFieldType;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * The fields of a cluster run, as users type them, and what an index must map them to; {@code null}
 * for a field that is not set.
 *
 * @param near the field, and which documents are neighbours; an index without the field has no
 *     document of the run
 * @param canonical decides which member is canonical
 * @param update takes the id of the document's cluster
 * @param original takes whether the document is the canonical one of its story
 * @param target the object that takes the canonical document in the others of its story
 * @param confirm the texts that neighbours are confirmed by
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
   * @return the type of the field; {@code null} if the index has no such field, and so no document
   *     of the run
   * @throws IllegalArgumentException naming the option, the field and the index
   */
  NearFieldType require(SearchExecutionContext index) {
    NearFieldType searched = near.in(index, near.rule(confirm, true)).orElse(null);
    if (searched == null) {
      return null;
    }
    if (canonical != null) {
      require(
          index,
          "[canonical.field] must name a field of numbers or dates with doc values",
          canonical,
          type -> type.hasDocValues() && ORDERED.contains(type.typeName()));
    }
    if (update != null) {
      String needed = "[update.field] must name a field";
      requireTakes(index, needed, update, KeywordFieldMapper.CONTENT_TYPE, "every id");
      requireSource(index);
    }
    if (original != null) {
      String needed = "[update.canonical_field] must name a field";
      requireTakes(index, needed, original, BooleanFieldMapper.CONTENT_TYPE, "values");
    }
    if (target != null) {
      String needed = "[update.target_field] must name an object with the field [id]";
      String id = target + ".id";
      if (index.getFieldType(target) != null) {
        require(index, needed, target, type -> false);
      }
      require(index, needed, id, type -> true);
      requireTakes(index, needed, id, KeywordFieldMapper.CONTENT_TYPE, "every id");
      new IndexFields(index).requireOutsideNested("update.target_field", id);
    }
    if (confirm != null) {
      require(index, "[confirm.field] must name a field of texts", confirm.field(), type -> true);
    }
    return searched;
  }

  private static MappedFieldType require(
      SearchExecutionContext index, String needed, String field, Predicate<MappedFieldType> suits) {
    MappedFieldType type = index.getFieldType(field);
    if (type == null) {
      throw invalid("%s but [%s] is not mapped in index [%s]", needed, field, name(index));
    }
    if (suits.test(type) == false) {
      throw invalid(
          "%s but [%s] of index [%s] is of type [%s]", needed, field, name(index), type.typeName());
    }
    return type;
  }

  private static MappedFieldType require(
      SearchExecutionContext index, String needed, String field, String typeName) {
    String typed = needed + " of type [" + typeName + "]";
    return require(index, typed, field, type -> type.typeName().equals(typeName));
  }

  private static String name(SearchExecutionContext index) {
    return index.index().getName();
  }

  /**
   * Requires a field of a type that documents can have.
   *
   * @param values what it must take
   */
  private void requireTakes(
      SearchExecutionContext index, String needed, String field, String typeName, String values) {
    MappedFieldType type = require(index, needed, field, typeName);
    String reason = reasonAgainst(index, type, field);
    if (reason != null) {
      throw invalid(
          "%s that takes %s but [%s] of index [%s] %s", needed, values, field, name(index), reason);
    }
  }

  /** Why documents cannot have every value in a field; {@code null} if they can. */
  private String reasonAgainst(SearchExecutionContext index, MappedFieldType type, String field) {
    if (type.name().equals(field) == false) {
      return "is an alias of [" + type.name() + "]";
    }
    boolean isWritten =
        index.getMappingLookup().getMapper(field) instanceof FieldMapper mapper
            && mapper.fieldType() == type
            && mapper.hasScript() == false;
    if (isWritten == false) {
      return "is computed";
    }
    if (type instanceof KeywordFieldType keyword) {
      int longest = field.equals(update) ? keyword.ignoreAbove().get() : MAX_ID_LENGTH;
      return keyword.hasNormalizer()
          ? "has a [normalizer]"
          : longest < MAX_ID_LENGTH
              ? "has [ignore_above] [" + longest + "], less than [" + MAX_ID_LENGTH + "]"
              : null;
    }
    return null;
  }

  /** An update writes the document that it has read from {@code _source}. */
  private static void requireSource(SearchExecutionContext index) {
    if (new IndexFields(index).keepWholeSource() == false) {
      throw invalid(
          "[update] rebuilds documents from [_source], which is %s index [%s]",
          index.isSourceEnabled() ? "mapped to omit fields in" : "disabled in", name(index));
    }
  }
}
