package io.simhash;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.Test;

/**
 * The words of docs/how_it_works.md: each is the name, or a part of the name, of a class, of an
 * option or of a heading; and the classes that pages for maintainers name.
 */
public class GlossaryTests {

  private static final Path DOCS = Path.of("docs");
  private static final Pattern ROW = Pattern.compile("\\| ([^|]+) \\| [^|]+ \\| ([^|]+) \\|");
  private static final Pattern CODE = Pattern.compile("`([\\w.]+)`");
  private static final Pattern LINK = Pattern.compile("\\[([^]]+)]\\(([\\w./-]+)#([\\w-]+)\\)");
  private static final Pattern CLASS =
      Pattern.compile("(?m)^ *(?:[a-z-]+ )*(?:class|record|interface|enum) ([A-Z]\\w+)");

  private static final Pattern IMPORTED = Pattern.compile("(?m)^import [\\w.]+\\.([A-Z]\\w+);");

  /** The name of a class, perhaps with its package before it or a method behind it. */
  private static final Pattern PAGE_CLASS = Pattern.compile("`(?:[a-z]\\w*\\.)*([A-Z][a-z]\\w+)");

  private static final Pattern CODE_CLASS =
      Pattern.compile("\\{@code[\\s*]+(?:[a-z]\\w*\\.)*([A-Z][a-z]\\w+)");

  private static final Pattern PICTURE_LINE = Pattern.compile("<font[^>]*>(.*?)</font>");
  private static final Pattern PICTURE_CLASS = Pattern.compile("\\b[A-Z]\\w*");

  /** The first cell of a row of options or of fields of a response. */
  private static final Pattern OPTIONS = Pattern.compile("(?m)^\\| (`[^|]+) \\|");

  @Test
  public void testEachWordIsAClassAnOptionOrAHeading() throws IOException {
    Set<String> classes = found(Path.of("src/main/java"), ".java", CLASS);
    Set<String> options = new HashSet<>();
    for (String cell : found(DOCS, ".md", OPTIONS)) {
      CODE.matcher(cell).results().map(code -> code.group(1)).forEach(options::add);
    }
    Set<String> words = new HashSet<>();
    List<String> wrong = new ArrayList<>();
    for (MatchResult row : rows()) {
      List<String> names = names(row.group(2), classes, options, wrong);
      for (String word : row.group(1).split(", ")) {
        assertTrue("two rows of [" + word + "]", words.add(word));
      }
      if (Stream.of(row.group(1).split(", ")).noneMatch(word -> hasWord(names, word))) {
        wrong.add("[" + row.group(1) + "] is no part of " + names);
      }
    }
    assertTrue("only " + words, words.size() >= 35);
    assertEquals(List.of(), wrong);
  }

  private static List<MatchResult> rows() throws IOException {
    String page = Files.readString(DOCS.resolve("how_it_works.md"));
    String words = page.substring(page.indexOf("## Words"), page.indexOf("## A document"));
    return ROW.matcher(words).results().skip(1).toList(); // without the header
  }

  /** The names of a row; one that does not exist is wrong. */
  private static List<String> names(
      String cell, Set<String> classes, Set<String> options, List<String> wrong)
      throws IOException {
    List<String> names = new ArrayList<>();
    for (MatchResult code : CODE.matcher(cell).results().toList()) {
      String name = code.group(1);
      names.add(name);
      if (classes.contains(name) == false && options.contains(name) == false) {
        wrong.add("[" + name + "] is no class and no option");
      }
    }
    for (MatchResult link : LINK.matcher(cell).results().toList()) {
      names.add(link.group(1));
      if (anchors(DOCS.resolve(link.group(2))).contains(link.group(3)) == false) {
        wrong.add("[" + link.group() + "] is no heading");
      }
    }
    return names;
  }

  private static Set<String> anchors(Path page) throws IOException {
    Set<String> anchors = new HashSet<>();
    for (String line : Files.readAllLines(page)) {
      if (line.startsWith("#")) {
        anchors.add(
            line.replaceFirst("#+ ", "")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\w -]", "")
                .replace(' ', '-'));
      }
    }
    return anchors;
  }

  /** Whether a name has the word, in the singular or the plural. */
  private static boolean hasWord(List<String> names, String word) {
    String letters = letters(word);
    String plural = letters.replaceFirst("y$", "ies");
    return names.stream()
        .map(GlossaryTests::letters)
        .anyMatch(name -> name.contains(letters) || name.contains(plural));
  }

  private static String letters(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
  }

  /** What a pattern finds in all files of a folder. */
  private static Set<String> found(Path folder, String ending, Pattern pattern) throws IOException {
    Set<String> found = new HashSet<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(ending)).toList()) {
        pattern.matcher(Files.readString(file)).results().map(m -> m.group(1)).forEach(found::add);
      }
    }
    return found;
  }

  /** Classes that maintainers are sent to: in two pages, a picture and the pages of packages. */
  @Test
  public void testNamedClassesExist() throws IOException {
    Set<String> classes = found(Path.of("src"), ".java", CLASS);
    classes.addAll(found(Path.of("src"), ".java", IMPORTED));
    Set<String> named = found(Path.of("src/main/java"), "package-info.java", CODE_CLASS);
    for (Path page : List.of(Path.of("CONTRIBUTING.md"), DOCS.resolve("how_it_works.md"))) {
      PAGE_CLASS.matcher(Files.readString(page)).results().forEach(m -> named.add(m.group(1)));
    }
    PICTURE_LINE
        .matcher(Files.readString(DOCS.resolve("pictures/how_it_works.dot")))
        .results()
        .flatMap(line -> PICTURE_CLASS.matcher(line.group(1)).results())
        .forEach(found -> named.add(found.group()));
    assertTrue("only " + named, named.size() >= 100);
    named.removeAll(classes);
    assertEquals(Set.of(), named);
  }

  /** The lines for Java on the page are lines of the documentation of the package. */
  @Test
  public void testTheExampleIsThatOfThePackage() throws IOException {
    String page = Files.readString(DOCS.resolve("how_it_works.md"));
    int start = page.indexOf("```java\n") + "```java\n".length();
    String documented =
        Files.readString(Path.of("src/main/java/io/simhash/lucene/package-info.java"));
    for (String line : page.substring(start, page.indexOf("```", start)).split("\n")) {
      String statement = line.replaceFirst("Query query = (.*);", "$1").strip();
      assertTrue(statement, documented.contains(statement));
    }
  }
}
