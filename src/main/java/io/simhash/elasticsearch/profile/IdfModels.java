package io.simhash.elasticsearch.profile;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.idf.IdfModelBuilder;
import io.simhash.core.profile.ProfileOption;
import io.simhash.elasticsearch.config.ConfigFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;

/**
 * The IDF models of a node: those that are shipped, each read once, when it is first named; files
 * under its config folder; and those that are stored in the cluster, which can be replaced.
 */
public final class IdfModels {

  /** The shipped models. */
  public static final Set<String> SHIPPED = Set.of("zh", "en");

  /** The value of {@code idf} that names no model. */
  public static final String NONE = ProfileOption.IDF.defaultValue();

  /** Takes the place of a model whose file is not read yet. */
  private static final IdfModel UNREAD = new IdfModelBuilder(1).build(1);

  private final FileModels files;
  private final Map<String, IdfModel> shipped = new ConcurrentHashMap<>();
  private volatile Map<String, Supplier<IdfModel>> stored = Map.of();

  /** The models of the node with that config folder. */
  public IdfModels(Path configDirectory) {
    this.files = new FileModels(new ConfigFiles(configDirectory));
  }

  /**
   * Replaces the stored models; called with each cluster state that changes them.
   *
   * @param newModels by name; fails where this node cannot read the model
   */
  public void store(Map<String, Supplier<IdfModel>> newModels) {
    stored = Map.copyOf(newModels);
  }

  /** Whether {@code idf} names a stored model, which may be replaced at any time. */
  public static boolean isStored(String idf) {
    return idf.equals(NONE) == false && SHIPPED.contains(idf) == false;
  }

  /**
   * The stored model of that name, as of now.
   *
   * @throws IllegalArgumentException if there is none, or if this node cannot read it
   */
  public IdfModel stored(String name) {
    Supplier<IdfModel> model = stored.get(name);
    if (model == null) {
      throw invalid(
          "[idf] must be [none], a shipped model, one of %s, or a stored one, but there is no model"
              + " [%s]",
          new TreeSet<>(SHIPPED), name);
    }
    return model.get();
  }

  /**
   * The model that the options {@code idf} and {@code idf_path} name; empty for {@link #NONE}.
   *
   * @param idfPath null where no file is named
   * @throws IllegalArgumentException if there is no such model, or the file cannot be read
   */
  Optional<IdfModel> find(String idf, String idfPath) {
    if (idfPath != null) {
      return Optional.of(files.get(idfPath));
    }
    if (idf.equals(NONE)) {
      return Optional.empty();
    }
    return Optional.of(
        isStored(idf) ? stored(idf) : shipped.computeIfAbsent(idf, IdfModels::readShipped));
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
      files.check(idfPath);
    }
    return Optional.of(UNREAD);
  }

  private static IdfModel readShipped(String name) {
    try (InputStream in =
        IdfModels.class.getResourceAsStream("/io/simhash/idf/" + name + ".tsv.gz")) {
      return IdfModel.read(new InputStreamReader(new GZIPInputStream(in), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("the shipped model [" + name + "] cannot be read", e);
    }
  }
}
