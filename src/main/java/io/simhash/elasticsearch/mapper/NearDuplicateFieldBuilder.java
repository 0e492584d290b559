package io.simhash.elasticsearch.mapper;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.elasticsearch.common.Explicit;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.FieldMapper.Parameter;

/**
 * The mapping of a field while it is read, merged or shown: {@code meta}, {@code ignore_malformed}
 * and the field type's own options. Those are kept as they were typed, and none can be changed
 * later: old and new values of the field would not be comparable.
 */
public abstract class NearDuplicateFieldBuilder extends FieldMapper.Builder {

  final Parameter<Explicit<Boolean>> ignoreMalformed;
  private final Parameter<Map<String, String>> meta = Parameter.metaParam();
  private final List<Parameter<Object>> options;

  /**
   * @param ignoreMalformedByDefault the index's setting
   * @param options the names of the field type's own options
   * @param effective the values that {@code include_defaults} shows where none was typed
   */
  protected NearDuplicateFieldBuilder(
      String name,
      boolean ignoreMalformedByDefault,
      List<String> options,
      Map<String, Object> effective) {
    super(name);
    this.ignoreMalformed =
        Parameter.explicitBoolParam(
            "ignore_malformed",
            true,
            mapper -> ((NearDuplicateFieldMapper) mapper).ignoreMalformed,
            ignoreMalformedByDefault);
    this.options =
        options.stream().map(option -> parameter(option, effective.get(option))).toList();
  }

  /** A parameter that keeps the value as it was typed, to be read when all of them are known. */
  private static Parameter<Object> parameter(String name, Object effective) {
    return new Parameter<Object>(
            name,
            false,
            () -> null,
            (field, context, value) -> value,
            mapper -> ((NearDuplicateFieldMapper) mapper).options.get(name),
            (builder, key, value) -> builder.field(key, value == null ? effective : value),
            String::valueOf)
        .setSerializerCheck(
            (includeDefaults, configured, value) ->
                value != null || (includeDefaults && effective != null));
  }

  /** The field type's own options as they were typed. */
  protected final Map<String, Object> options() {
    Map<String, Object> typed = new LinkedHashMap<>();
    options.stream()
        .filter(option -> option.get() != null)
        .forEach(option -> typed.put(option.name, option.get()));
    return typed;
  }

  /** The option {@code meta}. */
  protected final Map<String, String> meta() {
    return meta.get();
  }

  @Override
  protected final Parameter<?>[] getParameters() {
    return Stream.concat(Stream.of(meta, ignoreMalformed), options.stream())
        .toArray(Parameter<?>[]::new);
  }
}
