package io.simhash.evaluation;

import io.simhash.core.shingle.Shingling;
import java.util.Set;

/** Cuts a text into the set of its shingles of characters. */
@FunctionalInterface
interface Shingles {

  /** The distinct shingles of a text. */
  Set<String> of(String text);

  /** The plugin's shingles of {@code size} characters, or of {@link Shingling#AUTO}. */
  static Shingles ofSize(int size) {
    return text -> Shingling.ofCharacters(text, size);
  }

  /** The size as users type it: a number or {@code auto}. */
  static String name(int size) {
    return size == Shingling.AUTO ? "auto" : Integer.toString(size);
  }
}
