package io.simhash.evaluation;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The command line: {@code --name} or {@code --name=value}, each at most once. */
public final class Options {

  private final Map<String, String> given = new TreeMap<>();
  private final Set<String> known = new TreeSet<>();

  /**
   * @throws IllegalArgumentException if an argument does not begin with two dashes or is repeated
   */
  public Options(String... arguments) {
    for (String argument : arguments) {
      if (argument.startsWith("--") == false) {
        throw new IllegalArgumentException(
            "options begin with [--] but one was [" + argument + "]");
      }
      String[] parts = argument.substring(2).split("=", 2);
      if (given.put(parts[0], parts.length == 2 ? parts[1] : "true") != null) {
        throw new IllegalArgumentException("option [--" + parts[0] + "] is repeated");
      }
    }
  }

  public String text(String name, String otherwise) {
    known.add(name);
    return given.getOrDefault(name, otherwise);
  }

  public int number(String name, int otherwise) {
    String value = text(name, Integer.toString(otherwise));
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "[--" + name + "] must be a whole number but was [" + value + "]", e);
    }
  }

  public boolean flag(String name) {
    return text(name, "false").equals("true");
  }

  /**
   * Refuses unknown options.
   *
   * @throws IllegalArgumentException naming them and the known ones
   */
  public void requireAllKnown() {
    Set<String> unknown = new TreeSet<>(given.keySet());
    unknown.removeAll(known);
    if (unknown.isEmpty() == false) {
      throw new IllegalArgumentException("unknown options " + unknown + ", known are " + known);
    }
  }
}
