package io.simhash;

import static org.junit.Assert.assertEquals;

import io.simhash.distribution.helper.DocumentationPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.Test;

/**
 * The types of docs/recipes/from_javascript.md have the options of the reference, and no other; see
 * {@link ReferenceTests} for the options of the code.
 */
public class TypesTests {

  private static final Path TYPES = Path.of("docs/recipes/from_javascript.md");

  private static final Pattern DECLARATION =
      Pattern.compile(
          "(?ms)^(?:export )?(?:interface|type) (\\w+)(.*?)(?=^(?:export|interface|type|/\\*\\*)|\\z)");

  /** An alternative of a type, by its only property: {@code { simhash_near: … }}. */
  private static final Pattern WRAPPED =
      Pattern.compile(
          "(?ms)^  (?:\\| \\{ )?(\\w+): (?=\\(?(?:Common|Near|Step))(.*?)(?=^  \\||\\z)");

  private static final Pattern PROPERTY = Pattern.compile("\\b(\\w+)\\??:");
  private static final Pattern REFERENCE = Pattern.compile("\\b([A-Z]\\w+)\\b");
  private static final Pattern NAME = Pattern.compile("`([\\w.]+)`");

  /** The bodies of the declarations and of wrapped alternatives, by name. */
  private static Map<String, String> declared() throws IOException {
    Map<String, String> declared = new HashMap<>();
    for (MatchResult found :
        DECLARATION.matcher(DocumentationPage.block(TYPES, "ts")).results().toList()) {
      declared.put(found.group(1), found.group(2));
      WRAPPED.matcher(found.group(2)).results().forEach(w -> declared.put(w.group(1), w.group(2)));
    }
    return declared;
  }

  /** The properties of a declaration and of those that it refers to. */
  private static Set<String> properties(Map<String, String> declared, String name) {
    String body = declared.get(name);
    Set<String> properties = new TreeSet<>();
    PROPERTY.matcher(body).results().forEach(found -> properties.add(found.group(1)));
    REFERENCE
        .matcher(body)
        .results()
        .map(found -> found.group(1))
        .filter(declared::containsKey)
        .forEach(other -> properties.addAll(properties(declared, other)));
    return properties;
  }

  /**
   * The options of the table below a heading: the names in its first column, each part of a dotted
   * one, and those that a row lists of an object.
   */
  private static Set<String> options(String heading) throws IOException {
    for (String page : List.of("docs/reference.md", "docs/reference_search.md")) {
      String text = Files.readString(Path.of(page));
      int start = text.indexOf(heading + "\n");
      if (start >= 0) {
        Set<String> options =
            text.substring(start + heading.length())
                .split("\n##")[0]
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split(" \\| "))
                .map(cells -> cells[2].contains("an object](") ? cells[0] + cells[2] : cells[0])
                .flatMap(cells -> NAME.matcher(cells).results().map(found -> found.group(1)))
                .flatMap(name -> Arrays.stream(name.split("\\.")))
                .filter(name -> name.isEmpty() == false)
                .collect(Collectors.toCollection(TreeSet::new));
        if (options.contains("shingle")) {
          options.addAll(List.of("unit", "size"));
        }
        return options;
      }
    }
    throw new AssertionError(heading);
  }

  private static void assertTypes(List<String> names, String... headings) throws IOException {
    Map<String, String> declared = declared();
    Set<String> properties = new TreeSet<>();
    names.forEach(name -> properties.addAll(properties(declared, name)));
    Set<String> options = new TreeSet<>();
    for (String heading : headings) {
      options.addAll(options(heading));
    }
    assertEquals(names.toString(), options, properties);
  }

  @Test
  public void testSearches() throws IOException {
    assertTypes(List.of("simhash_near"), "## Query `simhash_near`", "### `like`", "### `confirm`");
    assertTypes(List.of("minhash_near"), "## Query `minhash_near`", "### `like`", "### `confirm`");
    assertTypes(List.of("shared_passages"), "## Query `shared_passages`", "### `like`");
    assertTypes(List.of("near_duplicate_collapse"), "## Retriever `near_duplicate_collapse`");
    assertTypes(List.of("near_duplicates"), "## Aggregation `near_duplicates`");
  }

  @Test
  public void testProcessors() throws IOException {
    assertTypes(List.of("simhash"), "## Processor `simhash`", "## The profile", "## The signature");
    assertTypes(List.of("near_duplicate"), "## Processor `near_duplicate`");
  }

  @Test
  public void testRequests() throws IOException {
    assertTypes(
        List.of("ClustersAddress", "ClustersBody"),
        "## `POST {index}/_simhash/clusters`",
        "### `confirm`");
    assertTypes(List.of("EstimateAddress", "EstimateBody"), "## `GET {index}/_simhash/estimate`");
    assertTypes(
        List.of("CommonPassagesAddress", "CommonPassagesBody"),
        "## `GET {index}/_simhash/common_passages`");
    assertTypes(List.of("StatsAddress"), "## `GET {index}/_simhash/stats`");
    assertTypes(
        List.of("FingerprintBody"),
        "## `POST _simhash/fingerprint`",
        "### `like`",
        "## The profile",
        "## The signature");
  }
}
