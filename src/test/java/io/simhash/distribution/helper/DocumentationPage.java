package io.simhash.distribution.helper;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Blocks of code in the pages of the documentation. */
public final class DocumentationPage {

  /** The page with the IDF model that the shared node has. */
  public static final Path IDF = Path.of("docs/idf.md");

  private DocumentationPage() {}

  /** The content of the only block of a kind in a page. */
  public static String block(Path page, String kind) {
    String text;
    try {
      text = Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<MatchResult> blocks =
        Pattern.compile("^```" + kind + "\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
            .matcher(text)
            .results()
            .toList();
    assertEquals(page + " has one block of " + kind, 1, blocks.size());
    return blocks.getFirst().group(1);
  }
}
