package io.simhash.elasticsearch.analysis;

import static io.simhash.core.base.Errors.invalid;
import static io.simhash.core.profile.ProfileOption.HASH;
import static io.simhash.core.profile.ProfileOption.MIN_FEATURES;
import static io.simhash.core.profile.ProfileOption.MIN_TOKEN_LENGTH;
import static io.simhash.core.profile.ProfileOption.SHINGLE;
import static io.simhash.core.profile.ProfileOption.TF;
import static io.simhash.core.profile.ProfileOption.TIES;
import static io.simhash.core.profile.ProfileOption.TOP;
import static io.simhash.core.profile.ProfileOption.WEIGHT_LEVELS;
import static io.simhash.core.shingle.Shingling.MAX_SIZE;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.shingle.Shingling;
import io.simhash.lucene.text.SimHashTokenFilter;
import java.util.List;
import org.apache.lucene.analysis.TokenStream;
import org.elasticsearch.index.analysis.AbstractTokenFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;

/**
 * Makes the token filter {@code simhash}. Its options: {@code output} ({@code fingerprint}, {@code
 * blocks}) and those of a profile that need no more than the tokens, with the processor's defaults:
 * {@code min_token_length}, {@code shingle_size} (3), {@code tf}, {@code weight_levels}, {@code
 * top}, {@code hash}, {@code ties}. Every text with a feature has a fingerprint.
 */
final class SimHashTokenFilterFactory extends AbstractTokenFilterFactory {

  private final SimHashTokenFilter.Output output;
  private final Profile profile;

  /** Takes its options; unknown ones are refused. */
  SimHashTokenFilterFactory(String name, OptionMap options) {
    super(name);
    output = options.constant("output", SimHashTokenFilter.Output.FINGERPRINT);
    Profile.Builder builder = Profile.builder().set(MIN_FEATURES, 0.0);
    if (options.has("shingle_size")) {
      int size = Ranges.require("shingle_size", options.integer("shingle_size"), 1, MAX_SIZE);
      builder.set(SHINGLE, new Shingling(Shingling.Unit.TOKEN, size));
    }
    for (ProfileOption<?> option : List.of(MIN_TOKEN_LENGTH, TF, WEIGHT_LEVELS, TOP, HASH, TIES)) {
      builder.read(option, options);
    }
    options.requireEmpty();
    profile = builder.build();
  }

  @Override
  public TokenStream create(TokenStream input) {
    return new SimHashTokenFilter(input, profile, output);
  }

  @Override
  public TokenFilterFactory getSynonymFilter() {
    throw invalid("Token filter [%s] cannot be used to parse synonyms", name());
  }
}
