package io.simhash.elasticsearch.ingest;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A field of the body and the factor of its features' weights.
 *
 * @param path the field's path in the document, in dot notation; never a template
 * @param boost the factor, 1 by default
 */
record BoostedField(String path, double boost) {

  /** A path and, after the last {@code ^}, a plain decimal number. */
  private static final Pattern BOOSTED = Pattern.compile("(.+)\\^(\\d{1,9}(?:\\.\\d{1,9})?)");

  /** Reads {@code path} or {@code path^boost}. */
  static BoostedField parse(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("[fields] must not hold a blank name");
    }
    if (text.indexOf('^') < 0) {
      return new BoostedField(text, 1);
    }
    Matcher boosted = BOOSTED.matcher(text);
    if (boosted.matches() == false) {
      throw new IllegalArgumentException(
          "[fields] must hold [field] or [field^boost] with a decimal boost but held ["
              + text
              + "]");
    }
    return new BoostedField(boosted.group(1), Double.parseDouble(boosted.group(2)));
  }
}
