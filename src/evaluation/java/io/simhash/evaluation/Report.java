package io.simhash.evaluation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The parts of a report, each kept in a file of its own under the commit that it measured, so that
 * a run that was broken off goes on where it stopped.
 */
final class Report {

  /** Measures one part. */
  @FunctionalInterface
  interface Part {
    String measure() throws IOException;
  }

  private final Path folder;
  private final StringBuilder text = new StringBuilder();

  Report(Settings settings) {
    folder = Path.of(settings.output(), settings.commit());
  }

  /** A heading or a paragraph. */
  Report say(String paragraph) {
    text.append(paragraph).append("\n\n");
    return this;
  }

  /** A measured part: read if it is there already, else measured and kept. */
  Report measure(String name, Part part) throws IOException {
    Path file = folder.resolve(name + ".md");
    if (Files.exists(file) == false) {
      Files.createDirectories(folder);
      Files.writeString(file, part.measure(), StandardCharsets.UTF_8);
    }
    return say(measured(name));
  }

  /** The text of a part that has been measured. */
  String measured(String name) throws IOException {
    return Files.readString(folder.resolve(name + ".md"), StandardCharsets.UTF_8).strip();
  }

  void write(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, text.toString().strip() + "\n", StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
