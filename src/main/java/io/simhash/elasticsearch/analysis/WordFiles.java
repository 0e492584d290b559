package io.simhash.elasticsearch.analysis;

import io.simhash.elasticsearch.config.ConfigFiles;
import java.io.IOException;
import java.io.Reader;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.core.CheckedFunction;

/**
 * The word files of a node that one option may name: user dictionaries or stop words. The words of
 * a file that several indices name are held in memory once, as long as one of them is open, and are
 * read again when the file has changed.
 *
 * <p>A file that cannot be used is logged once, and again only when it has changed: the settings of
 * an index are read at every update of its mapping.
 */
final class WordFiles<T> {

  /** More files than this are held only while their words are used. */
  private static final int MAX_KNOWN = 1000;

  private record Held<T>(String state, WeakReference<T> words, String refusal) {}

  private static final Logger logger = LogManager.getLogger(WordFiles.class);

  private final String option;
  private final ConfigFiles files;
  private final CheckedFunction<Reader, T, IOException> reader;
  private final Map<Path, Held<T>> known = new ConcurrentHashMap<>();

  /**
   * @param option the option that names the files
   * @param reader reads the words of a file; an IllegalArgumentException says what is wrong
   */
  WordFiles(String option, ConfigFiles files, CheckedFunction<Reader, T, IOException> reader) {
    this.option = option;
    this.files = files;
    this.reader = reader;
  }

  /**
   * The words of a file.
   *
   * @throws IllegalArgumentException naming the option, the file and what is wrong with it
   */
  T require(String name) {
    String state = files.state(option, name);
    Held<T> held = held(name, state);
    T words = held == null ? null : held.words().get();
    if (words == null) {
      words = files.read(option, name, reader);
      hold(name, new Held<>(state, new WeakReference<>(words), null));
    }
    return words;
  }

  /**
   * The words of a file, or the reason why it cannot be used.
   *
   * @throws IllegalArgumentException if the name leads out of the config folder
   */
  Words<T> find(String name) {
    String state = stateOrError(name);
    Held<T> held = held(name, state);
    if (held != null && held.refusal() != null) {
      return Words.refused(held.refusal());
    }
    try {
      return Words.of(require(name));
    } catch (IllegalArgumentException e) {
      logger.error("analyzers that use this file refuse every text: {}", e.getMessage());
      hold(name, new Held<>(state, new WeakReference<>(null), e.getMessage()));
      return Words.refused(e.getMessage());
    }
  }

  /** The same for a file that may be missing. */
  Words<T> findOrElse(String name, T absent) {
    return files.has(name) ? find(name) : Words.of(absent);
  }

  private String stateOrError(String name) {
    files.resolve(option, name);
    try {
      return files.state(option, name);
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  /** The known result of reading a file in that state, or null. */
  private Held<T> held(String name, String state) {
    Held<T> held = known.get(files.resolve(option, name));
    return held != null && held.state().equals(state) ? held : null;
  }

  private void hold(String name, Held<T> held) {
    if (known.size() >= MAX_KNOWN) {
      known.values().removeIf(old -> old.words().get() == null);
    }
    known.put(files.resolve(option, name), held);
  }

  /**
   * The words of a file, or the reason why the file cannot be used. An analyzer without its words
   * must not analyse a text: its tokens would be others.
   *
   * @param words the words; null if they cannot be used
   * @param refusal the reason, a sentence for users; null if there are words
   */
  record Words<T>(T words, String refusal) {

    static <T> Words<T> of(T words) {
      return new Words<>(words, null);
    }

    static <T> Words<T> refused(String reason) {
      return new Words<>(null, reason);
    }
  }
}
