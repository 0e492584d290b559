package io.simhash.elasticsearch.analysis;

import io.simhash.elasticsearch.config.ConfigFiles;
import io.simhash.lucene.ansj.AnsjDictionary;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The user dictionaries of a node. A dictionary that several indices name is held in memory once,
 * as long as one of them is open, and is read again when its file has changed.
 */
final class UserDictionaries {

  /** The option that names a dictionary's file. */
  static final String OPTION = "user_dictionary_path";

  private record Held(String state, WeakReference<AnsjDictionary> dictionary) {}

  private final ConfigFiles files;
  private final Map<Path, Held> dictionaries = new ConcurrentHashMap<>();

  UserDictionaries(ConfigFiles files) {
    this.files = files;
  }

  /**
   * The dictionary in a file.
   *
   * @throws IllegalArgumentException naming the option, the file and what is wrong with it
   */
  AnsjDictionary read(String name) {
    Path path = files.resolve(OPTION, name);
    String state = files.state(OPTION, name);
    Held held = dictionaries.get(path);
    AnsjDictionary known =
        held != null && held.state().equals(state) ? held.dictionary().get() : null;
    if (known != null) {
      return known;
    }
    AnsjDictionary dictionary = files.read(OPTION, name, AnsjDictionary::read);
    dictionaries.put(path, new Held(state, new WeakReference<>(dictionary)));
    return dictionary;
  }
}
