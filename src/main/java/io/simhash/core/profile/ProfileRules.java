package io.simhash.core.profile;

import static io.simhash.core.base.Errors.invalid;

import java.util.Set;

/** The rules that involve several options of a {@link Profile}. */
final class ProfileRules {

  private final Profile profile;
  private final Set<ProfileOption<?>> set;

  /**
   * @param set the options that were set, rather than left to the preset or the default
   */
  ProfileRules(Profile profile, Set<ProfileOption<?>> set) {
    this.profile = profile;
    this.set = set;
  }

  /**
   * Requires options that can be used together.
   *
   * @throws IllegalArgumentException naming the option and what it needs
   */
  void check() {
    requireOther(ProfileOption.TITLE_FACTOR, profile.hasTitle(), "title_field");
    requireOther(ProfileOption.CUE_FACTOR, profile.hasCuePhrases(), "cue_phrases");
    requireOther(ProfileOption.CUE_SCOPE, profile.hasCuePhrases(), "cue_phrases");
    requireOther(ProfileOption.WEIGHT_SCALE, profile.hasWeightLevels(), "weight_levels");
    Preset preset = profile.get(ProfileOption.PRESET);
    requireIdf(preset.needsIdf(), "[preset] [" + preset + "]");
    requireIdf(profile.get(ProfileOption.MIN_DOCUMENT_FREQUENCY) > 0, "[min_document_frequency]");
    if (profile.isOfTokens() == false) {
      requireTokens(set.contains(ProfileOption.ANALYZER), "analyzer");
      requireTokens(set.contains(ProfileOption.MIN_TOKEN_LENGTH), "min_token_length");
      requireTokens(profile.idf().isPresent(), "idf");
      requireTokens(profile.get(ProfileOption.LENGTH) != LengthFactor.NONE, "length");
      requireTokens(profile.get(ProfileOption.POS).isEmpty() == false, "pos");
      requireTokens(profile.hasCuePhrases(), "cue_phrases");
      requireTokens(profile.titleFactor() != 1, "title_field");
    }
  }

  private void requireOther(ProfileOption<?> option, boolean hasOther, String other) {
    if (set.contains(option) && hasOther == false) {
      throw invalid("[%s] needs [%s]", option, other);
    }
  }

  private void requireIdf(boolean needed, String subject) {
    if (needed && profile.idf().isEmpty()) {
      throw invalid("%s needs an IDF model: set [idf] or [idf_path]", subject);
    }
  }

  private static void requireTokens(boolean used, String option) {
    if (used) {
      throw invalid("[%s] needs words and cannot be used with [shingle.unit] [character]", option);
    }
  }
}
