package io.simhash.elasticsearch.analysis;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.OptionMap;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.Tf;
import io.simhash.core.profile.Ties;
import io.simhash.core.shingle.Shingling;
import io.simhash.lucene.text.SimHashTokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.elasticsearch.index.analysis.AbstractTokenFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;

/**
 * Makes the token filter {@code simhash}. Its options: {@code output} ({@code fingerprint}, {@code
 * blocks}) and those of a profile that need no more than the tokens, with the processor's defaults:
 * {@code min_token_length}, {@code shingle_size} (3), {@code tf}, {@code weight_levels}, {@code
 * top}, {@code hash}, {@code ties}.
 */
final class SimHashTokenFilterFactory extends AbstractTokenFilterFactory {

  private final SimHashTokenFilter.Output output;
  private final Profile profile;

  /** Takes its options; what is left over is refused. */
  SimHashTokenFilterFactory(String name, OptionMap options) {
    super(name);
    output =
        options.has("output")
            ? options.constant("output", SimHashTokenFilter.Output.class)
            : SimHashTokenFilter.Output.FINGERPRINT;
    Profile.Builder builder = Profile.builder();
    if (options.has("shingle_size")) {
      shingle(builder, options.integer("shingle_size"));
    }
    if (options.has("min_token_length")) {
      builder.minTokenLength(options.integer("min_token_length"));
    }
    if (options.has("tf")) {
      builder.tf(options.constant("tf", Tf.class));
    }
    if (options.has("weight_levels")) {
      builder.weightLevels(atLeastOne(options, "weight_levels"));
    }
    if (options.has("top")) {
      builder.top(atLeastOne(options, "top"));
    }
    if (options.has("hash")) {
      builder.hash(options.constant("hash", FeatureHash.class));
    }
    if (options.has("ties")) {
      builder.ties(options.constant("ties", Ties.class));
    }
    options.requireEmpty();
    profile = builder.build();
  }

  private static void shingle(Profile.Builder builder, int size) {
    if (size < 1 || size > Shingling.MAX_SIZE) {
      throw new IllegalArgumentException(
          "[shingle_size] must be in [1, " + Shingling.MAX_SIZE + "] but was [" + size + "]");
    }
    if (size == 1) {
      builder.noShingling();
    } else {
      builder.shingling(new Shingling(Shingling.Unit.TOKEN, size));
    }
  }

  private static int atLeastOne(OptionMap options, String name) {
    int value = options.integer(name);
    if (value < 1) {
      throw new IllegalArgumentException(
          "[" + name + "] must be at least [1] but was [" + value + "]");
    }
    return value;
  }

  @Override
  public TokenStream create(TokenStream input) {
    return new SimHashTokenFilter(input, profile, output);
  }

  @Override
  public TokenFilterFactory getSynonymFilter() {
    throw new IllegalArgumentException(
        "Token filter [" + name() + "] cannot be used to parse synonyms");
  }
}
