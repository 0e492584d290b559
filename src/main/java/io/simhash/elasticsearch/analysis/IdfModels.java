package io.simhash.elasticsearch.analysis;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.profile.ProfileOption;
import io.simhash.elasticsearch.analysis.ConfigFiles.Content;
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
 * The IDF models of a node: those that are shipped, which {@code idf} names, each read when it is
 * first used; and the files {@code *.tsv}, which {@code idf_path} names.
 */
public final class IdfModels {

  private static final Set<String> SHIPPED = Set.of("zh", "en");

  private final ConfigFiles<IdfModel> files;
  private final Map<String, IdfModel> shipped = new ConcurrentHashMap<>();

  /** Reads the files of the node with that config folder. */
  public IdfModels(Path config) {
    files = new ConfigFiles<>(config, ProfileOption.IDF_PATH.name(), ".tsv", IdfModel::read);
  }

  public ConfigFiles<IdfModel> files() {
    return files;
  }

  /**
   * The model that the options {@code idf} and {@code idf_path} name; empty for {@code none}.
   *
   * @param idfPath null where no file is named
   * @throws IllegalArgumentException if no such model is shipped
   */
  Optional<Content<IdfModel>> find(String idf, String idfPath) {
    if (idfPath != null) {
      return Optional.of(files.find(idfPath));
    }
    if (idf.equals(ProfileOption.IDF.defaultValue())) {
      return Optional.empty();
    }
    if (SHIPPED.contains(idf) == false) {
      throw invalid(
          "[idf] must be [none] or a shipped model, one of %s, but was [%s]: for a model of your"
              + " own, set [idf_path] to its file",
          new TreeSet<>(SHIPPED), idf);
    }
    return Optional.of(Content.of(shipped.computeIfAbsent(idf, IdfModels::readShipped)));
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
