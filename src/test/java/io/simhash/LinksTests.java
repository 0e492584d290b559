package io.simhash;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.Test;

/** Every relative link of the documentation leads to a file and, after {@code #}, to a heading. */
public class LinksTests {

  private static final int LEAST_LINKS = 100;

  private static final Pattern CODE_BLOCK =
      Pattern.compile("^```.*?^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
  private static final Pattern LINK =
      Pattern.compile("]\\(([^)\\s]+)\\)|(?:src|srcset|href)=\"([^\"]+)\"");
  private static final Pattern ADDRESS = Pattern.compile("[a-z]+:.*");

  private static final Pattern HEADING =
      Pattern.compile("^#{1,6} +(.*?)(?: +#+)?$", Pattern.MULTILINE);
  private static final Pattern LINK_IN_HEADING = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
  private static final Pattern NOT_IN_ANCHOR = Pattern.compile("[^\\p{L}\\p{M}\\p{N}\\p{Pc} -]");

  @Test
  public void testRelativeLinksLeadToAFileAndAHeading() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : pages()) {
      String text = CODE.matcher(withoutCodeBlocks(page)).replaceAll("");
      for (MatchResult match : LINK.matcher(text).results().toList()) {
        String link = match.group(1) == null ? match.group(2) : match.group(1);
        if (ADDRESS.matcher(link).matches() == false) {
          links++;
          if (leadsNowhere(page, link)) {
            broken.add(page + ": " + link);
          }
        }
      }
    }
    assertEquals(List.of(), broken);
    assertTrue("only [" + links + "] links were found", links >= LEAST_LINKS);
  }

  @Test
  public void testAnchorsAreThoseOfGitHub() {
    assertEquals(
        Set.of("the-shingle-size-auto", "near_duplicate-中文", "a---b", "twice", "twice-1"),
        anchors(
            "# The shingle size `auto`\n## `near_duplicate`: 中文\n## [A](b.md) - B #\n"
                + "### Twice\n### Twice\n"));
  }

  private static boolean leadsNowhere(Path page, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    return Files.exists(target) == false
        || parts.length == 2 && anchors(withoutCodeBlocks(target)).contains(parts[1]) == false;
  }

  /** A heading that is there again has a number. */
  private static Set<String> anchors(String page) {
    Map<String, Integer> seen = new HashMap<>();
    Set<String> anchors = new HashSet<>();
    for (MatchResult heading : HEADING.matcher(page).results().toList()) {
      String text = LINK_IN_HEADING.matcher(heading.group(1)).replaceAll("$1");
      String anchor =
          NOT_IN_ANCHOR
              .matcher(text.strip().toLowerCase(Locale.ROOT))
              .replaceAll("")
              .replace(' ', '-');
      int before = seen.merge(anchor, 1, Integer::sum) - 1;
      anchors.add(before == 0 ? anchor : anchor + "-" + before);
    }
    return anchors;
  }

  private static String withoutCodeBlocks(Path page) throws IOException {
    return CODE_BLOCK.matcher(Files.readString(page)).replaceAll("");
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String name : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")) {
      pages.add(Path.of(name));
    }
    try (Stream<Path> docs = Files.walk(Path.of("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }
}
