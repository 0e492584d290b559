package io.simhash.distribution.helper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * The unpacked distribution with the plugin in it: installed once a JVM by the real {@code
 * elasticsearch-plugin install}, then copied for each node (files by hard link, the config folder
 * by value).
 */
public final class Distribution {

  private static Path root;
  private static Path template;
  private static String installed;

  private Distribution() {}

  /** A fresh home folder for a node. */
  static synchronized Path home(String node) throws IOException {
    if (template == null) {
      template = install();
    }
    Path home = Files.createTempDirectory(root, node + "-");
    copy(template, home, true);
    Unprivileged.own(home);
    return home;
  }

  public static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static Path install() throws IOException {
    root = Files.createTempDirectory("simhash-distribution");
    Runtime.getRuntime().addShutdownHook(new Thread(Distribution::closeAll));
    Path home = Files.createDirectory(root.resolve("template"));
    copy(property("distribution.directory"), home, false);
    Path zip = Files.copy(property("plugin.zip"), root.resolve("plugin.zip"));
    Path logging = home.resolve("config/log4j2.properties");
    // Whole logger names, so that the log shows which code logged a warning.
    Files.writeString(logging, Files.readString(logging).replace("%-25c{1.}", "%c"));
    Unprivileged.own(root);
    installed =
        Unprivileged.command(
            home, "elasticsearch-plugin", "install", "--batch", zip.toUri().toString());
    return home;
  }

  /** Whether the node is of a line of Elasticsearch, such as {@code 8.19}. */
  public static boolean isOf(String line) {
    return property("distribution.directory")
        .getFileName()
        .toString()
        .startsWith("elasticsearch-" + line + ".");
  }

  /** What {@code elasticsearch-plugin install} printed. */
  public static String installed() {
    return installed;
  }

  private static void closeAll() {
    TestCluster.closeAll();
    try {
      delete(root);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path property(String name) {
    return Path.of(
        Objects.requireNonNull(System.getProperty(name), "[" + name + "] is set by failsafe"));
  }

  private static void copy(Path from, Path to, boolean link) throws IOException {
    Files.createDirectories(to.resolve("tmp"));
    try (var paths = Files.walk(from)) {
      for (Path source : (Iterable<Path>) paths::iterator) {
        Path relative = from.relativize(source);
        Path target = to.resolve(relative.toString());
        if (Files.isDirectory(source)) {
          Files.createDirectories(target);
        } else if (link && relative.startsWith("config") == false) {
          Files.createLink(target, source);
        } else {
          Files.copy(source, target, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }
}
