package io.simhash.elasticsearch.profile;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Files that users name; they must be under the node's config folder. */
public final class ConfigPath {

  private ConfigPath() {}

  /**
   * The file that an option names.
   *
   * @param directory the config folder, absolute and normalized
   * @throws IllegalArgumentException if {@code given} leads out of the folder or names no path
   */
  public static Path resolve(Path directory, String option, String given) {
    try {
      Path path = directory.resolve(given).normalize();
      if (path.startsWith(directory) && path.equals(directory) == false) {
        return path;
      }
    } catch (InvalidPathException e) {
      // refused below, with the option's name
    }
    throw new IllegalArgumentException(
        "[" + option + "] must name a file under the config folder but was [" + given + "]");
  }
}
