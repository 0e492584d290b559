package io.simhash.elasticsearch.compat;

import java.util.List;
import org.elasticsearch.common.text.Text;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightField;

/** The result of a highlighter. */
public final class Highlights {

  private Highlights() {}

  /** The fragments of one field. */
  public static HighlightField field(String name, List<String> fragments) {
    return new HighlightField(name, fragments.stream().map(Text::new).toArray(Text[]::new));
  }
}
