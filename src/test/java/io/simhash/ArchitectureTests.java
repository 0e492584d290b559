package io.simhash;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * The direction of dependencies: between layers, between packages in the order of the layout in
 * CONTRIBUTING.md, and between the files of a package.
 */
public class ArchitectureTests {

  private static final String CORE = "io.simhash.core..";
  private static final String LUCENE = "io.simhash.lucene..";
  private static final String ELASTICSEARCH = "io.simhash.elasticsearch..";

  private static final String COMPAT = "io.simhash.*.compat..";

  /** Two files may know each other where one is a value and the other its parameters. */
  private static final Set<Set<String>> PAIRS =
      Set.of(
          Set.of("core.minhash.Signature", "core.minhash.SignatureParameters"),
          Set.of("core.profile.Profile", "core.profile.ProfileOption"));

  /** The most files of a package of which each needs the next. */
  private static final int MAX_FLOORS = 7;

  /** A row of the layout: a package. */
  private static final Pattern ROW = Pattern.compile("\\| `([a-z_.]+)` \\|.*");

  private static JavaClasses house;

  /** For each file of the project the other files that it needs, without {@code io.simhash}. */
  private static final Map<String, Set<String>> NEEDED = new TreeMap<>();

  @BeforeClass
  public static void importClasses() throws IOException {
    house =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.simhash");
    NEEDED.putAll(ClassFiles.dependencies("io.simhash"));
  }

  private static String packageOf(String file) {
    return file.substring(0, file.lastIndexOf('.'));
  }

  @Test
  public void testEveryFloorIsLivedIn() {
    for (String floor : new String[] {"core", "lucene", "elasticsearch"}) {
      assertTrue(
          floor,
          house.stream().anyMatch(c -> c.getPackageName().startsWith("io.simhash." + floor)));
    }
  }

  @Test
  public void testEveryClassLivesOnAFloor() {
    classes().should().resideInAnyPackage(CORE, LUCENE, ELASTICSEARCH).check(house);
  }

  @Test
  public void testCoreKnowsTheJdkAndHash4jAlone() {
    classes()
        .that()
        .resideInAPackage(CORE)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(CORE, "java..", "com.dynatrace.hash4j..")
        .check(house);
  }

  @Test
  public void testLuceneNeverKnowsElasticsearch() {
    noClasses()
        .that()
        .resideInAPackage(LUCENE)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ELASTICSEARCH, "org.elasticsearch..")
        .check(house);
  }

  @Test
  public void testOnlyTheAnalysisPackageKnowsAnsj() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.simhash.lucene.ansj")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.ansj..", "org.nlpcn..")
        .check(house);
  }

  /** Compat packages translate the lines of Elasticsearch and use nothing else of the project. */
  @Test
  public void testCompatKnowsNothingOfTheHouse() {
    classes()
        .that()
        .resideInAPackage(COMPAT)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(COMPAT, "java..", "org.apache.lucene..", "org.elasticsearch..")
        .check(house);
  }

  /** The folders under {@code src/es} are those of the builds for each line. */
  @Test
  public void testEveryLineOfElasticsearchHasTheSameClasses() throws IOException {
    Set<String> newest = compatClasses("9", "9.5");
    assertFalse(newest.isEmpty());
    assertEquals(newest, compatClasses("9", "9.4"));
    assertEquals(newest, compatClasses("8", "8.19"));
  }

  private static Set<String> compatClasses(String... folders) throws IOException {
    Set<String> names = new TreeSet<>();
    for (String folder : folders) {
      Path sources = Path.of("src", "es", folder, "java");
      if (Files.isDirectory(sources)) {
        try (Stream<Path> files = Files.walk(sources)) {
          files
              .filter(file -> file.toString().endsWith(".java"))
              .forEach(file -> assertTrue(names.add(sources.relativize(file).toString())));
        }
      }
    }
    return names;
  }

  /** A package uses only packages that the layout lists above it. */
  @Test
  public void testPackagesUseThoseAboveThemInTheLayout() throws IOException {
    List<String> layout = layout();
    Set<String> packages = new TreeSet<>();
    NEEDED.keySet().forEach(file -> packages.add(packageOf(file)));
    assertEquals("the packages of the layout in CONTRIBUTING.md", packages, new TreeSet<>(layout));
    List<String> climbing = new ArrayList<>();
    NEEDED.forEach(
        (file, needed) ->
            needed.stream()
                .filter(to -> layout.indexOf(packageOf(to)) > layout.indexOf(packageOf(file)))
                .forEach(to -> climbing.add(file + " uses " + to + ", which is listed below it")));
    assertEquals(List.of(), climbing);
  }

  private static List<String> layout() throws IOException {
    List<String> packages =
        Files.readAllLines(Path.of("CONTRIBUTING.md")).stream()
            .map(ROW::matcher)
            .filter(Matcher::matches)
            .map(row -> row.group(1))
            .toList();
    assertEquals("each package once", packages.size(), new HashSet<>(packages).size());
    return packages;
  }

  /** Files of one package that need each other, directly or by others, are read as one. */
  @Test
  public void testFilesOfAPackageAreInNoCircle() {
    Set<Set<String>> circles = new HashSet<>();
    for (String file : NEEDED.keySet()) {
      Set<String> circle = circle(file);
      if (circle.size() > 1) {
        circles.add(circle);
      }
    }
    assertEquals(PAIRS, circles);
  }

  @Test
  public void testAPackageHasFewFloors() {
    Map<String, Integer> floors = new TreeMap<>();
    NEEDED.keySet().forEach(file -> floors.merge(packageOf(file), floor(file), Math::max));
    floors.values().removeIf(floor -> floor <= MAX_FLOORS);
    assertEquals(Map.of(), floors);
  }

  /** The files of the same package that a file needs, directly or by others of the package. */
  private static Set<String> reached(String file) {
    Set<String> reached = new TreeSet<>();
    List<String> open = new ArrayList<>(List.of(file));
    while (open.isEmpty() == false) {
      NEEDED.get(open.removeLast()).stream()
          .filter(to -> packageOf(to).equals(packageOf(file)) && reached.add(to))
          .forEach(open::add);
    }
    return reached;
  }

  /** The files that need a file and that it needs, with itself. */
  private static Set<String> circle(String file) {
    Set<String> circle = reached(file);
    circle.removeIf(to -> reached(to).contains(file) == false);
    circle.add(file);
    return circle;
  }

  /** 1 for a file that needs no other of its package; those of a circle are on one floor. */
  private static int floor(String file) {
    Set<String> below = reached(file);
    below.removeAll(circle(file));
    return 1 + below.stream().mapToInt(ArchitectureTests::floor).max().orElse(0);
  }
}
