package io.simhash.core.text;

import io.simhash.core.base.OptionMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The options that decide what of a text counts, wherever texts are compared: a text loses the
 * differences that {@code fold} names, and then the passages that {@code boilerplate} lists.
 *
 * @param folding differences between letters that do not count
 * @param boilerplate passages that do not count; folded too
 */
public record TextOptions(Folding folding, Boilerplate boilerplate) {

  public static final List<String> NAMES = List.of(Folding.NAME, Boilerplate.NAME);

  /** All of a text counts. */
  public static final TextOptions NONE = new TextOptions(Folding.NONE, Boilerplate.NONE);

  public TextOptions {
    boilerplate = boilerplate.folded(folding);
  }

  /** Takes both options; {@link #NONE} where they are absent. */
  public static TextOptions read(OptionMap options) {
    return new TextOptions(Folding.read(options), Boilerplate.read(options));
  }

  /** Reads both options among others, which stay. */
  public static TextOptions of(Map<String, Object> options) {
    return read(new OptionMap(new HashMap<>(options)));
  }

  /** The options as a mapping keeps them: {@code null} for one that leaves nothing out. */
  public Map<String, Object> pinned() {
    Map<String, Object> pinned = new HashMap<>();
    pinned.put(Folding.NAME, folding.pinned());
    pinned.put(Boilerplate.NAME, boilerplate.pinned());
    return pinned;
  }

  /** The part of a text that counts; the text itself if that is all of it. */
  public String applyTo(String text) {
    return boilerplate.of(folding.of(text));
  }
}
