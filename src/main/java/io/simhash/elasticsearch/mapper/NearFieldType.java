package io.simhash.elasticsearch.mapper;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.text.Boilerplate;
import io.simhash.elasticsearch.compat.PlainFieldType;
import io.simhash.lucene.document.SimHashFields;
import io.simhash.lucene.text.TextHasher;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.FieldInfos;
import org.elasticsearch.index.mapper.DocValueFetcher;
import org.elasticsearch.index.mapper.DynamicFieldType;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.index.mapper.MappingLookup;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * A field whose documents can be near-duplicates, of type {@code simhash} or {@code minhash}. The
 * Lucene fields of both are {@link io.simhash.lucene.document.SimHashFields}: a {@code minhash}
 * field has no fingerprints.
 */
public abstract class NearFieldType extends PlainFieldType implements DynamicFieldType {

  /** The names that users type. */
  public static final List<String> TYPES = List.of("simhash", "minhash");

  /** {@link #TYPES}, as sentences show them between brackets. */
  public static final String NAMES = String.join("] or [", TYPES);

  private static final String VALUE = "_value";

  /** The most characters of all different lists of an index: some 4 MB in memory. */
  private static final int MAX_BOILERPLATE = 200_000;

  private final TextHasher hasher;

  NearFieldType(String name, Map<String, String> meta, TextHasher hasher) {
    super(name, false, meta);
    this.hasher = hasher;
  }

  /** Makes the values of this field's texts or sets; nothing where it takes fingerprints. */
  public final TextHasher hasher() {
    return hasher;
  }

  /** Whether values of a type can have fingerprints. */
  public static boolean hasFingerprints(String typeName) {
    return typeName.equals(TYPES.getFirst());
  }

  /**
   * The name by which the search option {@code fields} gives the whole value, see {@link
   * SubValueFieldType#whole}. No pattern matches it, and no field of another type has it.
   */
  public static String valueField(String field) {
    return field + "." + VALUE;
  }

  /** The sub-fields that the mapping shows. */
  abstract List<MappedFieldType> subFields();

  /** A sub-field, by which an alias has the sub-fields of its field: {@code alias.signature}. */
  @Override
  public final MappedFieldType getChildFieldType(String leafName) {
    if (leafName.equals(VALUE)) {
      return SubValueFieldType.whole(this, VALUE);
    }
    String child = name() + "." + leafName;
    return subFields().stream().filter(type -> type.name().equals(child)).findFirst().orElse(null);
  }

  /** The doc values of this field or of a sub-field for the search option {@code fields}. */
  static ValueFetcher docValues(MappedFieldType type, SearchExecutionContext context) {
    return new DocValueFetcher(
        type.docValueFormat(null, null),
        context.getForField(type, MappedFieldType.FielddataOperation.SEARCH));
  }

  /** Requires that the lists of all fields fit in the memory of every node. */
  final void requireShortLists(MappingLookup mappings) {
    if (hasher.options().boilerplate().isEmpty()) {
      return;
    }
    // Equal lists are one object. Texts can be chosen whose lists have one hash code.
    Set<Boilerplate> lists = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Mapper mapper : mappings.fieldMappers()) {
      if (mapper instanceof FieldMapper field && field.fieldType() instanceof NearFieldType near) {
        lists.add(near.hasher.options().boilerplate());
      }
    }
    int length = lists.stream().mapToInt(Boilerplate::length).sum();
    if (length > MAX_BOILERPLATE) {
      throw invalid(
          "[boilerplate] of all fields of an index must hold at most [%s] characters together,"
              + " where equal lists count once, but held [%s]",
          MAX_BOILERPLATE, length);
    }
  }

  /** Also with signatures alone, of sets or of short texts. */
  @Override
  public final boolean fieldHasValue(FieldInfos fields) {
    return super.fieldHasValue(fields)
        || fields.fieldInfo(SimHashFields.signatureField(name())) != null;
  }
}
