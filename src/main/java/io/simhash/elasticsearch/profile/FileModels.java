package io.simhash.elasticsearch.profile;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.idf.IdfModel;
import io.simhash.elasticsearch.config.ConfigFiles;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The IDF models in files of the node's config folder, which {@code idf_path} names.
 *
 * <p>A model is kept while a field or a processor uses it, so that they share it, and no longer. A
 * file with a mistake is not read again until it changes: otherwise each document that needs it
 * would have it parsed.
 */
final class FileModels {

  private static final String OPTION = "idf_path";

  /** One file that was read. Its lock lets all but one reader wait. */
  private static final class File {
    private volatile WeakReference<IdfModel> model = new WeakReference<>(null);
    private String wrongState;
    private String mistake;
  }

  private final ConfigFiles files;
  private final Map<Path, File> read = new ConcurrentHashMap<>();

  FileModels(ConfigFiles files) {
    this.files = files;
  }

  /**
   * Checks a file as far as that is cheap: that there is one, its size and its first line.
   *
   * @throws IllegalArgumentException naming the file and what is wrong with it
   */
  void check(String name) {
    files.read(
        OPTION,
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
  IdfModel get(String name) {
    Path path = files.resolve(OPTION, name);
    File known = read.get(path);
    IdfModel inUse = known == null ? null : known.model.get();
    return inUse == null ? parseOnce(path, name) : inUse;
  }

  private IdfModel parseOnce(Path path, String name) {
    // Fails without a file, so that only names of files are remembered.
    String state = files.state(OPTION, name);
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
      return files.read(OPTION, name, IdfModel::read);
    } catch (IllegalArgumentException e) {
      file.wrongState = state;
      file.mistake = e.getMessage();
      throw e;
    }
  }
}
