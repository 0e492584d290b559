package io.simhash.elasticsearch.option;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.elasticsearch.ingest.ProcessorOptions;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The option {@code same}: documents are compared only if they have equal values in all of these
 * fields. A document without a value is compared only with others without one.
 *
 * @param names up to {@value #MAX_NAMES} fields; empty where all documents are compared
 */
public record SameFields(List<String> names) implements Writeable {

  public static final SameFields NONE = new SameFields(List.of());

  private static final String OPTION = "same";

  private static final int MAX_NAMES = 8;

  /** The types whose values are equal or not: no text, and nothing that matches in part. */
  private static final Set<String> TYPES =
      Set.of(
          "keyword",
          "constant_keyword",
          "boolean",
          "date",
          "date_nanos",
          "ip",
          "byte",
          "short",
          "integer",
          "long",
          "unsigned_long",
          "half_float",
          "float",
          "double",
          "scaled_float");

  public SameFields {
    names = List.copyOf(names);
  }

  /** Takes {@code same}; {@link #NONE} where it is absent. */
  public static SameFields from(OptionMap options) {
    if (options.has(OPTION) == false) {
      return NONE;
    }
    List<String> typed = options.stringOrStrings(OPTION);
    if (typed.isEmpty() || typed.size() > MAX_NAMES) {
      throw invalid("[same] must hold 1 to %s fields but held [%s]", MAX_NAMES, typed.size());
    }
    List<String> names = typed.stream().map(SameFields::requireField).toList();
    if (new HashSet<>(names).size() < names.size()) {
      throw invalid("[same] must hold different fields but was %s", names);
    }
    return new SameFields(names);
  }

  private static String requireField(String typed) {
    String name = ProcessorOptions.field(OPTION, typed);
    if (name.startsWith("_") || Regex.isSimpleMatchPattern(name)) {
      throw invalid("[same] must hold names of fields of documents but held [%s]", typed);
    }
    return name;
  }

  public boolean isEmpty() {
    return names.isEmpty();
  }

  /** The parts of a source that have the values: of a sub-field its field. */
  public Stream<String> read() {
    return names.stream()
        .flatMap(
            name ->
                name.contains(".")
                    ? Stream.of(name, name.substring(0, name.lastIndexOf('.')))
                    : Stream.of(name));
  }

  /** One of the fields in an index, of a type whose values can be compared. */
  public static MappedFieldType type(IndexFields fields, String name) {
    MappedFieldType type = fields.context().getFieldType(name);
    if (type == null) {
      // Taken as absent in all documents, it would join what it is to keep apart.
      throw fields.refuse(
          "[same] must hold fields that are mapped but [%s] is not: map it before the first"
              + " document",
          name);
    }
    fields.requireOutsideNested("same", type.name());
    if (TYPES.contains(type.typeName()) == false) {
      boolean hasKeyword = fields.has(name + ".keyword");
      throw fields.refuse(
          "[same] must hold fields of keywords, numbers, booleans or dates but [%s] is of type"
              + " [%s]%s",
          name, type.typeName(), hasKeyword ? ": use [" + name + ".keyword]" : "");
    }
    return type;
  }

  public SameFields(StreamInput in) throws IOException {
    this(in.readStringCollectionAsList());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeStringCollection(names);
  }

  /** Writes the option into an object that is open, if it is set. */
  public void toXContent(XContentBuilder builder) throws IOException {
    if (isEmpty() == false) {
      builder.field(OPTION, names);
    }
  }
}
