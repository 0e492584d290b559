package io.simhash;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.core.profile.ProfileOption;
import io.simhash.core.text.TextOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.Test;

/** Every option that the code reads has a row in one of the two pages of the reference. */
public class ReferenceTests {

  private static final List<Path> PAGES =
      List.of(Path.of("docs/reference.md"), Path.of("docs/reference_search.md"));

  /** A call of an OptionMap or of a RestRequest that names an option. */
  private static final Pattern READ =
      Pattern.compile(
          "\\.(?:needed|has|any|bool|boolOrObject|constant|integer|integerOr|number|map|object"
              + "|objects|string|strings|stringOrStrings|text|texts|param|paramAsBoolean"
              + "|paramAsInt|paramAsLong|paramAsStringArray|paramAsTime)\\(\\s*\"([\\w.]+)\"");

  /** In a row: {@code | `name` |}, or a part of {@code `name.part`} or {@code `.part`}. */
  private static final String IN_ROW = "(?m)^\\|[^|]*[`.]%s[`.]";

  @Test
  public void testEveryOptionHasARow() throws IOException {
    Set<String> options = new TreeSet<>(TextOptions.NAMES);
    ProfileOption.all().forEach(option -> options.add(option.name()));
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(file -> file.toString().endsWith(".java")).toList()) {
        READ.matcher(Files.readString(file)).results().forEach(r -> options.add(r.group(1)));
      }
    }
    assertTrue("only " + options + " were found", options.size() >= 70);
    StringBuilder reference = new StringBuilder();
    for (Path page : PAGES) {
      reference.append(Files.readString(page));
    }
    options.removeIf(option -> Pattern.compile(IN_ROW.formatted(option)).matcher(reference).find());
    assertEquals("options without a row", Set.of(), options);
  }
}
