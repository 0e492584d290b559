package io.simhash.elasticsearch.mapper.simhash;

import io.simhash.elasticsearch.mapper.ProfileParameters;
import io.simhash.elasticsearch.profile.FingerprinterFactory;
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
   * The mapping of an existing field.
   *
   * @param fingerprinters makes the fingerprinter again if an option is added
   * @param ignoreMalformedByDefault the index's setting
   * @param nullValue as it was typed; null if it was not
   * @param profileOptions as they were typed
   */
  record TypedMapping(
      FingerprinterFactory fingerprinters,
      boolean ignoreMalformedByDefault,
      Explicit<Boolean> ignoreMalformed,
      Object nullValue,
      Map<String, Object> profileOptions) {

    private Map<String, Object> typedNullValue() {
      return nullValue == null ? Map.of() : Map.of(NULL_VALUE, nullValue);
    }
  }

  private final FingerprinterFactory fingerprinters;
  private final boolean ignoreMalformedByDefault;
  private final Optional<SimHashFieldMapper> existing;

  private final Parameter<Map<String, String>> meta = Parameter.metaParam();
  private final Parameter<Explicit<Boolean>> ignoreMalformed;
  private final Parameter<Object> nullValue =
      ProfileParameters.parameter(NULL_VALUE, mapper -> mapping(mapper).typedNullValue());
  private final ProfileParameters profile;

  /** Starts a new field. */
  SimHashFieldBuilder(
      String name, FingerprinterFactory fingerprinters, boolean ignoreMalformedByDefault) {
    this(name, fingerprinters, ignoreMalformedByDefault, Optional.empty());
  }

  /** Starts from an existing field. */
  SimHashFieldBuilder(String name, SimHashFieldMapper existing) {
    this(
        name,
        existing.mapping().fingerprinters(),
        existing.mapping().ignoreMalformedByDefault(),
        Optional.of(existing));
    init(existing);
  }

  private SimHashFieldBuilder(
      String name,
      FingerprinterFactory fingerprinters,
      boolean ignoreMalformedByDefault,
      Optional<SimHashFieldMapper> existing) {
    super(name);
    this.fingerprinters = fingerprinters;
    this.ignoreMalformedByDefault = ignoreMalformedByDefault;
    this.existing = existing;
    this.ignoreMalformed =
        Parameter.explicitBoolParam(
            "ignore_malformed",
            true,
            mapper -> mapping(mapper).ignoreMalformed(),
            ignoreMalformedByDefault);
    this.profile =
        new ProfileParameters(
            mapper -> mapping(mapper).profileOptions(),
            existing
                .flatMap(mapper -> mapper.fieldType().fingerprinter())
                .map(TextFingerprinter::profile));
  }

  private static TypedMapping mapping(FieldMapper mapper) {
    return ((SimHashFieldMapper) mapper).mapping();
  }

  TypedMapping mapping() {
    return new TypedMapping(
        fingerprinters,
        ignoreMalformedByDefault,
        ignoreMalformed.get(),
        nullValue.get(),
        profile.typed());
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
    Map<String, Object> typed = profile.typed();
    if (existing.isPresent() && mapping(existing.get()).profileOptions().equals(typed)) {
      return existing.get().fieldType().fingerprinter();
    }
    return ProfileParameters.fingerprinter(typed, fingerprinters);
  }

  private void requireNullValue(boolean ofText) {
    Object value = nullValue.get();
    if (value == null) {
      return;
    }
    if (ofText) {
      throw new IllegalArgumentException(
          "[null_value] is a fingerprint and cannot be used in a field that takes text");
    }
    try {
      FingerprintValue.ofFingerprint(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("[null_value]: " + e.getMessage(), e);
    }
  }
}
