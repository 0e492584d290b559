package io.simhash.elasticsearch.profile;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.OptionMap;
import io.simhash.core.profile.CueScope;
import io.simhash.core.profile.LengthFactor;
import io.simhash.core.profile.Preset;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.Tf;
import io.simhash.core.profile.Ties;
import io.simhash.core.profile.WeightScale;
import io.simhash.core.shingle.Shingling;
import io.simhash.lucene.text.TextFingerprinter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The profile options as users type them in a processor, a mapping or a request, and the way from
 * there to a {@link TextFingerprinter}.
 */
public final class ProfileOptions {

  /** The analyzer where none is named. */
  public static final String DEFAULT_ANALYZER = "ansj";

  /** The title's factor where a title is in use and no factor is named. */
  public static final double DEFAULT_TITLE_FACTOR = 5;

  /**
   * The least effective number of features where none is named. Of the neighbours of texts with
   * fewer, most were none when measured on short poems; with 8 to 12, 96 of 100 were
   * (docs/accuracy.md).
   */
  public static final double DEFAULT_MIN_FEATURES = 8;

  /** The names of the options. */
  public static final Set<String> NAMES =
      Set.of(
          "analyzer",
          "min_token_length",
          "preset",
          "tf",
          "idf",
          "idf_path",
          "min_document_frequency",
          "length",
          "pos",
          "cue_phrases",
          "cue_factor",
          "cue_scope",
          "title_factor",
          "weight_levels",
          "weight_scale",
          "top",
          "min_features",
          "shingle",
          "hash",
          "ties");

  private final Map<String, Object> given;
  private final boolean hasTitle;

  private ProfileOptions(Map<String, Object> given, boolean hasTitle) {
    this.given = given;
    this.hasTitle = hasTitle;
  }

  /**
   * Takes the profile options out of {@code map} and leaves the others in it.
   *
   * @param hasTitle whether a title is in use, so that {@code title_factor} makes sense
   */
  public static ProfileOptions take(Map<String, Object> map, boolean hasTitle) {
    Map<String, Object> given = new LinkedHashMap<>();
    map.forEach(
        (name, value) -> {
          if (NAMES.contains(name)) {
            given.put(name, value);
          }
        });
    map.keySet().removeAll(NAMES);
    return new ProfileOptions(given, hasTitle);
  }

  /** The stored IDF model that {@code idf} names. */
  public Optional<String> storedModel() {
    return given.get("idf") instanceof String name && IdfModels.isStored(name)
        ? Optional.of(name)
        : Optional.empty();
  }

  /** The options as they were typed. */
  public Map<String, Object> given() {
    return java.util.Collections.unmodifiableMap(given);
  }

  /**
   * The fingerprinter that these options describe.
   *
   * @param boosts one factor for each field of the body
   * @throws IllegalArgumentException naming the option, what it allows and what it was
   */
  public TextFingerprinter resolve(
      AnalyzerLookup analyzers, IdfModels models, List<Double> boosts) {
    Map<String, Object> copy = new LinkedHashMap<>(given);
    OptionMap options = new OptionMap(copy);
    requireCompany(options, "title_factor", hasTitle, "title_field");
    requireCompany(options, "weight_scale", options.has("weight_levels"), "weight_levels");
    AnalyzerLookup.Found analyzer = analyzer(options, analyzers);
    Profile.Builder builder = builder(options).analysis(analyzer.identity()).boosts(boosts);
    readWords(options, builder);
    readFactors(options, models, builder);
    readFingerprint(options, builder);
    options.requireEmpty();
    Profile profile = builder.build();
    requireCue(profile);
    requireWords(profile);
    return new TextFingerprinter(profile, analyzer.analyzer());
  }

  private static void requireCompany(
      OptionMap options, String name, boolean accompanied, String company) {
    if (options.has(name) && accompanied == false) {
      throw new IllegalArgumentException("[" + name + "] needs [" + company + "]");
    }
  }

  private void requireWords(Profile profile) {
    for (String name : List.of("analyzer", "min_token_length")) {
      if (given.containsKey(name) && profile.isOfCharacters()) {
        throw new IllegalArgumentException(
            "[" + name + "] needs words and cannot stand beside [shingle.unit] [character]");
      }
    }
  }

  private void requireCue(Profile profile) {
    for (String name : List.of("cue_factor", "cue_scope")) {
      if (given.containsKey(name) && profile.cuePhrases().isEmpty()) {
        throw new IllegalArgumentException("[" + name + "] needs [cue_phrases]");
      }
    }
  }

  private static AnalyzerLookup.Found analyzer(OptionMap options, AnalyzerLookup analyzers) {
    String name = options.has("analyzer") ? options.string("analyzer") : DEFAULT_ANALYZER;
    try {
      AnalyzerLookup.Found found = analyzers.find(name);
      if (found == null) {
        throw new IllegalArgumentException(
            "[analyzer] must be the name of an analyzer but was [" + name + "]");
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException("analyzer [" + name + "] cannot be made", e);
    }
  }

  private static Profile.Builder builder(OptionMap options) {
    return options.has("preset")
        ? Profile.builder(options.constant("preset", Preset.class))
        : Profile.builder();
  }

  private static void readWords(OptionMap options, Profile.Builder builder) {
    if (options.has("min_token_length")) {
      builder.minTokenLength(options.integer("min_token_length"));
    }
    if (options.has("shingle")) {
      builder.shingling(Shingling.read(options.object("shingle")));
    }
  }

  private void readFactors(OptionMap options, IdfModels models, Profile.Builder builder) {
    if (options.has("tf")) {
      builder.tf(options.constant("tf", Tf.class));
    }
    models.take(options).ifPresent(builder::idf);
    if (options.has("min_document_frequency")) {
      builder.minDocumentFrequency(options.integer("min_document_frequency"));
    }
    if (options.has("length")) {
      builder.length(options.constant("length", LengthFactor.class));
    }
    if (options.has("pos")) {
      builder.pos(options.numbers("pos"));
    }
    if (options.has("cue_phrases")) {
      builder.cuePhrases(options.strings("cue_phrases"));
    }
    if (options.has("cue_factor")) {
      builder.cueFactor(options.number("cue_factor"));
    }
    if (options.has("cue_scope")) {
      builder.cueScope(options.constant("cue_scope", CueScope.class));
    }
    if (hasTitle) {
      builder.titleFactor(
          options.has("title_factor") ? options.number("title_factor") : DEFAULT_TITLE_FACTOR);
    }
  }

  private static void readFingerprint(OptionMap options, Profile.Builder builder) {
    if (options.has("weight_levels")) {
      int levels = options.integer("weight_levels");
      if (levels < 1 || levels > Profile.MAX_WEIGHT_LEVELS) {
        throw new IllegalArgumentException(
            "[weight_levels] must be in [1, 1000] but was [" + levels + "]");
      }
      builder.weightLevels(levels);
    }
    if (options.has("weight_scale")) {
      builder.weightScale(options.constant("weight_scale", WeightScale.class));
    }
    if (options.has("top")) {
      int top = options.integer("top");
      if (top < 1) {
        throw new IllegalArgumentException("[top] must be at least [1] but was [" + top + "]");
      }
      builder.top(top);
    }
    builder.minFeatures(
        options.has("min_features") ? options.number("min_features") : DEFAULT_MIN_FEATURES);
    if (options.has("hash")) {
      builder.hash(options.constant("hash", FeatureHash.class));
    }
    if (options.has("ties")) {
      builder.ties(options.constant("ties", Ties.class));
    }
  }
}
