package io.simhash.core.text;

import io.simhash.core.base.OptionMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The part of a text that counts where texts are compared: the text without the differences that
 * {@code fold} names, and then without the passages that {@code boilerplate} lists.
 *
 * @param folding differences between letters that do not count
 * @param boilerplate passages that do not count; folded too
 */
public record TextOptions(Folding folding, Boilerplate boilerplate) {

  /** The names of both options. */
  public static final List<String> NAMES = List.of(Folding.NAME, Boilerplate.NAME);

  /** All of a text counts. */
  public static final TextOptions ALL = new TextOptions(Folding.NONE, Boilerplate.NONE);

  public TextOptions {
    boilerplate = boilerplate.folded(folding);
  }

  /** Texts of which every passage counts. */
  public TextOptions(Folding folding) {
    this(folding, Boilerplate.NONE);
  }

  /** Reads both options where users set them, or a mapping keeps them, among others. */
  public static TextOptions read(Map<String, Object> typed) {
    Map<String, Object> own = new HashMap<>(typed);
    own.keySet().retainAll(NAMES);
    own.values().removeIf(Objects::isNull);
    OptionMap options = new OptionMap(own);
    return new TextOptions(Folding.read(options), Boilerplate.read(options));
  }

  /** The options as a mapping keeps them: {@code null} for one that leaves nothing out. */
  public Map<String, Object> pinned() {
    Map<String, Object> pinned = new HashMap<>();
    pinned.put(Folding.NAME, folding.pinned());
    pinned.put(Boilerplate.NAME, boilerplate.pinned());
    return pinned;
  }

  /** The part of a text that counts; the text itself if that is all of it. */
  public String of(String text) {
    return boilerplate.of(folding.of(text));
  }
}
