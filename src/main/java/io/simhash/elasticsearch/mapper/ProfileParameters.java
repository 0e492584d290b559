package io.simhash.elasticsearch.mapper;

import io.simhash.core.profile.Profile;
import io.simhash.core.profile.ProfileOption;
import io.simhash.elasticsearch.profile.FingerprinterFactory;
import io.simhash.elasticsearch.profile.IdfModels;
import io.simhash.lucene.text.TextFingerprinter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.FieldMapper.Parameter;

/**
 * The profile options as parameters of a mapping. None can be changed later: old and new
 * fingerprints of the field would not be comparable.
 */
public final class ProfileParameters {

  private final List<Parameter<Object>> parameters;

  /**
   * @param typed the options of an existing mapper, as they were typed
   * @param profile the profile of the mapper that is shown; empty if it takes no text
   */
  public ProfileParameters(
      Function<FieldMapper, Map<String, Object>> typed, Optional<Profile> profile) {
    // A multi-field has one text and no title.
    parameters =
        ProfileOption.all().stream()
            .filter(option -> option != ProfileOption.TITLE_FACTOR)
            .sorted(Comparator.comparing(ProfileOption::name))
            .map(option -> parameter(option.name(), typed, profile.map(option::json)))
            .toList();
  }

  /** A parameter that keeps the value as it was typed, to be read when all of them are known. */
  public static Parameter<Object> parameter(
      String name, Function<FieldMapper, Map<String, Object>> typed) {
    return parameter(name, typed, Optional.empty());
  }

  /**
   * @param effective the value that {@code include_defaults} shows where none was typed
   */
  private static Parameter<Object> parameter(
      String name, Function<FieldMapper, Map<String, Object>> typed, Optional<Object> effective) {
    return new Parameter<Object>(
            name,
            false,
            () -> null,
            (field, context, value) -> value,
            mapper -> typed.apply(mapper).get(name),
            (builder, key, value) -> builder.field(key, value == null ? effective.get() : value),
            String::valueOf)
        .setSerializerCheck(
            (includeDefaults, configured, value) ->
                value != null || (includeDefaults && effective.isPresent()));
  }

  public List<Parameter<Object>> parameters() {
    return parameters;
  }

  /** The options as they were typed. */
  public Map<String, Object> typed() {
    return typed(parameters);
  }

  /** The values of {@code parameters} that were typed. */
  public static Map<String, Object> typed(List<Parameter<Object>> parameters) {
    Map<String, Object> typed = new LinkedHashMap<>();
    parameters.stream()
        .filter(parameter -> parameter.get() != null)
        .forEach(parameter -> typed.put(parameter.name, parameter.get()));
    return typed;
  }

  /**
   * The fingerprinter of a field that takes text; empty where no option is typed.
   *
   * @throws IllegalArgumentException naming the option that is wrong
   */
  public static Optional<TextFingerprinter> fingerprinter(
      Map<String, Object> typed, FingerprinterFactory factory) {
    if (typed.isEmpty()) {
      return Optional.empty();
    }
    if (typed.containsKey(ProfileOption.ANALYZER.name()) == false
        && isOfCharacters(typed) == false) {
      throw new IllegalArgumentException(
          "["
              + String.join(", ", typed.keySet())
              + "] needs [analyzer], or [shingle.unit] [character]: without them the field takes"
              + " fingerprints, not text");
    }
    requireFixedModel(typed);
    return Optional.of(factory.create(typed, false, List.of(1.0)));
  }

  private static boolean isOfCharacters(Map<String, Object> typed) {
    return typed.get(ProfileOption.SHINGLE.name()) instanceof Map<?, ?> shingle
        && "character".equals(shingle.get("unit"));
  }

  /** A stored model may be replaced, and fingerprints of one field must stay comparable. */
  private static void requireFixedModel(Map<String, Object> typed) {
    Optional<String> stored = FingerprinterFactory.storedModel(typed);
    if (stored.isPresent()) {
      throw new IllegalArgumentException(
          "[idf] must be [none] or a shipped model, one of "
              + new TreeSet<>(IdfModels.SHIPPED)
              + ", in a mapping, but was ["
              + stored.get()
              + "]: a stored model is for pipelines");
    }
  }
}
