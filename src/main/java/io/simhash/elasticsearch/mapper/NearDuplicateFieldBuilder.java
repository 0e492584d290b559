package io.simhash.elasticsearch.mapper;

import io.simhash.core.base.OptionMap;
import io.simhash.elasticsearch.compat.FieldBuilder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.elasticsearch.common.Explicit;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.FieldMapper.Parameter;
import org.elasticsearch.index.mapper.MapperBuilderContext;
import org.elasticsearch.index.mapper.MapperService;

/**
 * The mapping of a field while it is read, merged or shown: {@code meta}, {@code ignore_malformed}
 * and the options that decide what is computed from a value.
 *
 * <p>The latter cannot be changed later: old and new values of the field would not be comparable.
 * That includes their defaults. A new field takes the defaults of its release, and they are
 * <em>pinned</em>: the field's mapping shows them as if they had been typed, so they are stored
 * with the index, and another release reads them from there. The default of an option that a later
 * release adds must be what was done before, because the mappings of older fields do not have it.
 *
 * <p>An update is compared with the pinned options. Those that it omits keep their values; those
 * that it types must have the same values, in whatever spelling, unless they {@link #canChange}.
 */
abstract class NearDuplicateFieldBuilder extends FieldBuilder {

  final Parameter<Explicit<Boolean>> ignoreMalformed;
  private final String type;
  private final Parameter<Map<String, String>> meta = Parameter.metaParam();
  private final List<Parameter<Object>> options;

  NearDuplicateFieldBuilder(
      String name, String type, boolean ignoreMalformedByDefault, List<String> options) {
    super(name);
    this.type = type;
    this.ignoreMalformed =
        Parameter.explicitBoolParam(
            "ignore_malformed",
            true,
            mapper -> ((NearDuplicateFieldMapper) mapper).ignoreMalformed,
            ignoreMalformedByDefault);
    this.options = options.stream().map(NearDuplicateFieldBuilder::parameter).toList();
  }

  /** A parameter that keeps the value as it was typed, to be read when all of them are known. */
  private static Parameter<Object> parameter(String name) {
    return new Parameter<Object>(
            name,
            false,
            () -> null,
            (field, context, value) -> value,
            mapper -> ((NearDuplicateFieldMapper) mapper).pinned.get(name),
            (builder, key, value) -> builder.field(key, value),
            String::valueOf)
        .setSerializerCheck((includeDefaults, configured, value) -> configured);
  }

  @Override
  public final String contentType() {
    return type;
  }

  /** A builder of the same field to which no option is set yet. */
  abstract NearDuplicateFieldBuilder copy(boolean ignoreMalformedByDefault);

  /** The builder that updates of a field are merged into. */
  final FieldMapper.Builder mergeBuilder(NearDuplicateFieldMapper field) {
    return copy(ignoreMalformed.getDefaultValue().value()).init(field);
  }

  /** The options that are typed or pinned, by name. */
  final Map<String, Object> options() {
    Map<String, Object> set = new LinkedHashMap<>();
    options.stream()
        .filter(option -> option.get() != null)
        .forEach(option -> set.put(option.name, option.get()));
    return set;
  }

  /** The options in the form in which they are pinned; absent ones have the {@code defaults}. */
  final Map<String, Object> pinned(Map<String, Object> defaults) {
    Map<String, Object> pinned = options();
    defaults.forEach(pinned::putIfAbsent);
    pinned.replaceAll((option, typed) -> canonical(option, typed, null));
    return pinned;
  }

  final Map<String, String> meta() {
    return meta.get();
  }

  /**
   * The value of an option in the form in which it is pinned, which is equal for all spellings.
   *
   * @param typed the option alone
   * @param pinned the value of the existing field, which has the parts that {@code typed} omits;
   *     null for a new field, and for a field without such a value
   * @throws IllegalArgumentException naming the option, what it allows and what it was
   */
  abstract Object canonical(String option, OptionMap typed, Object pinned);

  /**
   * Whether an update of this mapping, which is that of the existing field, may change an option:
   * old and new values can be compared.
   */
  boolean canChange(String option) {
    return false;
  }

  private Object canonical(String option, Object typed, Object pinned) {
    return canonical(option, alone(option, typed), pinned);
  }

  /** An option alone, to be read. */
  static OptionMap alone(String option, Object value) {
    return new OptionMap(new HashMap<>(Map.of(option, value)));
  }

  @Override
  protected final FieldMapper.Builder builderOf(FieldMapper update) {
    return ((NearDuplicateFieldMapper) update).builder;
  }

  /** Completes an update of this mapping, which is that of the existing field. */
  @Override
  protected final void complete(FieldMapper.Builder update) {
    List<Parameter<Object>> updates = ((NearDuplicateFieldBuilder) update).options;
    for (int i = 0; i < updates.size(); i++) {
      inherit(updates.get(i), options.get(i));
    }
  }

  /** Completes the update, and brings both values into one form that can be compared. */
  private void inherit(Parameter<Object> update, Parameter<Object> existing) {
    Object pinned = existing.get();
    if (pinned != null) {
      pinned = canonical(existing.name, pinned, null);
      existing.setValue(pinned);
    }
    Object typed = update.get();
    update.setValue(typed == null ? pinned : canonical(update.name, typed, pinned));
    if (canChange(existing.name)) {
      existing.setValue(update.get());
    }
  }

  /**
   * Warns of an analyzer that refuses every text, in the response to a mapping that is put. The
   * mapping itself is accepted: it must also be read where it exists already, and a new field
   * elsewhere in the index makes Elasticsearch build all fields again.
   */
  static void warn(MapperBuilderContext context, Optional<String> refusal) {
    if (context.getMergeReason() != MapperService.MergeReason.MAPPING_RECOVERY) {
      refusal.ifPresent(reason -> HeaderWarning.addWarning("every text is refused: {}", reason));
    }
  }

  @Override
  protected final Parameter<?>[] getParameters() {
    return Stream.concat(Stream.of(meta, ignoreMalformed), options.stream())
        .toArray(Parameter<?>[]::new);
  }
}
