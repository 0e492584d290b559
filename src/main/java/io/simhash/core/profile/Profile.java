package io.simhash.core.profile;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.Sha256;
import io.simhash.core.idf.IdfModel;
import io.simhash.core.shingle.Shingling;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Everything that decides a fingerprint, and the id by which two fingerprints can be told to be
 * comparable.
 *
 * <p>Immutable. The constructor refuses what cannot work, in the words that users type.
 */
public final class Profile {

  /** The largest value of any single factor. */
  public static final double MAX_FACTOR = 1000;

  /** The most cue phrases: each is searched for in the whole text. */
  public static final int MAX_CUE_PHRASES = 256;

  /** The longest cue phrase, in UTF-16 units: the search costs its length at every character. */
  public static final int MAX_CUE_PHRASE_LENGTH = 100;

  /** The most levels of {@code weight_levels}. */
  public static final int MAX_WEIGHT_LEVELS = 1000;

  /** Shingles of one token are tokens: two ways to write one profile. */
  private static final Shingling SINGLE_TOKENS = new Shingling(Shingling.Unit.TOKEN, 1);

  private final String analysis;
  private final Preset preset;
  private final int minTokenLength;
  private final Tf tf;
  private final Optional<IdfModel> idf;
  private final int minDocumentFrequency;
  private final LengthFactor length;
  private final SortedMap<String, Double> pos;
  private final SortedSet<String> cuePhrases;
  private final double cueFactor;
  private final CueScope cueScope;
  private final double titleFactor;
  private final int weightLevels;
  private final WeightScale weightScale;
  private final int top;
  private final double minFeatures;
  private final Optional<Shingling> shingling;
  private final FeatureHash hash;
  private final Ties ties;
  private final List<Double> boosts;

  private Profile(Builder builder) {
    analysis = Objects.requireNonNull(builder.analysis, "analysis");
    preset = builder.preset;
    minTokenLength = requireRange("min_token_length", builder.minTokenLength, 1, 100);
    tf = builder.tf;
    idf = builder.idf;
    minDocumentFrequency =
        requireRange("min_document_frequency", builder.minDocumentFrequency, 0, Integer.MAX_VALUE);
    length = builder.length;
    pos = new TreeMap<>(builder.pos);
    pos.values().forEach(factor -> requireFactor("pos", factor));
    cuePhrases = new TreeSet<>(builder.cuePhrases);
    requireCuePhrases(cuePhrases);
    cueFactor = requireFactor("cue_factor", builder.cueFactor);
    cueScope = builder.cueScope;
    titleFactor = requireFactor("title_factor", builder.titleFactor);
    weightLevels = requireRange("weight_levels", builder.weightLevels, 0, MAX_WEIGHT_LEVELS);
    weightScale = builder.weightScale;
    top = requireRange("top", builder.top, 0, Integer.MAX_VALUE);
    minFeatures = requireMinFeatures(builder.minFeatures);
    shingling = builder.shingling.filter(s -> s.equals(SINGLE_TOKENS) == false);
    hash = builder.hash;
    ties = builder.ties;
    boosts = List.copyOf(builder.boosts);
    boosts.forEach(boost -> requireFactor("fields", boost));
    requireSense();
  }

  private void requireSense() {
    if (preset.needsIdf() && idf.isEmpty()) {
      throw new IllegalArgumentException(
          "[preset] [" + preset + "] needs an IDF model: set [idf] or [idf_path]");
    }
    if (minDocumentFrequency > 0 && idf.isEmpty()) {
      throw new IllegalArgumentException(
          "[min_document_frequency] needs an IDF model: set [idf] or [idf_path]");
    }
    if (isOfCharacters()) {
      requireUnused("idf", idf.isPresent());
      requireUnused("length", length != LengthFactor.NONE);
      requireUnused("pos", pos.isEmpty() == false);
      requireUnused("cue_phrases", cuePhrases.isEmpty() == false);
      requireUnused("title_field", titleFactor != 1);
    }
  }

  private static void requireUnused(String option, boolean used) {
    if (used) {
      throw new IllegalArgumentException(
          "[" + option + "] needs words and cannot stand beside [shingle.unit] [character]");
    }
  }

  private static int requireRange(String option, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "[" + option + "] must be in [" + min + ", " + max + "] but was [" + value + "]");
    }
    return value;
  }

  public static double requireFactor(String option, double value) {
    if (value > 0 && value <= MAX_FACTOR) {
      return value;
    }
    throw new IllegalArgumentException(
        "[" + option + "] must hold factors above 0 and at most 1000 but was [" + value + "]");
  }

  private static double requireMinFeatures(double value) {
    if (value >= 0 && value <= 1_000_000) {
      return value;
    }
    throw new IllegalArgumentException(
        "[min_features] must be in [0, 1000000] but was [" + value + "]");
  }

  private static void requireCuePhrases(Collection<String> phrases) {
    if (phrases.size() > MAX_CUE_PHRASES) {
      throw new IllegalArgumentException(
          "[cue_phrases] must hold at most [256] phrases but held [" + phrases.size() + "]");
    }
    if (phrases.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException("[cue_phrases] must not hold a blank phrase");
    }
    int longest = phrases.stream().mapToInt(String::length).max().orElse(0);
    if (longest > MAX_CUE_PHRASE_LENGTH) {
      throw new IllegalArgumentException(
          "[cue_phrases] must hold phrases of at most [100] characters but held one of ["
              + longest
              + "]");
    }
  }

  /** A builder on the {@link Preset#DEFAULT default} preset. */
  public static Builder builder() {
    return builder(Preset.DEFAULT);
  }

  /** A builder whose options are those of {@code preset} until they are set. */
  public static Builder builder(Preset preset) {
    return new Builder(preset);
  }

  /**
   * The profile id: the first 12 hexadecimal digits of the SHA-256 of {@link #canonicalText}.
   * Fingerprints with different ids are not comparable.
   */
  public String id() {
    return Sha256.hex(canonicalText()).substring(0, 12);
  }

  /**
   * One line {@code name=value} for each thing that decides a bit, in fixed order.
   *
   * <p>{@code min_features} is not among them: it decides whether there is a fingerprint, never
   * which. A preset's name is not either: it is only another way to write its options.
   */
  public String canonicalText() {
    StringBuilder text = new StringBuilder("simhash-profile=1\n");
    append(text, "analysis", isOfCharacters() ? "characters" : analysis);
    append(text, "min_token_length", isOfCharacters() ? 1 : minTokenLength);
    append(text, "tf", tf);
    append(text, "idf", idf.map(IdfModel::contentId).orElse("none"));
    append(text, "min_document_frequency", minDocumentFrequency);
    append(text, "length", length);
    append(text, "pos", quotedPos());
    append(text, "cue_phrases", cuePhrases.stream().map(Profile::quoted).toList());
    append(text, "cue_factor", cuePhrases.isEmpty() ? "none" : cueFactor);
    append(text, "cue_scope", cuePhrases.isEmpty() ? "none" : cueScope);
    append(text, "title_factor", titleFactor);
    append(text, "weight_levels", weightLevels);
    append(text, "weight_scale", weightLevels == 0 ? "none" : weightScale);
    append(text, "top", top);
    append(text, "shingle", shingling.map(Shingling::toString).orElse("none"));
    append(text, "hash", hash);
    append(text, "ties", ties);
    append(text, "boosts", boosts);
    return text.toString();
  }

  private static void append(StringBuilder text, String name, Object value) {
    text.append(name).append('=').append(value).append('\n');
  }

  private Map<String, Double> quotedPos() {
    Map<String, Double> quoted = new LinkedHashMap<>();
    pos.forEach((prefix, factor) -> quoted.put(quoted(prefix), factor));
    return quoted;
  }

  /** Quoted, so that no phrase reads like two phrases or like another option's line. */
  private static String quoted(String text) {
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    return '"' + escaped + '"';
  }

  /** What names the analyzer and everything in it that decides a token. */
  public String analysis() {
    return analysis;
  }

  /** The preset that the profile started from. */
  public Preset preset() {
    return preset;
  }

  /** Tokens with fewer code points are left out. */
  public int minTokenLength() {
    return minTokenLength;
  }

  /** The term frequency factor. */
  public Tf tf() {
    return tf;
  }

  /** The document frequencies, if IDF is a factor. */
  public Optional<IdfModel> idf() {
    return idf;
  }

  /** Tokens that the IDF model has in fewer documents (an unknown token: in none) are left out. */
  public int minDocumentFrequency() {
    return minDocumentFrequency;
  }

  /** The word length factor. */
  public LengthFactor length() {
    return length;
  }

  /** Part-of-speech prefix to factor; the longest prefix wins, without one the factor is 1. */
  public SortedMap<String, Double> pos() {
    return java.util.Collections.unmodifiableSortedMap(pos);
  }

  /** The cue phrases, empty for none. */
  public SortedSet<String> cuePhrases() {
    return java.util.Collections.unmodifiableSortedSet(cuePhrases);
  }

  /** Factor of what a cue phrase marks. */
  public double cueFactor() {
    return cueFactor;
  }

  /** What a cue phrase marks. */
  public CueScope cueScope() {
    return cueScope;
  }

  /** Factor of what stands in the title too; 1 where there is no title. */
  public double titleFactor() {
    return titleFactor;
  }

  /** Number of weight levels, 0 for continuous weights. */
  public int weightLevels() {
    return weightLevels;
  }

  /** How weights become levels. */
  public WeightScale weightScale() {
    return weightScale;
  }

  /** The number of heaviest features kept, 0 for all. */
  public int top() {
    return top;
  }

  /** The least effective number of features for a fingerprint. */
  public double minFeatures() {
    return minFeatures;
  }

  /** The shingles that are the features; empty where single tokens are. */
  public Optional<Shingling> shingling() {
    return shingling;
  }

  /** The feature hash. */
  public FeatureHash hash() {
    return hash;
  }

  /** What a bit becomes whose sum is 0. */
  public Ties ties() {
    return ties;
  }

  /** The boosts of the body's fields, in order. */
  public List<Double> boosts() {
    return boosts;
  }

  /** Whether features are shingles of characters, which need no analyzer. */
  public boolean isOfCharacters() {
    return shingling.filter(s -> s.unit() == Shingling.Unit.CHARACTER).isPresent();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Profile that
        && minFeatures == that.minFeatures
        && canonicalText().equals(that.canonicalText());
  }

  @Override
  public int hashCode() {
    return canonicalText().hashCode();
  }

  @Override
  public String toString() {
    return canonicalText();
  }

  /** Collects the options of a {@link Profile}; {@link #build} checks them. */
  public static final class Builder {
    private final Preset preset;
    private String analysis = "none";
    private int minTokenLength = 2;
    private Tf tf = Tf.LOG;
    private Optional<IdfModel> idf = Optional.empty();
    private int minDocumentFrequency = 0;
    private LengthFactor length = LengthFactor.NONE;
    private Map<String, Double> pos = Map.of();
    private Collection<String> cuePhrases = List.of();
    private double cueFactor = 5;
    private CueScope cueScope = CueScope.SENTENCE;
    private double titleFactor = 1;
    private int weightLevels = 0;
    private WeightScale weightScale = WeightScale.RANK;
    private int top = 0;
    private double minFeatures = 0;
    private Optional<Shingling> shingling = Optional.empty();
    private FeatureHash hash = FeatureHash.XXH3;
    private Ties ties = Ties.ZERO;
    private List<Double> boosts = List.of(1.0);

    private Builder(Preset preset) {
      this.preset = preset;
      preset.apply(this);
    }

    public Builder analysis(String value) {
      analysis = value;
      return this;
    }

    public Builder minTokenLength(int value) {
      minTokenLength = value;
      return this;
    }

    public Builder tf(Tf value) {
      tf = value;
      return this;
    }

    public Builder idf(IdfModel value) {
      idf = Optional.of(value);
      return this;
    }

    public Builder minDocumentFrequency(int value) {
      minDocumentFrequency = value;
      return this;
    }

    public Builder length(LengthFactor value) {
      length = value;
      return this;
    }

    public Builder pos(Map<String, Double> value) {
      pos = value;
      return this;
    }

    public Builder cuePhrases(Collection<String> value) {
      cuePhrases = value;
      return this;
    }

    public Builder cueFactor(double value) {
      cueFactor = value;
      return this;
    }

    public Builder cueScope(CueScope value) {
      cueScope = value;
      return this;
    }

    public Builder titleFactor(double value) {
      titleFactor = value;
      return this;
    }

    public Builder weightLevels(int value) {
      weightLevels = value;
      return this;
    }

    public Builder weightScale(WeightScale value) {
      weightScale = value;
      return this;
    }

    public Builder top(int value) {
      top = value;
      return this;
    }

    public Builder minFeatures(double value) {
      minFeatures = value;
      return this;
    }

    public Builder shingling(Shingling value) {
      shingling = Optional.of(value);
      return this;
    }

    /** Features are single tokens. */
    public Builder noShingling() {
      shingling = Optional.empty();
      return this;
    }

    public Builder hash(FeatureHash value) {
      hash = value;
      return this;
    }

    public Builder ties(Ties value) {
      ties = value;
      return this;
    }

    public Builder boosts(List<Double> value) {
      boosts = value;
      return this;
    }

    /**
     * The profile.
     *
     * @throws IllegalArgumentException naming the option, what it allows and what it was
     */
    public Profile build() {
      return new Profile(this);
    }
  }
}
