package io.simhash.core.feature;

import io.simhash.core.shingle.Shingling;
import java.util.List;
import java.util.function.Consumer;

/**
 * The occurrences of all features of a document, in order. They are made anew each time they are
 * gone through, so that their number costs no memory.
 */
@FunctionalInterface
interface Occurrences {

  void forEach(Consumer<Occurrence> consumer);

  /**
   * Windows of {@code size} tokens.
   *
   * @param tokens the tokens of each field of {@code body}
   */
  static Occurrences ofTokens(List<BodyField> body, List<List<WeighedToken>> tokens, int size) {
    return consumer -> {
      for (int i = 0; i < body.size(); i++) {
        double boost = body.get(i).boost();
        Shingling.forEachWindow(
            tokens.get(i), size, window -> consumer.accept(new Occurrence.OfTokens(window, boost)));
      }
    };
  }

  /** Windows of {@code size} characters. */
  static Occurrences ofCharacters(List<BodyField> body, int size) {
    return consumer -> {
      for (BodyField field : body) {
        Shingling.forEachCharacterWindow(
            field.text(),
            size,
            text -> consumer.accept(new Occurrence.OfCharacters(text, field.boost())));
      }
    };
  }
}
