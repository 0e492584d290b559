package io.simhash.core.profile;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.base.Sha256;
import io.simhash.core.idf.IdfModel;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.text.Boilerplate;
import io.simhash.core.text.Folding;
import io.simhash.core.text.TextOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that decides a fingerprint: a value for each {@link ProfileOption}, the {@link
 * TextOptions}, the identity of the analyzer, the content of the IDF model, whether there is a
 * title, and the boosts of the body's fields. Fingerprints are comparable if the ids of their
 * profiles are equal.
 *
 * <p>Immutable. {@link Builder#build} refuses options that cannot work together.
 */
public final class Profile {

  /** The value of each option, by its index: {@link #get} is called for every token. */
  private final Object[] values;

  private final String analysis;
  private final Optional<IdfModel> idf;
  private final boolean hasTitle;
  private final List<Double> boosts;
  private final TextOptions text;
  private final String canonicalText;
  private final String id;

  private Profile(Builder builder) {
    OptionMap ofPreset = new OptionMap(new HashMap<>(builder.get(ProfileOption.PRESET).options));
    Builder preset = new Builder().read(ofPreset);
    ofPreset.requireEmpty();
    values =
        ProfileOption.all().stream()
            .map(option -> (builder.values.containsKey(option) ? builder : preset).get(option))
            .toArray();
    analysis = isOfTokens() ? builder.analysis : "characters";
    idf = builder.idf;
    hasTitle = builder.hasTitle;
    boosts = builder.boosts;
    text = builder.text;
    requireRules(builder.values.keySet(), builder.titleOption);
    canonicalText = writeCanonicalText();
    id = Sha256.hex(canonicalText).substring(0, 12);
  }

  /** Requires options that can be used together; those that were set are not of the preset. */
  private void requireRules(Set<ProfileOption<?>> set, String titleOption) {
    requireOther(set, ProfileOption.TITLE_FACTOR, hasTitle, titleOption);
    requireOther(set, ProfileOption.CUE_FACTOR, hasCuePhrases(), "cue_phrases");
    requireOther(set, ProfileOption.CUE_SCOPE, hasCuePhrases(), "cue_phrases");
    requireOther(set, ProfileOption.WEIGHT_SCALE, hasWeightLevels(), "weight_levels");
    Preset preset = get(ProfileOption.PRESET);
    requireIdf(preset.needsIdf(), "[preset] [" + OptionMap.name(preset) + "]");
    requireIdf(get(ProfileOption.MIN_DOCUMENT_FREQUENCY) > 0, "[min_document_frequency]");
    if (isOfTokens() == false) {
      requireTokens(set.contains(ProfileOption.ANALYZER), "analyzer");
      requireTokens(set.contains(ProfileOption.MIN_TOKEN_LENGTH), "min_token_length");
      requireTokens(idf.isPresent(), "idf");
      requireTokens(get(ProfileOption.LENGTH) != LengthFactor.NONE, "length");
      requireTokens(get(ProfileOption.POS).isEmpty() == false, "pos");
      requireTokens(hasCuePhrases(), "cue_phrases");
      requireTokens(hasTitle, titleOption);
    }
    if (hasTitle && titleFactor() == 1) {
      throw set.contains(ProfileOption.TITLE_FACTOR)
          ? invalid(
              "[%s] has no effect with [title_factor] [1]: set another [title_factor]", titleOption)
          : invalid(
              "[%s] has no effect with [title_factor] [1], the default of [preset] [%s]: set"
                  + " [title_factor], or use [preset] [%s]",
              titleOption, OptionMap.name(preset), OptionMap.name(Preset.COMPOSITE));
    }
  }

  private static void requireOther(
      Set<ProfileOption<?>> set, ProfileOption<?> option, boolean hasOther, String other) {
    if (set.contains(option) && hasOther == false) {
      throw invalid("[%s] needs [%s]", option, other);
    }
  }

  private void requireIdf(boolean needed, String subject) {
    if (needed && idf.isEmpty()) {
      throw invalid("%s needs an IDF model: set [idf] or [idf_path]", subject);
    }
  }

  private static void requireTokens(boolean used, String option) {
    if (used) {
      throw invalid("[%s] needs words and cannot be used with [shingle.unit] [character]", option);
    }
  }

  private String writeCanonicalText() {
    StringBuilder lines = new StringBuilder("simhash-profile=2\n");
    append(lines, "analysis", analysis);
    for (ProfileOption<?> option : ProfileOption.all()) {
      append(lines, option.name(), option.line(this));
    }
    Boilerplate boilerplate = text.boilerplate();
    append(lines, Folding.NAME, text.folding().isNone() ? null : text.folding());
    append(lines, Boilerplate.NAME, boilerplate.isEmpty() ? null : boilerplate.letters());
    append(lines, "boosts", boosts);
    return lines.toString();
  }

  private static void append(StringBuilder lines, String name, Object value) {
    if (value != null) {
      lines.append(name).append('=').append(value).append('\n');
    }
  }

  /** A builder on the {@link Preset#DEFAULT default} preset. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder with the options of a preset until others are set. */
  public static Builder builder(Preset preset) {
    return new Builder().set(ProfileOption.PRESET, preset);
  }

  /** The first 12 hexadecimal digits of the SHA-256 of {@link #canonicalText}. */
  public String id() {
    return id;
  }

  /**
   * One line {@code name=value} for each thing that decides a bit, in fixed order; none for the
   * preset, whose options have lines.
   */
  public String canonicalText() {
    return canonicalText;
  }

  /** The value of {@code option}: the one that was set, else the preset's, else the default. */
  @SuppressWarnings("unchecked")
  public <T> T get(ProfileOption<T> option) {
    return (T) values[option.index];
  }

  /**
   * The identity of the analyzer: its name and everything in it that decides a token; {@code
   * characters} where features are made of characters.
   */
  public String analysis() {
    return analysis;
  }

  public Optional<IdfModel> idf() {
    return idf;
  }

  /** The boosts of the body's fields, in order. */
  public List<Double> boosts() {
    return boosts;
  }

  public TextOptions text() {
    return text;
  }

  /** Whether documents have a title, which marks features of the body. */
  public boolean hasTitle() {
    return hasTitle;
  }

  /** The factor of words that are in the title too; 1 only if documents have no title. */
  public double titleFactor() {
    return hasTitle ? get(ProfileOption.TITLE_FACTOR) : 1;
  }

  /** Whether features are made of an analyzer's tokens, rather than of characters. */
  public boolean isOfTokens() {
    return get(ProfileOption.SHINGLE).unit() == Shingling.Unit.TOKEN;
  }

  public boolean hasCuePhrases() {
    return get(ProfileOption.CUE_PHRASES).isEmpty() == false;
  }

  public boolean hasWeightLevels() {
    return get(ProfileOption.WEIGHT_LEVELS) > 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Profile that
        && get(ProfileOption.MIN_FEATURES).equals(that.get(ProfileOption.MIN_FEATURES))
        && canonicalText.equals(that.canonicalText);
  }

  @Override
  public int hashCode() {
    return canonicalText.hashCode();
  }

  @Override
  public String toString() {
    return canonicalText;
  }

  /** Collects the options of a {@link Profile}. */
  public static final class Builder {
    private final Map<ProfileOption<?>, Object> values = new HashMap<>();
    private String analysis = "none";
    private TextOptions text = TextOptions.NONE;
    private Optional<IdfModel> idf = Optional.empty();
    private boolean hasTitle;
    private String titleOption = "title_field";
    private List<Double> boosts = List.of(1.0);

    private Builder() {}

    public <T> Builder set(ProfileOption<T> option, T value) {
      values.put(option, option.check(value));
      return this;
    }

    /** Takes every profile option that is there, and the text options, out of {@code options}. */
    public Builder read(OptionMap options) {
      ProfileOption.all().forEach(option -> read(option, options));
      return text(TextOptions.read(options));
    }

    /** Takes one option out of {@code options} if it is there. */
    public <T> Builder read(ProfileOption<T> option, OptionMap options) {
      return options.has(option.name()) ? set(option, option.read(options)) : this;
    }

    /** The value of {@code option} as it was set, else its default, whatever the preset says. */
    @SuppressWarnings("unchecked")
    public <T> T get(ProfileOption<T> option) {
      return (T) values.getOrDefault(option, option.defaultValue());
    }

    public Builder analysis(String value) {
      analysis = value;
      return this;
    }

    public Builder text(TextOptions value) {
      text = value;
      return this;
    }

    public Builder idf(IdfModel value) {
      idf = Optional.of(value);
      return this;
    }

    public Builder hasTitle(boolean value) {
      hasTitle = value;
      return this;
    }

    /** The name of the option that gives documents their title, for errors. */
    public Builder titleOption(String value) {
      titleOption = value;
      return this;
    }

    public Builder boosts(List<Double> value) {
      value.forEach(boost -> Ranges.requireFactor("fields", boost));
      boosts = List.copyOf(value);
      return this;
    }

    /** The profile, of options that can be used together. */
    public Profile build() {
      return new Profile(this);
    }
  }
}
