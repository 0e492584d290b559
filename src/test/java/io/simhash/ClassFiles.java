package io.simhash;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files that each file of the project needs, as its class files name them. Unlike ArchUnit it
 * sees a constant of another file, whose value the compiler has copied.
 */
final class ClassFiles {

  private ClassFiles() {}

  /** For each file, without the name of the root package, the others that it needs. */
  static Map<String, Set<String>> dependencies(String root) throws IOException {
    Path folder = folder();
    List<Path> classFiles;
    try (Stream<Path> all = Files.walk(folder)) {
      classFiles =
          all.filter(file -> file.toString().endsWith(".class"))
              .filter(
                  file -> file.endsWith("package-info.class") == false) // Some compilers write it.
              .toList();
    }
    String prefix = root.replace('.', '/') + "/";
    Pattern name = Pattern.compile(prefix + "([\\w/]*\\w)");
    Map<String, Set<String>> needed = new TreeMap<>();
    for (Path classFile : classFiles) {
      String path = folder.relativize(classFile).toString().replace('\\', '/');
      String file = path.substring(prefix.length()).replaceFirst("[$.].*", "");
      Set<String> named = needed.computeIfAbsent(file.replace('/', '.'), key -> new TreeSet<>());
      for (String constant : constants(classFile)) {
        name.matcher(constant)
            .results()
            .map((MatchResult result) -> result.group(1).replace('/', '.'))
            .forEach(named::add);
      }
    }
    needed.forEach(
        (file, named) -> {
          named.retainAll(needed.keySet());
          named.remove(file);
        });
    return needed;
  }

  private static Path folder() {
    try {
      return Path.of(
          io.simhash.core.simhash.SimHash.class
              .getProtectionDomain()
              .getCodeSource()
              .getLocation()
              .toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  /** The strings of a class file's constant pool: names, descriptors and signatures of types. */
  private static List<String> constants(Path classFile) throws IOException {
    List<String> strings = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(Files.newInputStream(classFile))) {
      in.skipNBytes(8); // the magic number and the version
      int count = in.readUnsignedShort();
      for (int i = 1; i < count; i++) {
        int tag = in.readUnsignedByte();
        switch (tag) {
          case 1 -> strings.add(in.readUTF());
          case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
          case 15 -> in.skipNBytes(3);
          case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
          case 5, 6 -> {
            in.skipNBytes(8);
            i++; // A long or a double takes two places.
          }
          default -> throw new AssertionError("an unknown constant: " + tag);
        }
      }
    }
    return strings;
  }
}
