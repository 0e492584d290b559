package io.simhash.elasticsearch.profile;

import static io.simhash.core.base.Errors.invalid;
import static io.simhash.core.profile.ProfileOption.ANALYZER;
import static io.simhash.core.profile.ProfileOption.IDF;
import static io.simhash.core.profile.ProfileOption.IDF_PATH;
import static io.simhash.core.profile.ProfileOption.SHINGLE;

import io.simhash.core.base.OptionMap;
import io.simhash.core.profile.Profile;
import io.simhash.core.shingle.Shingling;
import io.simhash.lucene.text.IdentifiedAnalyzer;
import io.simhash.lucene.text.TextFingerprinter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes {@link TextFingerprinter}s from the profile options that users type in a processor, a
 * mapping or a request.
 *
 * @param analyzers the analyzers that {@code analyzer} may name
 * @param models the models that {@code idf} and {@code idf_path} may name
 */
public record FingerprinterFactory(AnalyzerLookup analyzers, IdfModels models) {

  /**
   * The fingerprinter that the options describe.
   *
   * @param typed the profile options as they were typed, and no others
   * @param hasTitle whether documents have a title
   * @param boosts one factor for each field of the body
   * @throws IllegalArgumentException naming the option, what it allows and what it was
   */
  public TextFingerprinter create(
      Map<String, Object> typed, boolean hasTitle, List<Double> boosts) {
    if (typed.containsKey(IDF.name()) && typed.containsKey(IDF_PATH.name())) {
      throw invalid("[idf] and [idf_path] cannot both be set");
    }
    Profile.Builder profile =
        Profile.builder()
            .read(new OptionMap(new LinkedHashMap<>(typed)))
            .hasTitle(hasTitle)
            .boosts(boosts);
    models.find(profile.get(IDF), profile.get(IDF_PATH)).ifPresent(profile::idf);
    if (profile.get(SHINGLE).unit() == Shingling.Unit.CHARACTER) {
      return new TextFingerprinter(profile.build());
    }
    IdentifiedAnalyzer analyzer = analyzers.require(profile.get(ANALYZER));
    return new TextFingerprinter(profile.analysis(analyzer.identity()).build(), analyzer);
  }

  /** The stored IDF model that {@code idf} names. */
  public static Optional<String> storedModel(Map<String, Object> typed) {
    return typed.get(IDF.name()) instanceof String name && IdfModels.isStored(name)
        ? Optional.of(name)
        : Optional.empty();
  }
}
