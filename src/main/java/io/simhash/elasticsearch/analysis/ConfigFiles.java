package io.simhash.elasticsearch.analysis;

import io.simhash.elasticsearch.profile.ConfigPath;
import io.simhash.lucene.ansj.AnsjDictionary;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.lang.ref.WeakReference;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Word files under a node's config folder, and nowhere else; UTF-8, at most {@link #MAX_BYTES}.
 *
 * <p>A dictionary that several indices name is held once, as long as one of them is open.
 */
final class ConfigFiles {

  /** The largest file that is read, in bytes. */
  static final long MAX_BYTES = 64L << 20;

  private record Stamp(FileTime modified, long bytes) {}

  private record Held(Stamp stamp, WeakReference<AnsjDictionary> dictionary) {}

  private interface Content<T> {
    T read(Reader reader) throws IOException;
  }

  private final Path directory;
  private final Map<Path, Held> dictionaries = new ConcurrentHashMap<>();

  ConfigFiles(Path directory) {
    this.directory = directory.toAbsolutePath().normalize();
  }

  /** Whether there is such a file. */
  boolean has(String name) {
    return Files.isRegularFile(directory.resolve(name));
  }

  /**
   * The dictionary in a file.
   *
   * @throws IllegalArgumentException naming the option, the file and what is wrong with it
   */
  AnsjDictionary dictionary(String option, String name) {
    Path path = ConfigPath.resolve(directory, option, name);
    Stamp stamp = read(option, name, () -> stamp(path));
    Held held = dictionaries.get(path);
    AnsjDictionary known =
        held != null && held.stamp().equals(stamp) ? held.dictionary().get() : null;
    if (known != null) {
      return known;
    }
    AnsjDictionary dictionary =
        read(option, name, () -> content(path, stamp, AnsjDictionary::read));
    dictionaries.put(path, new Held(stamp, new WeakReference<>(dictionary)));
    return dictionary;
  }

  /** The lines of a file, without empty ones and those that begin with {@code #}. */
  List<String> words(String option, String name) {
    Path path = ConfigPath.resolve(directory, option, name);
    return read(option, name, () -> content(path, stamp(path), ConfigFiles::lines));
  }

  private static List<String> lines(Reader reader) throws IOException {
    List<String> words = new ArrayList<>();
    BufferedReader lines = new BufferedReader(reader);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String word = line.startsWith("\uFEFF") ? line.substring(1).strip() : line.strip();
      if (word.isEmpty() == false && word.startsWith("#") == false) {
        words.add(word);
      }
    }
    return words;
  }

  private static Stamp stamp(Path path) throws IOException {
    return new Stamp(Files.getLastModifiedTime(path), Files.size(path));
  }

  private static <T> T content(Path path, Stamp stamp, Content<T> content) throws IOException {
    if (stamp.bytes() > MAX_BYTES) {
      throw new IllegalArgumentException(
          "has [" + stamp.bytes() + "] bytes, more than [" + MAX_BYTES + "]");
    }
    // Unlike a charset, a decoder reports malformed input.
    try (Reader reader =
        new InputStreamReader(Files.newInputStream(path), StandardCharsets.UTF_8.newDecoder())) {
      return content.read(reader);
    }
  }

  private interface Action<T> {
    T run() throws IOException;
  }

  private static <T> T read(String option, String name, Action<T> action) {
    String subject = "[" + option + "] [" + name + "] ";
    try {
      return action.run();
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(subject + "is not there");
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(subject + "must be UTF-8");
    } catch (IOException e) {
      // The reason would tell the node's folders.
      throw new IllegalArgumentException(subject + "cannot be read");
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(subject + "cannot be used: " + e.getMessage(), e);
    }
  }
}
