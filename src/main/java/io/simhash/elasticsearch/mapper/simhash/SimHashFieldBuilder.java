package io.simhash.elasticsearch.mapper.simhash;

import io.simhash.elasticsearch.mapper.ProfileParameters;
import io.simhash.elasticsearch.profile.AnalyzerLookup;
import io.simhash.elasticsearch.profile.IdfModels;
import io.simhash.lucene.text.TextFingerprinter;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.elasticsearch.common.Explicit;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.FieldMapper.Parameter;
import org.elasticsearch.index.mapper.MapperBuilderContext;

/** The mapping of a {@code simhash} field while it is read, merged or shown. */
final class SimHashFieldBuilder extends FieldMapper.Builder {

  private static final String NULL_VALUE = "null_value";

  /**
   * What a mapper keeps of its mapping, and of what its mapping is read with.
   *
   * @param ignoreMalformedByDefault the index's setting
   * @param nullValue as it was typed; null where it was not
   * @param profileOptions as they were typed
   */
  record Settings(
      AnalyzerLookup analyzers,
      IdfModels models,
      boolean ignoreMalformedByDefault,
      Explicit<Boolean> ignoreMalformed,
      Object nullValue,
      Map<String, Object> profileOptions) {

    private Map<String, Object> typedNullValue() {
      return nullValue == null ? Map.of() : Map.of(NULL_VALUE, nullValue);
    }
  }

  private final AnalyzerLookup analyzers;
  private final IdfModels models;
  private final boolean ignoreMalformedByDefault;
  private final Optional<SimHashFieldMapper> existing;

  private final Parameter<Map<String, String>> meta = Parameter.metaParam();
  private final Parameter<Explicit<Boolean>> ignoreMalformed;
  private final Parameter<Object> nullValue =
      ProfileParameters.parameter(NULL_VALUE, mapper -> settings(mapper).typedNullValue());
  private final ProfileParameters profile =
      new ProfileParameters(mapper -> settings(mapper).profileOptions());

  /** Starts a new field. */
  SimHashFieldBuilder(
      String name, AnalyzerLookup analyzers, IdfModels models, boolean ignoreMalformedByDefault) {
    this(name, analyzers, models, ignoreMalformedByDefault, Optional.empty());
  }

  /** Starts from an existing field. */
  SimHashFieldBuilder(String name, SimHashFieldMapper existing) {
    this(
        name,
        existing.settings().analyzers(),
        existing.settings().models(),
        existing.settings().ignoreMalformedByDefault(),
        Optional.of(existing));
    init(existing);
  }

  private SimHashFieldBuilder(
      String name,
      AnalyzerLookup analyzers,
      IdfModels models,
      boolean ignoreMalformedByDefault,
      Optional<SimHashFieldMapper> existing) {
    super(name);
    this.analyzers = analyzers;
    this.models = models;
    this.ignoreMalformedByDefault = ignoreMalformedByDefault;
    this.existing = existing;
    this.ignoreMalformed =
        Parameter.explicitBoolParam(
            "ignore_malformed",
            true,
            mapper -> settings(mapper).ignoreMalformed(),
            ignoreMalformedByDefault);
  }

  private static Settings settings(FieldMapper mapper) {
    return ((SimHashFieldMapper) mapper).settings();
  }

  Settings settings() {
    return new Settings(
        analyzers,
        models,
        ignoreMalformedByDefault,
        ignoreMalformed.get(),
        nullValue.get(),
        profile.given());
  }

  @Override
  protected Parameter<?>[] getParameters() {
    return Stream.concat(Stream.of(meta, ignoreMalformed, nullValue), profile.parameters().stream())
        .toArray(Parameter<?>[]::new);
  }

  @Override
  public String contentType() {
    return SimHashFieldType.NAME;
  }

  @Override
  public SimHashFieldMapper build(MapperBuilderContext context) {
    Optional<TextFingerprinter> fingerprinter = fingerprinter();
    requireNullValue(fingerprinter.isPresent());
    SimHashFieldType type =
        new SimHashFieldType(
            context.buildFullName(leafName()),
            meta.get(),
            fingerprinter,
            nullValue.get(),
            context.isInNestedContext());
    return new SimHashFieldMapper(type, builderParams(this, context), this);
  }

  /** A mapping is built again for every new field beside this one: the fingerprinter is not. */
  private Optional<TextFingerprinter> fingerprinter() {
    Map<String, Object> given = profile.given();
    if (existing.isPresent() && settings(existing.get()).profileOptions().equals(given)) {
      return existing.get().fieldType().fingerprinter();
    }
    return ProfileParameters.resolve(given, analyzers, models);
  }

  private void requireNullValue(boolean ofText) {
    Object value = nullValue.get();
    if (value == null) {
      return;
    }
    if (ofText) {
      throw new IllegalArgumentException(
          "[null_value] is a fingerprint and cannot stand in a field that takes text");
    }
    try {
      FingerprintValue.ofFingerprint(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("[null_value]: " + e.getMessage(), e);
    }
  }
}
