package io.simhash.core.feature;

import io.simhash.core.profile.Profile;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.shingle.Shingling;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns analysed text into weighted features, as a {@link Profile} says.
 *
 * <p>Tokens that are too short or too rare are left out; shingles are windows over the tokens that
 * remain and never span two fields. A feature's weight is {@code tf · idf · length · pos · cue ·
 * title · field}; for a shingle of tokens {@code idf}, {@code length}, {@code pos}, {@code cue} and
 * {@code title} are each the mean over its tokens. Where occurrences of one feature differ in
 * {@code pos}, {@code cue} or {@code field}, the largest counts, so that the order of sentences
 * does not. Then the {@code top} heaviest features stay (ties: the smaller hash, unsigned) and
 * weights become levels. A feature of weight 0 is no feature.
 *
 * <p>Immutable and safe to share. Time and memory linear in the number of tokens.
 */
public final class FeatureExtractor {

  private static final Comparator<Feature> HEAVIEST_FIRST =
      Comparator.comparingLong(Feature::weight)
          .reversed()
          .thenComparing(Feature::hash, Long::compareUnsigned)
          .thenComparing(Feature::text);

  private final Profile profile;
  private final TokenFactors tokenFactors;

  public FeatureExtractor(Profile profile) {
    this.profile = profile;
    this.tokenFactors = new TokenFactors(profile);
  }

  /**
   * The features of a text under a profile of characters, which needs no analyzer.
   *
   * @throws IllegalStateException if the profile's features are made of tokens
   */
  public Features extract(String text) {
    if (profile.isOfTokens()) {
      throw new IllegalStateException("features of tokens need the tokens of the text");
    }
    return extract(List.of(new BodyField(text, List.of(), 1)), Set.of());
  }

  /**
   * The features of a document.
   *
   * @param body the fields that are fingerprinted
   * @param titleTerms terms of the title: they mark features of the body and add none
   */
  public Features extract(List<BodyField> body, Set<String> titleTerms) {
    int shingleSize = profile.get(ProfileOption.SHINGLE).size();
    Map<String, FeatureDraft> drafts = new LinkedHashMap<>();
    if (profile.isOfTokens()) {
      List<List<WeighedToken>> weighed = tokenFactors.weigh(body, titleTerms);
      for (int i = 0; i < body.size(); i++) {
        for (List<WeighedToken> window : Shingling.windows(weighed.get(i), shingleSize)) {
          draft(drafts, text(window)).occursAs(window, body.get(i));
        }
      }
    } else {
      for (BodyField field : body) {
        Shingling.forEachCharacterWindow(
            field.text(), shingleSize, text -> draft(drafts, text).occursIn(field));
      }
    }
    return new Features(quantised(heaviest(weighted(drafts.values()))));
  }

  private static FeatureDraft draft(Map<String, FeatureDraft> drafts, String text) {
    return drafts.computeIfAbsent(text, FeatureDraft::new);
  }

  private static String text(List<WeighedToken> window) {
    if (window.size() == 1) {
      return window.get(0).token().term();
    }
    StringBuilder text = new StringBuilder();
    for (WeighedToken weighed : window) {
      text.append(text.isEmpty() ? "" : " ").append(weighed.token().term());
    }
    return text.toString();
  }

  private List<Feature> weighted(Collection<FeatureDraft> drafts) {
    List<Feature> features = new ArrayList<>(drafts.size());
    for (FeatureDraft draft : drafts) {
      Feature feature = draft.toFeature(profile);
      if (feature.weight() > 0) {
        features.add(feature);
      }
    }
    return features;
  }

  private List<Feature> heaviest(List<Feature> features) {
    int top = profile.get(ProfileOption.TOP);
    if (top == 0 || features.size() <= top) {
      return features;
    }
    Set<Feature> kept = new HashSet<>(features.stream().sorted(HEAVIEST_FIRST).limit(top).toList());
    return features.stream().filter(kept::contains).toList();
  }

  private List<Feature> quantised(List<Feature> features) {
    if (profile.hasWeightLevels() == false) {
      return features;
    }
    long[] weights = features.stream().mapToLong(Feature::weight).toArray();
    profile
        .get(ProfileOption.WEIGHT_SCALE)
        .quantise(weights, profile.get(ProfileOption.WEIGHT_LEVELS));
    List<Feature> quantised = new ArrayList<>(weights.length);
    for (int i = 0; i < weights.length; i++) {
      quantised.add(features.get(i).withWeight(weights[i]));
    }
    return quantised;
  }
}
