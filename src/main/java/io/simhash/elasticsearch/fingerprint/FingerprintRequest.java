package io.simhash.elasticsearch.fingerprint;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.UntypedActionRequest;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.io.stream.StreamOutput;

/**
 * What is to be fingerprinted: {@code text} with profile options, or {@code document} with the
 * {@code pipeline} whose simhash processor has them. Never leaves its node.
 */
public final class FingerprintRequest extends UntypedActionRequest {

  /** The part of the distance in the similarity, where none is named. */
  public static final double DEFAULT_MU = 0.85;

  /** Tokens that an answer shows, where no number is named. */
  public static final int DEFAULT_MAX_TOKENS = 1_000;

  /** The most tokens that an answer shows. */
  public static final int MAX_TOKENS = 10_000;

  /**
   * A text or a document.
   *
   * @param text the text; {@code null} where {@code document} is not
   * @param title the title; {@code null} where none is given, and an empty one is given
   * @param document the document's source
   * @param set a second field's set
   */
  record Input(
      String text, String title, Map<String, Object> document, Optional<List<String>> set) {}

  private final Input input;
  private final Optional<Input> compareTo;
  private final Map<String, Object> profileOptions;
  private final String pipeline;
  private final double mu;
  private final int maxTokens;

  FingerprintRequest(
      Input input,
      Optional<Input> compareTo,
      Map<String, Object> profileOptions,
      String pipeline,
      double mu,
      int maxTokens) {
    this.input = input;
    this.compareTo = compareTo;
    this.profileOptions = profileOptions;
    this.pipeline = pipeline;
    this.mu = mu;
    this.maxTokens = maxTokens;
  }

  /**
   * Reads a request's body.
   *
   * @throws IllegalArgumentException naming the option, what it allows and what it was
   */
  public static FingerprintRequest parse(Map<String, Object> body) {
    return new FingerprintRequestParser(body).parse();
  }

  Input input() {
    return input;
  }

  Optional<Input> compareTo() {
    return compareTo;
  }

  /** The profile options of {@code text}, as they were typed. */
  Map<String, Object> profileOptions() {
    return profileOptions;
  }

  /** Whether one of the texts has a title. */
  boolean hasTitle() {
    return input.title() != null || compareTo.filter(other -> other.title() != null).isPresent();
  }

  /** The pipeline; {@code null} beside a text. */
  String pipeline() {
    return pipeline;
  }

  double mu() {
    return mu;
  }

  int maxTokens() {
    return maxTokens;
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
