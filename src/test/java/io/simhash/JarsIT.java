package io.simhash;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.simhash.core.minhash.Signature;
import io.simhash.examples.Example4SearchALuceneIndex;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.Test;

/** The jars of core and lucene hold their layer alone, and a program needs no others of ours. */
public class JarsIT {

  private static final String CORE = "core";
  private static final String LUCENE = "lucene";

  private static Path jar(String layer) {
    return Path.of(System.getProperty("jars") + "-" + layer + ".jar");
  }

  @Test
  public void testCoreHoldsItsLayer() throws IOException {
    assertHolds(CORE, List.of("META-INF/", "io/simhash/core/"));
  }

  @Test
  public void testLuceneHoldsItsLayer() throws IOException {
    assertHolds(LUCENE, List.of("META-INF/", "ansj_library.properties", "io/simhash/lucene/"));
  }

  /** The files of the whole jar that are of the layer, with the licence, and nothing else. */
  private static void assertHolds(String layer, List<String> parts) throws IOException {
    List<String> expected =
        files(Path.of(System.getProperty("jars") + ".jar")).stream()
            .filter(file -> parts.stream().anyMatch(file::startsWith))
            .toList();
    assertEquals(expected, files(jar(layer)));
    assertTrue(expected.containsAll(List.of("META-INF/LICENSE", "META-INF/NOTICE")));
  }

  private static List<String> files(Path path) throws IOException {
    try (JarFile jar = new JarFile(path.toFile())) {
      return jar.stream()
          .filter(entry -> entry.isDirectory() == false)
          .map(ZipEntry::getName)
          .sorted()
          .toList();
    }
  }

  @Test
  public void testCoreNeedsHash4jAlone() throws Exception {
    try (URLClassLoader program = program(List.of(jar(CORE)), "hash4j-")) {
      assertClassesResolve(program, CORE);
      Class<?> signature = program.loadClass(Signature.class.getName());
      Object made = signature.getMethod("ofText", String.class).invoke(null, "near-duplicate");
      Object base64 = signature.getMethod("toBase64").invoke(((Optional<?>) made).orElseThrow());
      assertEquals(Signature.ofText("near-duplicate").orElseThrow().toBase64(), base64);
    }
  }

  /** The example for Lucene runs in a program that has no class of Elasticsearch. */
  @Test
  public void testLuceneNeedsCoreLuceneAndAnsj() throws Exception {
    Path tests =
        Path.of(
            Example4SearchALuceneIndex.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    try (URLClassLoader program =
        program(
            List.of(jar(CORE), jar(LUCENE), tests),
            "hash4j-",
            "lucene-core-",
            "ansj_seg-",
            "nlp-lang-",
            "junit-4",
            "hamcrest-")) {
      assertThrows(
          ClassNotFoundException.class, () -> program.loadClass("org.elasticsearch.Version"));
      assertClassesResolve(program, LUCENE);
      Class<?> example = program.loadClass(Example4SearchALuceneIndex.class.getName());
      example
          .getMethod("testTheReprintIsSimilarAndTheMatchReportIsNot")
          .invoke(example.getConstructor().newInstance());
    }
  }

  /** A program with these files and, of the class path of the tests, the jars with these names. */
  private static URLClassLoader program(List<Path> files, String... names) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (Path file : files) {
      urls.add(file.toUri().toURL());
    }
    String[] all = System.getProperty("java.class.path").split(java.io.File.pathSeparator);
    for (String name : names) {
      List<Path> found =
          Stream.of(all)
              .map(Path::of)
              .filter(p -> p.getFileName().toString().startsWith(name))
              .toList();
      assertEquals(name + " in the class path", 1, found.size());
      urls.add(found.getFirst().toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  /** Every type that a class of the layer extends, holds, takes or returns is in the program. */
  private static void assertClassesResolve(ClassLoader program, String layer) throws Exception {
    List<String> classes = files(jar(layer)).stream().filter(f -> f.endsWith(".class")).toList();
    assertFalse(classes.isEmpty());
    for (String file : classes) {
      String name = file.substring(0, file.length() - ".class".length()).replace('/', '.');
      if (name.endsWith("package-info") == false) {
        Class<?> loaded = Class.forName(name, false, program);
        int members =
            loaded.getDeclaredMethods().length
                + loaded.getDeclaredFields().length
                + loaded.getDeclaredConstructors().length;
        assertTrue(name, members > 0 || loaded.isInterface());
      }
    }
  }
}
