package io.simhash.core.profile;

import static io.simhash.core.base.Errors.invalid;

import java.util.Set;

/** The rules that involve several options of a {@link Profile}. */
final class ProfileRules {

  private final Profile profile;
  private final Set<ProfileOption<?>> set;
  private final String titleOption;

  /**
   * @param set the options that were set, rather than left to the preset or the default
   * @param titleOption the name of the option that gives documents their title
   */
  ProfileRules(Profile profile, Set<ProfileOption<?>> set, String titleOption) {
    this.profile = profile;
    this.set = set;
    this.titleOption = titleOption;
  }

  /**
   * Requires options that can be used together.
   *
   * @throws IllegalArgumentException naming the option and what it needs
   */
  void check() {
    requireOther(ProfileOption.TITLE_FACTOR, profile.hasTitle(), titleOption);
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
      requireTokens(profile.hasTitle(), titleOption);
    }
    if (profile.hasTitle() && profile.titleFactor() == 1) {
      throw titleWithoutEffect(preset);
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

  private IllegalArgumentException titleWithoutEffect(Preset preset) {
    return set.contains(ProfileOption.TITLE_FACTOR)
        ? invalid(
            "[%s] has no effect with [title_factor] [1]: set another [title_factor]", titleOption)
        : invalid(
            "[%s] has no effect with [title_factor] [1], the default of [preset] [%s]: set"
                + " [title_factor], or use [preset] [%s]",
            titleOption, preset, Preset.COMPOSITE);
  }

  private static void requireTokens(boolean used, String option) {
    if (used) {
      throw invalid("[%s] needs words and cannot be used with [shingle.unit] [character]", option);
    }
  }
}
