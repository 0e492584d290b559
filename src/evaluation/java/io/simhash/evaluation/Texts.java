package io.simhash.evaluation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The sentences of the report that are not measured: one file each in {@code src/evaluation/text}.
 */
final class Texts {

  private Texts() {}

  /** A text by name; empty where there is none. */
  static String read(String name) throws IOException {
    Path file = Path.of("src/evaluation/text", name + ".md");
    return Files.exists(file) ? Files.readString(file).strip() : "";
  }
}
