package io.simhash.elasticsearch.profile;

import io.simhash.core.base.OptionMap;
import io.simhash.core.idf.IdfModel;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.shingle.Shingling;
import io.simhash.lucene.text.IdentifiedAnalyzer;
import io.simhash.lucene.text.TextFingerprinter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Makes {@link TextFingerprinter}s from the profile options that users type in a processor, a
 * mapping or a request.
 *
 * @param analyzers the analyzers that {@code analyzer} may name
 * @param models the models that {@code idf} and {@code idf_path} may name
 * @param titleOption the name of the option that gives documents their title, for errors
 */
public record FingerprinterFactory(AnalyzerLookup analyzers, IdfModels models, String titleOption) {

  /** A factory for documents whose title is a field. */
  public FingerprinterFactory(AnalyzerLookup analyzers, IdfModels models) {
    this(analyzers, models, "title_field");
  }

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
    return create(typed, hasTitle, boosts, models::find);
  }

  /**
   * The same, but a file that {@code idf_path} names is read when the first text needs it.
   *
   * @param checkFile whether to require a file that seems to have a model
   * @throws IllegalArgumentException naming the option, what it allows and what it was
   */
  public LazyFingerprinter createLazily(
      Map<String, Object> typed, List<Double> boosts, boolean checkFile) {
    BiFunction<String, String, Optional<IdfModel>> unread =
        (idf, idfPath) -> models.findUnread(idf, idfPath, checkFile);
    return new LazyFingerprinter(
        create(typed, false, boosts, unread), () -> create(typed, false, boosts));
  }

  private TextFingerprinter create(
      Map<String, Object> typed,
      boolean hasTitle,
      List<Double> boosts,
      BiFunction<String, String, Optional<IdfModel>> finder) {
    if (typed.keySet().containsAll(List.of("idf", "idf_path"))) {
      throw new IllegalArgumentException("[idf] and [idf_path] cannot both be set");
    }
    Profile.Builder profile =
        Profile.builder()
            .read(new OptionMap(new LinkedHashMap<>(typed)))
            .hasTitle(hasTitle)
            .titleOption(titleOption)
            .boosts(boosts);
    finder
        .apply(profile.get(ProfileOption.IDF), profile.get(ProfileOption.IDF_PATH))
        .ifPresent(profile::idf);
    boolean ofTokens = profile.get(ProfileOption.SHINGLE).unit() == Shingling.Unit.TOKEN;
    Optional<IdentifiedAnalyzer> analyzer =
        ofTokens
            ? Optional.of(analyzers.require(profile.get(ProfileOption.ANALYZER)))
            : Optional.empty();
    analyzer.ifPresent(found -> profile.analysis(found.identity()));
    return new TextFingerprinter(profile.build(), analyzer);
  }

  /** Whether options name an IDF model that is not shipped: a file, or a model that is unknown. */
  public static boolean usesOwnModel(Map<String, Object> typed) {
    return typed.containsKey(ProfileOption.IDF_PATH.name())
        || (typed.get(ProfileOption.IDF.name()) instanceof String name
            && IdfModels.isUnknown(name));
  }
}
