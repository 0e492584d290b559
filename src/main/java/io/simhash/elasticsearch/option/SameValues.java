package io.simhash.elasticsearch.option;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.xcontent.support.XContentMapValues;

/**
 * The values of a document in the fields of {@link SameFields}, as they were typed: 5 and {@code
 * "5"} are equal in every type of field.
 *
 * @param values one for each field; {@code null} where the document has none
 */
public record SameValues(SameFields fields, List<String> values) implements Writeable {

  public SameValues {
    values = Collections.unmodifiableList(values);
  }

  /**
   * The values in a source.
   *
   * @throws IllegalArgumentException if one of the fields has several values, or is an object
   */
  public static SameValues of(SameFields fields, Map<String, Object> source) {
    return new SameValues(
        fields, fields.names().stream().map(name -> value(name, source)).toList());
  }

  private static String value(String name, Map<String, Object> source) {
    Object found = XContentMapValues.extractValue(name, source);
    int parent = name.lastIndexOf('.');
    if (found == null && parent > 0) {
      // A sub-field, such as tenant.keyword, has the value of its field.
      Object above = XContentMapValues.extractValue(name.substring(0, parent), source);
      found = flat(above).anyMatch(Map.class::isInstance) ? null : above;
    }
    List<Object> values = flat(found).toList();
    if (values.size() > 1 || values.stream().anyMatch(Map.class::isInstance)) {
      throw invalid(
          "[same] needs at most one value, and no object, in [%s] but it was [%s]",
          name, OptionMap.shown(found));
    }
    return values.isEmpty() ? null : values.getFirst().toString();
  }

  private static Stream<Object> flat(Object value) {
    return value instanceof List<?> list
        ? list.stream().flatMap(SameValues::flat)
        : Stream.ofNullable(value);
  }

  /** Whether another document has other values in the same fields. */
  public boolean differs(SameValues other) {
    return fields.equals(other.fields) && values.equals(other.values) == false;
  }

  /**
   * Whether another document has a value where this one has none, or has none where this one has
   * one. Otherwise different values may be equal ones that are given in different ways.
   */
  public boolean differsInPresence(SameValues other) {
    return IntStream.range(0, values.size())
        .anyMatch(i -> (values.get(i) == null) != (other.values.get(i) == null));
  }

  public SameValues(StreamInput in) throws IOException {
    this(new SameFields(in), in.readCollectionAsList(StreamInput::readOptionalString));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    fields.writeTo(out);
    out.writeCollection(values, StreamOutput::writeOptionalString);
  }
}
