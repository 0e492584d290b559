package io.simhash.elasticsearch.profile;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.profile.ProfileOption;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The IDF models of a node: those that are shipped and files under its config folder, each read
 * once, when it is first named; and those that are stored in the cluster, which can be replaced.
 */
public final class IdfModels {

  /** The shipped models. */
  public static final Set<String> SHIPPED = Set.of("zh", "en");

  /** The largest file that is read, in bytes. */
  public static final long MAX_FILE_BYTES = 64L << 20;

  /** The value of {@code idf} that names no model. */
  public static final String NONE = ProfileOption.IDF.defaultValue();

  private final Path configDirectory;
  private final Map<String, IdfModel> models = new ConcurrentHashMap<>();
  private volatile Map<String, IdfModel> stored = Map.of();

  /** The models of the node with that config folder. */
  public IdfModels(Path configDirectory) {
    this.configDirectory = configDirectory.toAbsolutePath().normalize();
  }

  /** Replaces the stored models; called with each cluster state that changes them. */
  public void store(Map<String, IdfModel> newModels) {
    stored = Map.copyOf(newModels);
  }

  /** Whether {@code idf} names a stored model, which may be replaced at any time. */
  public static boolean isStored(String idf) {
    return idf.equals(NONE) == false && SHIPPED.contains(idf) == false;
  }

  /**
   * The stored model of that name, as of now.
   *
   * @throws IllegalArgumentException if there is none
   */
  public IdfModel stored(String name) {
    IdfModel model = stored.get(name);
    if (model == null) {
      throw new IllegalArgumentException(
          "[idf] must be [none], a shipped model, one of "
              + new TreeSet<>(SHIPPED)
              + ", or a stored one, but there is no model ["
              + name
              + "]");
    }
    return model;
  }

  /**
   * The model that the options {@code idf} and {@code idf_path} name; empty for {@link #NONE}.
   *
   * @param idfPath null where no file is named
   * @throws IllegalArgumentException if there is no such model, or the file cannot be read
   */
  Optional<IdfModel> find(String idf, String idfPath) {
    if (idfPath != null) {
      return Optional.of(file(idfPath));
    }
    return idf.equals(NONE) ? Optional.empty() : Optional.of(named(idf));
  }

  private IdfModel named(String name) {
    return isStored(name) ? stored(name) : models.computeIfAbsent(name, IdfModels::readShipped);
  }

  private static IdfModel readShipped(String name) {
    try (InputStream in =
        IdfModels.class.getResourceAsStream("/io/simhash/idf/" + name + ".tsv.gz")) {
      return read(in, true);
    } catch (IOException e) {
      throw new UncheckedIOException("the shipped model [" + name + "] cannot be read", e);
    }
  }

  private IdfModel file(String given) {
    Path path = ConfigPath.resolve(configDirectory, "idf_path", given);
    return models.computeIfAbsent("file:" + path, key -> readFile(path, given));
  }

  private static IdfModel readFile(Path path, String given) {
    try {
      long bytes = Files.size(path);
      if (bytes > MAX_FILE_BYTES) {
        throw new IllegalArgumentException(
            "[idf_path] must name a file of at most [67108864] bytes but ["
                + given
                + "] has ["
                + bytes
                + "]");
      }
      try (InputStream in = Files.newInputStream(path)) {
        return read(in, given.endsWith(".gz"));
      }
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("[idf_path] names no file: [" + given + "]");
    } catch (CharacterCodingException | ZipException e) {
      throw new IllegalArgumentException(
          "[idf_path] [" + given + "] must be UTF-8, gzipped where it ends in [.gz]");
    } catch (IOException e) {
      // The reason would show the node's folders.
      throw new IllegalArgumentException(
          "[idf_path] names a file that cannot be read: [" + given + "]");
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("[idf_path] [" + given + "]: " + e.getMessage(), e);
    }
  }

  private static IdfModel read(InputStream in, boolean compressed) throws IOException {
    InputStream plain = new BufferedInputStream(compressed ? new GZIPInputStream(in) : in);
    // Unlike a charset, a decoder reports malformed input.
    return IdfModel.read(new InputStreamReader(plain, StandardCharsets.UTF_8.newDecoder()));
  }
}
