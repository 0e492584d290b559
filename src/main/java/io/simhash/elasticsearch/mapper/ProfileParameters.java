package io.simhash.elasticsearch.mapper;

import io.simhash.elasticsearch.profile.AnalyzerLookup;
import io.simhash.elasticsearch.profile.IdfModels;
import io.simhash.elasticsearch.profile.ProfileOptions;
import io.simhash.lucene.text.TextFingerprinter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.FieldMapper.Parameter;

/**
 * The profile options as parameters of a mapping. None can be changed later: what is indexed would
 * no longer be comparable with what comes.
 */
public final class ProfileParameters {

  private static final String ANALYZER = "analyzer";
  private static final String SHINGLE = "shingle";

  /** A multi-field sees one text and no title. */
  private static final String NOT_OFFERED = "title_factor";

  private final List<Parameter<Object>> parameters = new ArrayList<>();

  /**
   * @param given the options of an existing mapper, as they were typed
   */
  public ProfileParameters(Function<FieldMapper, Map<String, Object>> given) {
    for (String name : new TreeSet<>(ProfileOptions.NAMES)) {
      if (name.equals(NOT_OFFERED) == false) {
        parameters.add(parameter(name, given));
      }
    }
  }

  /** A parameter that keeps what was typed, to be read when all of them are known. */
  public static Parameter<Object> parameter(
      String name, Function<FieldMapper, Map<String, Object>> given) {
    return new Parameter<Object>(
            name,
            false,
            () -> null,
            (field, context, value) -> value,
            mapper -> given.apply(mapper).get(name),
            (builder, key, value) -> builder.field(key, value),
            String::valueOf)
        .setSerializerCheck((includeDefaults, configured, value) -> value != null);
  }

  public List<Parameter<Object>> parameters() {
    return parameters;
  }

  /** The options as they were typed. */
  public Map<String, Object> given() {
    Map<String, Object> given = new LinkedHashMap<>();
    parameters.stream()
        .filter(parameter -> parameter.get() != null)
        .forEach(parameter -> given.put(parameter.name, parameter.get()));
    return given;
  }

  /** Whether a field with these options takes text: it has an analyzer, or needs none. */
  public static boolean ofText(Map<String, Object> given) {
    return given.containsKey(ANALYZER) || ofCharacters(given);
  }

  private static boolean ofCharacters(Map<String, Object> given) {
    return given.get(SHINGLE) instanceof Map<?, ?> shingle
        && "character".equals(shingle.get("unit"));
  }

  /**
   * The fingerprinter of a field that takes text; empty where no option is given.
   *
   * @throws IllegalArgumentException naming the option that is wrong
   */
  public static Optional<TextFingerprinter> resolve(
      Map<String, Object> given, AnalyzerLookup analyzers, IdfModels models) {
    if (given.isEmpty()) {
      return Optional.empty();
    }
    if (ofText(given) == false) {
      throw new IllegalArgumentException(
          "["
              + String.join(", ", given.keySet())
              + "] needs [analyzer], or [shingle.unit] [character]: without them the field takes"
              + " fingerprints, not text");
    }
    // Shingles of characters are cut without an analyzer: none is looked up where none is named.
    AnalyzerLookup lookup =
        given.containsKey(ANALYZER)
            ? analyzers
            : name -> new AnalyzerLookup.Found(null, "characters");
    ProfileOptions options = ProfileOptions.take(new LinkedHashMap<>(given), false);
    requireFixedModel(options);
    return Optional.of(options.resolve(lookup, models, List.of(1.0)));
  }

  /** A stored model may be replaced, and fingerprints of one field must stay comparable. */
  private static void requireFixedModel(ProfileOptions options) {
    if (options.storedModel().isPresent()) {
      throw new IllegalArgumentException(
          "[idf] must be [none] or a shipped model, one of "
              + new TreeSet<>(IdfModels.SHIPPED)
              + ", in a mapping, but was ["
              + options.storedModel().get()
              + "]: a stored model is for pipelines");
    }
  }
}
