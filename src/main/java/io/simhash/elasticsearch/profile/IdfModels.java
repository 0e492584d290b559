package io.simhash.elasticsearch.profile;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.profile.ProfileOption;
import io.simhash.elasticsearch.config.ConfigFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;

/**
 * The IDF models of a node: those that are shipped, which {@code idf} names, each read once; and
 * files of its config folder, which {@code idf_path} names.
 *
 * <p>The model of a file is kept while a field or a processor uses it, so that they share it, and
 * no longer. A file with a mistake is not read again until it changes: otherwise each document that
 * needs it would have it parsed.
 */
public final class IdfModels {

  private static final Set<String> SHIPPED = Set.of("zh", "en");

  private static final String NONE = ProfileOption.IDF.defaultValue();
  private static final String IDF_PATH = ProfileOption.IDF_PATH.name();

  /** One file that was read. Its lock lets all but one reader wait. */
  private static final class File {
    private volatile WeakReference<IdfModel> model = new WeakReference<>(null);
    private String wrongState;
    private String mistake;
  }

  private final ConfigFiles files;
  private final Map<Path, File> read = new ConcurrentHashMap<>();
  private final Map<String, IdfModel> shipped = new ConcurrentHashMap<>();

  /** The models of the node with that config folder. */
  public IdfModels(Path configDirectory) {
    this.files = new ConfigFiles(configDirectory);
  }

  /** Whether {@code idf} names a model that is not shipped: there is none. */
  static boolean isUnknown(String idf) {
    return idf.equals(NONE) == false && SHIPPED.contains(idf) == false;
  }

  /**
   * The model that the options {@code idf} and {@code idf_path} name; empty for {@code none}.
   *
   * @param idfPath null where no file is named
   * @throws IllegalArgumentException if there is no such model, or the file cannot be read
   */
  Optional<IdfModel> find(String idf, String idfPath) {
    if (idfPath != null) {
      return Optional.of(file(idfPath));
    }
    if (isUnknown(idf)) {
      throw invalid(
          "[idf] must be [none] or a shipped model, one of %s, but was [%s]: for a model of your"
              + " own, set [idf_path] to its file",
          new TreeSet<>(SHIPPED), idf);
    }
    return idf.equals(NONE)
        ? Optional.empty()
        : Optional.of(shipped.computeIfAbsent(idf, IdfModels::readShipped));
  }

  /**
   * The same, but with a model without content in place of a file, which is not read.
   *
   * @param checkFile whether to require a file that seems to have a model
   * @throws IllegalArgumentException if there is no such model or file
   */
  Optional<IdfModel> findUnread(String idf, String idfPath, boolean checkFile) {
    if (idfPath == null) {
      return find(idf, null);
    }
    if (checkFile) {
      checkFile(idfPath);
    }
    return Optional.of(IdfModel.EMPTY);
  }

  private static IdfModel readShipped(String name) {
    try (InputStream in =
        IdfModels.class.getResourceAsStream("/io/simhash/idf/" + name + ".tsv.gz")) {
      return IdfModel.read(new InputStreamReader(new GZIPInputStream(in), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("the shipped model [" + name + "] cannot be read", e);
    }
  }

  /**
   * Checks a file as far as that is cheap: that there is one, its size and its first line.
   *
   * @throws IllegalArgumentException naming the file and what is wrong with it
   */
  void checkFile(String name) {
    files.read(
        IDF_PATH,
        name,
        reader -> {
          IdfModel.checkHeader(reader);
          return name;
        });
  }

  /**
   * The model of a file, which is parsed unless it is in use.
   *
   * @throws IllegalArgumentException naming the file and what is wrong with it
   */
  IdfModel file(String name) {
    Path path = files.resolve(IDF_PATH, name);
    File known = read.get(path);
    IdfModel inUse = known == null ? null : known.model.get();
    return inUse == null ? parseOnce(path, name) : inUse;
  }

  private IdfModel parseOnce(Path path, String name) {
    // Fails without a file, so that only names of files are remembered.
    String state = files.state(IDF_PATH, name);
    File file = read.computeIfAbsent(path, key -> new File());
    synchronized (file) {
      IdfModel model = file.model.get();
      if (model == null) {
        model = parse(file, name, state);
        file.model = new WeakReference<>(model);
      }
      return model;
    }
  }

  private IdfModel parse(File file, String name, String state) {
    if (state.equals(file.wrongState)) {
      throw invalid("%s", file.mistake);
    }
    try {
      return files.read(IDF_PATH, name, IdfModel::read);
    } catch (IllegalArgumentException e) {
      file.wrongState = state;
      file.mistake = e.getMessage();
      throw e;
    }
  }
}
