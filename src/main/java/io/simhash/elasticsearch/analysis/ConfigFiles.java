package io.simhash.elasticsearch.analysis;

import static io.simhash.core.base.Errors.invalid;
import static io.simhash.core.base.Errors.sentence;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.seqno.SequenceNumbers;

/**
 * The files of one kind in {@code simhash} under the config folder, each read once, when the node
 * starts: UTF-8, compressed with gzip where the name ends in {@code .gz}, at most {@link
 * #MAX_BYTES}. A file that cannot be used is logged, and the node starts.
 *
 * <p>Error sentences name the option and the file. They never tell the node's folders or what a
 * file contains: the config folder also holds secrets.
 *
 * @param <T> the content of a file
 */
public final class ConfigFiles<T> {

  /** The largest file that is read, in bytes. */
  public static final long MAX_BYTES = 64L << 20;

  private static final String FOLDER = "simhash";

  private static final Logger logger = LogManager.getLogger(ConfigFiles.class);

  /** The content of a file, or the reason why it cannot be used, a sentence for users. */
  public record Content<T>(T value, Optional<String> refusal) {

    public static <T> Content<T> of(T value) {
      return new Content<>(value, Optional.empty());
    }

    private static <T> Content<T> refused(String reason) {
      return new Content<>(null, Optional.of(reason));
    }
  }

  private final String option;
  private final String ending;
  private final CheckedFunction<Reader, T, IOException> parser;
  private final Map<String, Content<T>> files = new TreeMap<>();

  /** The reason why the folder cannot be read; empty if it can. */
  private Optional<String> unreadable = Optional.empty();

  /**
   * @param option the option that names the files
   * @param ending what their names end in, apart from {@code .gz}
   * @param parser reads the text of a file; an IllegalArgumentException says what is wrong with it
   */
  public ConfigFiles(
      Path config, String option, String ending, CheckedFunction<Reader, T, IOException> parser) {
    this.option = option;
    this.ending = ending;
    this.parser = parser;
    try (Stream<Path> listed = Files.list(config.resolve(FOLDER))) {
      listed.sorted().forEach(this::add);
    } catch (NoSuchFileException e) {
      // There are no files.
    } catch (IOException | UncheckedIOException e) {
      String reason = "[" + option + "]: the folder [" + FOLDER + "] cannot be read";
      logger.error("every text that may need its files is refused: {}", reason);
      unreadable = Optional.of(reason);
    }
  }

  private void add(Path file) {
    String name = FOLDER + "/" + file.getFileName();
    if (name.endsWith(ending) || name.endsWith(ending + ".gz")) {
      try {
        files.put(name, Content.of(read(file, name)));
      } catch (IllegalArgumentException e) {
        logger.error("every text that needs this file is refused: {}", e.getMessage());
        files.put(name, Content.refused(e.getMessage()));
      }
    }
  }

  /**
   * Whether an index is being created. The files that it names must be usable; an index that exists
   * opens without them.
   */
  public static boolean isNew(IndexSettings index) {
    // The first shard that is allocated begins the primary term 1.
    return index.getIndexMetadata().primaryTerm(0) == SequenceNumbers.UNASSIGNED_PRIMARY_TERM;
  }

  /** The file of that name, as users type it. */
  public Content<T> find(String name) {
    if (files.containsKey(name)) {
      return files.get(name);
    }
    String missing =
        "[%s] must name a file, [%s/*%s] or [%3$s.gz], that was in the config folder when the node"
            + " started, but was [%s]";
    return Content.refused(
        unreadable.orElseGet(() -> sentence(missing, option, FOLDER, ending, name)));
  }

  /** The same for a file that may be absent. */
  public Content<T> findOrElse(String name, T absent) {
    return files.containsKey(name) || unreadable.isPresent() ? find(name) : Content.of(absent);
  }

  /** The file of that name, which must be usable if it is {@code required}. */
  public Content<T> find(String name, boolean required) {
    Content<T> found = find(name);
    if (required && found.refusal().isPresent()) {
      throw new IllegalArgumentException(found.refusal().get());
    }
    return found;
  }

  private T read(Path path, String name) {
    try {
      // Reading a folder fails, and reading a pipe may never end.
      if (Files.readAttributes(path, "isRegularFile").containsValue(false)) {
        throw invalid("must be a file, not a folder or a device");
      }
      long bytes = Files.size(path);
      if (bytes > MAX_BYTES) {
        throw invalid("must have at most [%s] bytes but has [%s]", MAX_BYTES, bytes);
      }
      try (InputStream in = new BufferedInputStream(Files.newInputStream(path));
          InputStream text = name.endsWith(".gz") ? new GZIPInputStream(in) : in;
          Reader reader =
              new InputStreamReader(new Bounded(text), StandardCharsets.UTF_8.newDecoder())) {
        return parser.apply(reader);
      }
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
