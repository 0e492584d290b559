package io.simhash.elasticsearch.ingest;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import java.util.List;
import org.elasticsearch.ingest.IngestDocument;

/**
 * Reads the texts to fingerprint from a document.
 *
 * <p>A text is a string or an array of strings, which are joined by a line break. A missing or null
 * title is the empty text; a missing or null field of the body is an error, or the empty text with
 * {@code ignore_missing}.
 *
 * @param paths the fields of the body
 * @param titlePath the field of the title, or {@code null}
 */
record DocumentTexts(List<String> paths, String titlePath, boolean ignoreMissing) {

  DocumentTexts {
    paths = List.copyOf(paths);
  }

  /** The texts of the body, in the order of {@link #paths}. */
  List<String> body(IngestDocument document) {
    return paths.stream().map(path -> text(document, path, ignoreMissing)).toList();
  }

  /** The title, possibly empty. */
  String title(IngestDocument document) {
    return titlePath == null ? "" : text(document, titlePath, true);
  }

  private static String text(IngestDocument document, String path, boolean mayBeMissing) {
    Object value = document.getFieldValue(path, Object.class, mayBeMissing);
    if (value == null) {
      if (mayBeMissing) {
        return "";
      }
      throw invalid("field [%s] is null and has no text", path);
    }
    if (value instanceof String string) {
      return string;
    }
    if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
      return String.join("\n", list.stream().map(String.class::cast).toList());
    }
    throw invalid(
        "field [%s] must be a string or an array of strings but was [%s]",
        path, OptionMap.shown(value));
  }
}
