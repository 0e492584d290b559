package io.simhash.core.base;

import java.util.Collection;
import java.util.Map;

/** Parsed JSON: maps, collections, strings, numbers, booleans and {@code null}. */
public final class JsonValues {

  private JsonValues() {}

  /** The number of characters, in UTF-16 units, of all strings in a value; keys do not count. */
  public static long characters(Object value) {
    if (value instanceof Map<?, ?> map) {
      return characters(map.values());
    }
    if (value instanceof Collection<?> values) {
      return values.stream().mapToLong(JsonValues::characters).sum();
    }
    return value instanceof String text ? text.length() : 0;
  }
}
