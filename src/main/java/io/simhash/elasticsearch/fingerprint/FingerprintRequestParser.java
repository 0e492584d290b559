package io.simhash.elasticsearch.fingerprint;

import io.simhash.core.base.OptionMap;
import io.simhash.core.profile.ProfileOption;
import io.simhash.elasticsearch.fingerprint.FingerprintRequest.Input;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the body of {@code POST _simhash/fingerprint}. */
final class FingerprintRequestParser {

  private final Map<String, Object> body;
  private final boolean hasText;

  FingerprintRequestParser(Map<String, Object> body) {
    this.body = new LinkedHashMap<>(body);
    this.hasText = body.containsKey("text");
  }

  FingerprintRequest parse() {
    requireOneOfTextAndDocument();
    boolean hasCompareTo = body.containsKey("compare_to");
    OptionMap compareOptions = hasCompareTo ? new OptionMap(body).object("compare_to") : null;
    Optional<Input> compareTo =
        hasCompareTo ? Optional.of(input(compareOptions, "compare_to.")) : Optional.empty();
    if (hasCompareTo) {
      compareOptions.requireEmpty();
    }
    OptionMap options = new OptionMap(body);
    Input input = input(options, "");
    requireSets(input, compareTo);
    Map<String, Object> profileOptions =
        profileOptions(hasTitle(input) || compareTo.filter(c -> hasTitle(c)).isPresent());
    String pipeline = hasText ? null : options.string("pipeline");
    double mu = mu(options, input);
    int maxTokens = maxTokens(options);
    options.requireEmpty();
    return new FingerprintRequest(input, compareTo, profileOptions, pipeline, mu, maxTokens);
  }

  private void requireOneOfTextAndDocument() {
    boolean hasDocument = body.containsKey("document");
    if (hasText == hasDocument) {
      throw new IllegalArgumentException(
          "exactly one of [text] and [document] must be set but "
              + (hasText ? "both were" : "neither was"));
    }
    if (hasDocument && body.containsKey("pipeline") == false) {
      throw new IllegalArgumentException("[document] needs [pipeline]");
    }
    if (hasText && body.containsKey("pipeline")) {
      throw new IllegalArgumentException("[pipeline] needs [document]");
    }
  }

  private Input input(OptionMap options, String prefix) {
    Optional<List<String>> set =
        options.has("set") ? Optional.of(options.strings("set")) : Optional.empty();
    String kind = hasText ? "text" : "document";
    if (options.has(kind) == false) {
      throw new IllegalArgumentException("[compare_to] needs [" + kind + "]");
    }
    if (hasText) {
      String title = options.has("title") ? options.string("title") : null;
      return new Input(options.string("text"), title, null, set);
    }
    if (options.has("title")) {
      throw new IllegalArgumentException(
          "[" + prefix + "title] cannot stand beside [document]: the processor reads its own");
    }
    return new Input(null, null, options.map("document"), set);
  }

  private static boolean hasTitle(Input input) {
    return input.title() != null;
  }

  private static void requireSets(Input input, Optional<Input> compareTo) {
    boolean other = compareTo.flatMap(Input::set).isPresent();
    if (input.set().isPresent() != other) {
      throw new IllegalArgumentException(
          other ? "[compare_to.set] needs [set]" : "[set] needs [compare_to.set]");
    }
  }

  private Map<String, Object> profileOptions(boolean hasTitle) {
    if (body.containsKey("idf_path")) {
      // Whoever may ask for a fingerprint must not read the node's files by it.
      throw new IllegalArgumentException("[idf_path] can only be set in a pipeline or a mapping");
    }
    if (body.containsKey("title_factor") && hasTitle == false) {
      throw new IllegalArgumentException("[title_factor] needs [title]");
    }
    Map<String, Object> typed = ProfileOption.takeTyped(body);
    if (hasText == false && typed.isEmpty() == false) {
      throw new IllegalArgumentException(
          "["
              + typed.keySet().iterator().next()
              + "] cannot stand beside [pipeline], whose processor has the profile");
    }
    return typed;
  }

  private static double mu(OptionMap options, Input input) {
    if (options.has("mu") == false) {
      return FingerprintRequest.DEFAULT_MU;
    }
    if (input.set().isEmpty()) {
      throw new IllegalArgumentException("[mu] needs [set]");
    }
    double mu = options.number("mu");
    if (mu >= 0 && mu <= 1) {
      return mu;
    }
    throw new IllegalArgumentException("[mu] must be in [0, 1] but was [" + mu + "]");
  }

  private static int maxTokens(OptionMap options) {
    if (options.has("max_tokens") == false) {
      return FingerprintRequest.DEFAULT_MAX_TOKENS;
    }
    int maxTokens = options.integer("max_tokens");
    if (maxTokens < 0 || maxTokens > FingerprintRequest.MAX_TOKENS) {
      throw new IllegalArgumentException(
          "[max_tokens] must be in [0, 10000] but was [" + maxTokens + "]");
    }
    return maxTokens;
  }
}
