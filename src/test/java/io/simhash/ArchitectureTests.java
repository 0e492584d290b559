package io.simhash;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.BeforeClass;
import org.junit.Test;

/** Three floors, {@code core <- lucene <- elasticsearch}, and never back. */
public class ArchitectureTests {

  private static final String CORE = "io.simhash.core..";
  private static final String LUCENE = "io.simhash.lucene..";
  private static final String ELASTICSEARCH = "io.simhash.elasticsearch..";

  private static final String COMPAT = "io.simhash.*.compat..";

  private static JavaClasses house;

  @BeforeClass
  public static void importClasses() {
    house =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.simhash");
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

  @Test
  public void testPackagesHaveNoCycles() {
    slices().matching("io.simhash.(**)").should().beFreeOfCycles().check(house);
  }
}
