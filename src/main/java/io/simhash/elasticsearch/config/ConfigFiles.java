package io.simhash.elasticsearch.config;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Text files under the node's config folder, and nowhere else: UTF-8, compressed with gzip where
 * the name ends in {@code .gz}, at most {@link #MAX_BYTES}.
 *
 * <p>Error sentences name the option and the file as the user typed them. They never tell the
 * node's folders or what a file contains: the config folder also holds secrets.
 */
public final class ConfigFiles {

  /** The largest file that is read, in bytes. */
  public static final long MAX_BYTES = 64L << 20;

  /** Reads the content of a file; an IllegalArgumentException says what is wrong with it. */
  @FunctionalInterface
  public interface Content<T> {
    /** Returns what the file describes. */
    T read(Reader reader) throws IOException;
  }

  @FunctionalInterface
  private interface Access<T> {
    T run(Path path) throws IOException;
  }

  private final Path directory;

  /** Files of the node whose config folder is given. */
  public ConfigFiles(Path directory) {
    this.directory = directory.toAbsolutePath().normalize();
  }

  /** Whether there is such a file. */
  public boolean has(String name) {
    return Files.isRegularFile(directory.resolve(name));
  }

  /**
   * The file that an option names.
   *
   * @throws IllegalArgumentException if {@code name} leads out of the config folder or is no path
   */
  public Path resolve(String option, String name) {
    try {
      Path path = directory.resolve(name).normalize();
      if (path.startsWith(directory) && path.equals(directory) == false) {
        return path;
      }
    } catch (InvalidPathException e) {
      // The same sentence as for a path that leads out of the folder.
    }
    throw new IllegalArgumentException(
        "[" + option + "] must name a file under the config folder but was [" + name + "]");
  }

  /**
   * The state of a file: its time of modification and its size.
   *
   * @throws IllegalArgumentException if there is no such file or it cannot be read
   */
  public String state(String option, String name) {
    return access(
        option, name, path -> Files.getLastModifiedTime(path) + ", " + Files.size(path) + " bytes");
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException naming the option, the file and what is wrong with it
   */
  public <T> T read(String option, String name, Content<T> content) {
    return access(
        option,
        name,
        path -> {
          long bytes = Files.size(path);
          if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException(
                "must have at most [" + MAX_BYTES + "] bytes but has [" + bytes + "]");
          }
          try (InputStream in = new BufferedInputStream(Files.newInputStream(path));
              Reader reader =
                  utf8(path.toString().endsWith(".gz") ? new GZIPInputStream(in) : in)) {
            return content.read(reader);
          }
        });
  }

  /** A reader that throws CharacterCodingException where the bytes are not UTF-8. */
  private static Reader utf8(InputStream in) {
    return new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder());
  }

  private <T> T access(String option, String name, Access<T> access) {
    Path path = resolve(option, name);
    String subject = "[" + option + "] [" + name + "]";
    try {
      return access.run(path);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("[" + option + "] names no file: [" + name + "]");
    } catch (CharacterCodingException | ZipException e) {
      throw new IllegalArgumentException(
          subject + " must be UTF-8, gzipped where it ends in [.gz]");
    } catch (IOException e) {
      // Its message would tell the node's folders.
      throw new IllegalArgumentException(
          "[" + option + "] names a file that cannot be read: [" + name + "]");
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(subject + ": " + e.getMessage(), e);
    }
  }
}
