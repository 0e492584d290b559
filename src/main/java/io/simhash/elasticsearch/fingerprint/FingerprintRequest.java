package io.simhash.elasticsearch.fingerprint;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.text.TextLimit;
import io.simhash.elasticsearch.analysis.SignatureOption;
import io.simhash.elasticsearch.option.DocumentReference;
import io.simhash.lucene.text.TextMinHasher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.UntypedActionRequest;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.io.stream.StreamOutput;

/**
 * The body of {@code POST _simhash/fingerprint}: {@code text} with profile options, or {@code
 * document} or {@code like}, a stored document, with the {@code pipeline} whose simhash processor
 * has them; and what to compare it to. Never sent to another node.
 */
public final class FingerprintRequest extends UntypedActionRequest {

  /** The most characters of two compared texts: each word that differs takes a kilobyte. */
  private static final int MAX_COMPARED_CHARACTERS = 200_000;

  private static final int DEFAULT_MAX_TOKENS = 1_000;
  private static final int MAX_TOKENS = 10_000;

  /** A text, with a title if that is not null; or a document, whose source may be read later. */
  record Input(String text, String title, Map<String, Object> document, DocumentReference like) {

    private long characters() {
      return TextLimit.length(Arrays.asList(text, title, document));
    }
  }

  /** The text or document, and the other one of {@code compare_to}. */
  final List<Input> inputs;

  /** The profile options of a text as they were set: not read on the thread of the network. */
  final Map<String, Object> profileOptions;

  /** Empty with {@code "signature": false}, and with documents, whose processor has it. */
  final Optional<TextMinHasher> signatures;

  /** Null with a text. */
  final String pipeline;

  final int maxTokens;

  /** Reads a body, which is not changed. */
  public static FingerprintRequest parse(Map<String, Object> body) {
    return new FingerprintRequest(new LinkedHashMap<>(body));
  }

  private FingerprintRequest(Map<String, Object> body) {
    OptionMap options = new OptionMap(body);
    String kind = options.exactlyOneOf(List.of("text", "document", "like"));
    options.requireWith("document", "pipeline");
    options.requireWith("like", "pipeline");
    if (kind.equals("text") && options.has("pipeline")) {
      throw invalid("[pipeline] needs [document] or [like]");
    }
    inputs = new ArrayList<>();
    if (options.has("compare_to")) {
      OptionMap other = options.object("compare_to");
      inputs.add(input(other, kind));
      other.requireEmpty();
    }
    inputs.addFirst(input(options, kind));
    pipeline = options.string("pipeline", null);
    requireComparable(inputs);
    if (options.has("idf_path")) {
      // The privilege to ask for a fingerprint must not include reading files of the node.
      throw invalid("[idf_path] can only be set in a pipeline or a mapping");
    }
    if (pipeline != null && options.has(SignatureOption.NAME)) {
      throw invalid("[signature] cannot be used with [pipeline]: its processor has the option");
    }
    signatures = pipeline == null ? SignatureOption.read(options) : Optional.empty();
    profileOptions = ProfileOption.takeOptions(body);
    if (pipeline != null && profileOptions.isEmpty() == false) {
      String first = profileOptions.keySet().iterator().next();
      throw invalid("[%s] cannot be used with [pipeline]: its processor has the profile", first);
    }
    int given = options.integer("max_tokens", DEFAULT_MAX_TOKENS);
    maxTokens = Ranges.require("max_tokens", given, 0, MAX_TOKENS);
    options.requireEmpty();
  }

  /** The stored documents that are to be read: none, one or two. */
  List<DocumentReference> likes() {
    return inputs.stream().map(Input::like).filter(Objects::nonNull).toList();
  }

  private static Input input(OptionMap options, String kind) {
    if (options.has(kind) == false) {
      throw invalid("[compare_to] needs [%s]", kind);
    }
    if (kind.equals("text")) {
      String title = options.string("title", null);
      return new Input(options.string("text"), title, null, null);
    }
    if (options.has("title")) {
      throw invalid(
          "[%s] cannot be used with [%s]: the processor reads the title itself",
          options.fullName("title"), kind);
    }
    if (kind.equals("document")) {
      return new Input(null, null, options.map(kind), null);
    }
    DocumentReference like = DocumentReference.one(options).getFirst();
    if (like.index().isEmpty()) {
      throw invalid("[%s] needs [_index]", options.fullName(kind));
    }
    return new Input(null, null, null, like);
  }

  static void requireComparable(List<Input> inputs) {
    long characters = inputs.stream().mapToLong(Input::characters).sum();
    if (inputs.size() > 1 && characters > MAX_COMPARED_CHARACTERS) {
      throw invalid(
          "[compare_to] needs texts of at most [%s] characters together but they had [%s]",
          MAX_COMPARED_CHARACTERS, characters);
    }
  }

  /** Whether one of the texts has a title. */
  boolean hasTitle() {
    return inputs.stream().anyMatch(each -> each.title() != null);
  }

  /** The name of the option that gives the title, or one of two titles. */
  String titleOption() {
    return inputs.getFirst().title() == null && hasTitle() ? "compare_to.title" : "title";
  }

  @Override
  public ActionRequestValidationException validate() {
    return null;
  }

  @Override
  public void writeTo(StreamOutput out) {
    TransportAction.localOnly();
  }
}
