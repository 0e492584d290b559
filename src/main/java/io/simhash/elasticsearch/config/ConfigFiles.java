package io.simhash.elasticsearch.config;

import static io.simhash.core.base.Errors.invalid;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.elasticsearch.core.CheckedFunction;

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

  private final Path directory;

  /** Files of the node whose config folder is given. */
  public ConfigFiles(Path directory) {
    this.directory = directory.toAbsolutePath().normalize();
  }

  /**
   * Whether a file of this name exists, even if it is a folder, a link to a missing file, or not
   * readable by the node. {@link #read} then returns its text or throws an error with the reason.
   */
  public boolean has(String name) {
    return Files.notExists(directory.resolve(name), LinkOption.NOFOLLOW_LINKS) == false;
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
    throw invalid("[%s] must name a file under the config folder but was [%s]", option, name);
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
   * @param content reads its text; an IllegalArgumentException says what is wrong with it
   * @throws IllegalArgumentException naming the option, the file and what is wrong with it
   */
  public <T> T read(String option, String name, CheckedFunction<Reader, T, IOException> content) {
    return access(
        option,
        name,
        path -> {
          long bytes = size(path);
          if (bytes > MAX_BYTES) {
            throw invalid("must have at most [%s] bytes but has [%s]", MAX_BYTES, bytes);
          }
          try (InputStream in = new BufferedInputStream(Files.newInputStream(path));
              InputStream text = path.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
              Reader reader =
                  new InputStreamReader(new Bounded(text), StandardCharsets.UTF_8.newDecoder())) {
            return content.apply(reader);
          }
        });
  }

  /** The size of a regular file: reading a folder fails, and reading a pipe may never end. */
  private static long size(Path path) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (attributes.isRegularFile() == false) {
      throw invalid("must be a file, not a folder or a device");
    }
    return attributes.size();
  }

  private <T> T access(String option, String name, CheckedFunction<Path, T, IOException> access) {
    Path path = resolve(option, name);
    try {
      return access.apply(path);
    } catch (NoSuchFileException e) {
      throw invalid("[%s] names no file: [%s]", option, name);
    } catch (ZipException | EOFException e) {
      throw invalid("[%s] [%s] must be gzipped, because its name ends in [.gz]", option, name);
    } catch (CharacterCodingException e) {
      throw invalid("[%s] [%s]: must be UTF-8", option, name);
    } catch (IOException e) {
      // Its message would tell the node's folders.
      throw invalid("[%s] names a file that cannot be read: [%s]", option, name);
    } catch (IllegalArgumentException e) {
      throw invalid(e, "[%s] [%s]: %s", option, name, e.getMessage());
    }
  }

  /**
   * Bounds what a compressed or a wrong file can cost: its content, which can be many times as
   * large as the file, and its lines, because callers hold a whole line in memory.
   */
  private static final class Bounded extends FilterInputStream {

    private static final int MAX_LINE_BYTES = 1 << 16;

    private long read;
    private long lineStart;

    Bounded(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int bytes = super.read(buffer, offset, length);
      for (int i = offset; i < offset + bytes; i++) {
        read++;
        if (buffer[i] == '\n') {
          lineStart = read;
        } else if (read - lineStart > MAX_LINE_BYTES) {
          throw invalid("a line is longer than [%s] bytes", MAX_LINE_BYTES);
        }
      }
      if (read > MAX_BYTES) {
        throw invalid("must have at most [%s] bytes of content", MAX_BYTES);
      }
      return bytes;
    }
  }
}
