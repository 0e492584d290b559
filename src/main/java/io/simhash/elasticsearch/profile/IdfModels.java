package io.simhash.elasticsearch.profile;

import io.simhash.core.base.OptionMap;
import io.simhash.core.idf.IdfModel;
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
import java.util.zip.GZIPInputStream;

/**
 * The IDF models of a node: those that are shipped and files under its config folder, each read
 * once, when it is first named; and those that are stored in the cluster, which come and go.
 */
public final class IdfModels {

  /** The shipped models. */
  public static final Set<String> SHIPPED = Set.of("zh", "en");

  /** The value of {@code idf} that names no model. */
  public static final String NONE = "none";

  private final ConfigFiles files;
  private final Map<String, IdfModel> models = new ConcurrentHashMap<>();
  private volatile Map<String, IdfModel> stored = Map.of();

  /** Models of the node whose config folder is given. */
  public IdfModels(Path configDirectory) {
    this.files = new ConfigFiles(configDirectory);
  }

  /** From now on these are the stored models; called with each cluster state that changes them. */
  public void store(Map<String, IdfModel> now) {
    stored = Map.copyOf(now);
  }

  /** Whether {@code idf} names a stored model, which may be another one tomorrow. */
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

  /** Takes {@code idf} or {@code idf_path}; empty where neither stands or {@code idf} is none. */
  Optional<IdfModel> take(OptionMap options) {
    if (options.has("idf") && options.has("idf_path")) {
      throw new IllegalArgumentException("[idf] and [idf_path] cannot stand side by side");
    }
    if (options.has("idf_path")) {
      return Optional.of(file(options.string("idf_path")));
    }
    String name = options.has("idf") ? options.string("idf") : NONE;
    return name.equals(NONE) ? Optional.empty() : Optional.of(named(name));
  }

  private IdfModel named(String name) {
    return isStored(name) ? stored(name) : models.computeIfAbsent(name, IdfModels::readShipped);
  }

  private static IdfModel readShipped(String name) {
    try (InputStream in =
        IdfModels.class.getResourceAsStream("/io/simhash/idf/" + name + ".tsv.gz")) {
      return IdfModel.read(new InputStreamReader(new GZIPInputStream(in), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("the shipped model [" + name + "] cannot be read", e);
    }
  }

  private IdfModel file(String name) {
    Path path = files.resolve("idf_path", name);
    return models.computeIfAbsent(
        "file:" + path, key -> files.read("idf_path", name, IdfModel::read));
  }
}
