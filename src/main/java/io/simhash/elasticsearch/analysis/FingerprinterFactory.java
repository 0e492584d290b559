package io.simhash.elasticsearch.analysis;

import io.simhash.core.base.OptionMap;
import io.simhash.core.idf.IdfModel;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.analysis.ConfigFiles.Content;
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
 * @param titleOption the name of the option that gives documents their title, for errors
 */
public record FingerprinterFactory(AnalyzerLookup analyzers, IdfModels models, String titleOption) {

  /** A factory for documents whose title is a field. */
  public FingerprinterFactory(AnalyzerLookup analyzers, IdfModels models) {
    this(analyzers, models, "title_field");
  }

  /**
   * @param set the profile options as they were set, and no others
   * @param hasTitle whether documents have a title
   * @param boosts one factor for each field of the body
   * @throws IllegalArgumentException naming the option, what it allows and what it was
   */
  public TextFingerprinter create(Map<String, Object> set, boolean hasTitle, List<Double> boosts) {
    if (set.keySet().containsAll(List.of("idf", "idf_path"))) {
      throw new IllegalArgumentException("[idf] and [idf_path] cannot both be set");
    }
    Profile.Builder profile =
        Profile.builder()
            .read(new OptionMap(new LinkedHashMap<>(set)))
            .hasTitle(hasTitle)
            .titleOption(titleOption)
            .boosts(boosts);
    Optional<Content<IdfModel>> model =
        models.find(profile.get(ProfileOption.IDF), profile.get(ProfileOption.IDF_PATH));
    model.ifPresent(
        found -> profile.idf(found.refusal().isPresent() ? IdfModel.EMPTY : found.value()));
    boolean ofTokens = profile.get(ProfileOption.SHINGLE).unit() == Shingling.Unit.TOKEN;
    if (ofTokens == false) {
      return new TextFingerprinter(profile.build(), Optional.empty());
    }
    IdentifiedAnalyzer named = analyzers.require(profile.get(ProfileOption.ANALYZER));
    IdentifiedAnalyzer analyzer =
        model.flatMap(Content::refusal).map(RefusingAnalyzer::identified).orElse(named);
    profile.analysis(analyzer.identity());
    return new TextFingerprinter(profile.build(), Optional.of(analyzer));
  }
}
