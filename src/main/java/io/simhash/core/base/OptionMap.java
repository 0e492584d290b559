package io.simhash.core.base;

import static io.simhash.core.base.Errors.invalid;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Options as users set them, taken out of a map one by one, each with its type checked.
 *
 * <p>The errors are {@link IllegalArgumentException}s: a wrong type, with the type that is needed;
 * a value that is not offered, with those that are; and the names of unknown options.
 */
public final class OptionMap {

  private static final int SHOWN = 80;
  private static final int MAX_NAMES = 10;
  private static final List<Object> BOOLEANS = Arrays.asList(true, false, "true", "false");

  /** The most letters of a name, and the most names, that are searched for a misspelt one. */
  private static final int MAX_COMPARED = 64;

  /** A number in a string as in JSON, NaN or an infinity. */
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+(\\.\\d+)?|\\.\\d+)([eE][+-]?\\d{1,5})?|NaN|[+-]?Infinity");

  private final Map<String, Object> left;
  private final String prefix;

  /** The options that were asked for and absent: one may be meant by a name that is unknown. */
  private final Set<String> known = new TreeSet<>();

  private final Set<String> taken = new HashSet<>();

  /** Takes options out of {@code map} itself. */
  public OptionMap(Map<String, Object> map) {
    this(map, "");
  }

  private OptionMap(Map<String, Object> map, String prefix) {
    this.left = map;
    this.prefix = prefix;
  }

  /** Whether the option is still there. */
  public boolean has(String name) {
    if (left.containsKey(name) == false && taken.contains(name) == false) {
      known.add(name);
    }
    return left.containsKey(name);
  }

  /** A value as error sentences show it: its first 80 characters, without half of a pair. */
  public static String shown(Object value) {
    String text = String.valueOf(value);
    if (text.length() <= SHOWN) {
      return text;
    }
    boolean inPair = Character.isHighSurrogate(text.charAt(SHOWN - 1));
    return text.substring(0, inPair ? SHOWN - 1 : SHOWN) + "…";
  }

  /** Names as error sentences show them: the first ten in order, and the number of the others. */
  public static String names(Set<String> names) {
    String first =
        names.stream()
            .sorted()
            .limit(MAX_NAMES)
            .map(OptionMap::shown)
            .collect(Collectors.joining(", "));
    int others = names.size() - MAX_NAMES;
    return others > 0 ? first + " and " + others + " others" : first;
  }

  /** The option's name behind the names of the objects that it is in, joined by dots. */
  public String fullName(String name) {
    return prefix + name;
  }

  /** Requires that exactly one of the options is present, and returns its name. */
  public String exactlyOneOf(List<String> names) {
    List<String> given = names.stream().filter(this::has).toList();
    if (given.size() != 1) {
      throw invalid(
          "exactly one of %s is needed but there were %s%s",
          names.stream().map(this::fullName).toList(),
          given.stream().map(this::fullName).toList(),
          given.isEmpty() ? misspelt(names) : "");
    }
    return given.get(0);
  }

  /** Requires that an option, if it is present, comes with another. */
  public void requireWith(String name, String other) {
    if (has(name) && has(other) == false) {
      throw invalid("[%s] needs [%s]", fullName(name), fullName(other));
    }
  }

  /** Takes a string that must be present. */
  public String needed(String name) {
    if (has(name) == false) {
      throw invalid("[%s] is needed%s", fullName(name), misspelt(List.of(name)));
    }
    return string(name);
  }

  /** The end of a sentence about missing options: an option that is like one of them. */
  private String misspelt(List<String> names) {
    List<String> given = left.keySet().stream().sorted().limit(MAX_COMPARED).toList();
    return names.stream()
        .flatMap(name -> like(name, given).stream())
        .findFirst()
        .map(key -> ", and [" + fullName(key) + "] is unknown")
        .orElse("");
  }

  /** Takes a value of any type but null. */
  public Object any(String name) {
    taken.add(name);
    Object value = left.remove(name);
    if (value == null) {
      throw invalid("[%s] must not be null", fullName(name));
    }
    return value;
  }

  private <T> T take(String name, Class<T> type, String allowed) {
    Object value = any(name);
    if (type.isInstance(value)) {
      return type.cast(value);
    }
    throw wrong(name, allowed, value);
  }

  private IllegalArgumentException wrong(String name, String allowed, Object got) {
    return invalid("[%s] must be %s but was [%s]", fullName(name), allowed, shown(got));
  }

  /** An array, or a single value in its place. */
  private static List<?> list(Object value) {
    return value instanceof List<?> list ? list : List.of(value);
  }

  /** Takes a boolean, or a string in its place. */
  public boolean bool(String name) {
    Object value = any(name);
    if (BOOLEANS.contains(value)) {
      return Boolean.parseBoolean(value.toString());
    }
    throw wrong(name, "[true] or [false]", value);
  }

  public String string(String name) {
    return take(name, String.class, "a string");
  }

  /** Takes a string, or an integer in its place: the number 42 is the text {@code 42}. */
  public String text(String name) {
    Object value = any(name);
    if (value instanceof String || isInteger(value)) {
      return value.toString();
    }
    throw wrong(name, "a string or an integer", value);
  }

  private static boolean isInteger(Object value) {
    return value instanceof Integer || value instanceof Long || value instanceof BigInteger;
  }

  /**
   * Takes an array, or a single value in its place. Strings, integers and booleans count as their
   * text. Decimal numbers are refused, because parsing loses their text: 1.50 becomes 1.5.
   */
  public List<String> texts(String name) {
    Object value = any(name);
    List<?> values = list(value);
    if (values.stream()
        .allMatch(v -> v instanceof String || v instanceof Boolean || isInteger(v))) {
      return values.stream().map(Object::toString).toList();
    }
    boolean decimal = values.stream().anyMatch(v -> v instanceof Number && isInteger(v) == false);
    throw invalid(
        "[%s] must be a string, an integer, a boolean or an array of these but was [%s]%s",
        fullName(name), shown(value), decimal ? ": type a decimal number as a string" : "");
  }

  /** Takes an integer: a number or a string of digits. */
  public int integer(String name) {
    return integer(name, "an integer");
  }

  /** Takes an integer in a range, or {@code instead} for a word. */
  public int integerOr(String name, String word, int instead, int min, int max) {
    return left.remove(name, word)
        ? instead
        : Ranges.require(fullName(name), integer(name, "an integer or [" + word + "]"), min, max);
  }

  private int integer(String name, String allowed) {
    Object value = any(name);
    try {
      if (value instanceof Integer || value instanceof Long || value instanceof String) {
        return Integer.parseInt(value.toString());
      }
    } catch (NumberFormatException e) {
      // refused below
    }
    throw wrong(name, allowed, value);
  }

  /** Takes an integer, or gives {@code defaultValue} where the option is absent; so do the next. */
  public int integer(String name, int defaultValue) {
    return has(name) ? integer(name) : defaultValue;
  }

  public double number(String name, double defaultValue) {
    return has(name) ? number(name) : defaultValue;
  }

  public String string(String name, String defaultValue) {
    return has(name) ? string(name) : defaultValue;
  }

  public boolean bool(String name, boolean defaultValue) {
    return has(name) ? bool(name) : defaultValue;
  }

  public <E extends Enum<E>> E constant(String name, E defaultValue) {
    return has(name) ? constant(name, defaultValue.getDeclaringClass()) : defaultValue;
  }

  /** Takes a number, or a string in its place. */
  public double number(String name) {
    return toDouble(name, any(name));
  }

  private double toDouble(String name, Object value) {
    if (value instanceof Number
        || (value instanceof String string && NUMBER.matcher(string).matches())) {
      return Double.parseDouble(value.toString());
    }
    throw wrong(name, "a number", value);
  }

  /** Takes the {@link #name(Enum) name} of a constant. */
  public <E extends Enum<E>> E constant(String name, Class<E> type) {
    return constant(name, type, any(name));
  }

  /** Takes an array of names of constants, or one name in its place. */
  public <E extends Enum<E>> List<E> constants(String name, Class<E> type) {
    return list(any(name)).stream().map(each -> constant(name, type, each)).toList();
  }

  private <E extends Enum<E>> E constant(String name, Class<E> type, Object value) {
    List<E> offered = List.of(type.getEnumConstants());
    for (E constant : offered) {
      if (name(constant).equals(value)) {
        return constant;
      }
    }
    throw wrong(name, "one of " + offered.stream().map(OptionMap::name).toList(), value);
  }

  /** The name of a constant as users set it. */
  public static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  public List<String> strings(String name) {
    return strings(name, "an array of strings");
  }

  private List<String> strings(String name, String allowed) {
    Object value = any(name);
    if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
      return list.stream().map(String.class::cast).toList();
    }
    throw wrong(name, allowed, value);
  }

  /** Takes an array of strings, or one string in its place. */
  public List<String> stringOrStrings(String name) {
    return left.get(name) instanceof String
        ? List.of(string(name))
        : strings(name, "a string or an array of strings");
  }

  public Map<String, Double> numbers(String name) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    map(name).forEach((key, value) -> numbers.put(key, toDouble(name + "." + key, value)));
    return numbers;
  }

  /** Takes an object of options; call {@link #requireEmpty} on it when all known ones are taken. */
  public OptionMap object(String name) {
    return inner(name, take(name, Map.class, "an object"));
  }

  private OptionMap inner(String name, Map<?, ?> options) {
    return new OptionMap(copy(options), fullName(name) + ".");
  }

  /** Takes an object, or {@code false} for none; {@code true} and no value are an empty object. */
  public Optional<OptionMap> boolOrObject(String name) {
    if (has(name) && BOOLEANS.contains(left.get(name)) == false) {
      return Optional.of(inner(name, take(name, Map.class, "[true], [false] or an object")));
    }
    return bool(name, true) ? Optional.of(inner(name, new LinkedHashMap<>())) : Optional.empty();
  }

  /** Takes an array of objects of options, or one object in its place. */
  public List<OptionMap> objects(String name) {
    Object value = any(name);
    if (list(value).stream().allMatch(Map.class::isInstance) == false) {
      throw wrong(name, "an object or an array of objects", value);
    }
    return list(value).stream().map(each -> inner(name, (Map<?, ?>) each)).toList();
  }

  /** Takes an object as it is: a copy, whose keys are in order. */
  public Map<String, Object> map(String name) {
    return copy(take(name, Map.class, "an object"));
  }

  private static Map<String, Object> copy(Map<?, ?> map) {
    Map<String, Object> copy = new LinkedHashMap<>();
    map.forEach((key, value) -> copy.put(key.toString(), value));
    return copy;
  }

  /**
   * Requires that every option has been taken.
   *
   * @throws IllegalArgumentException naming the unknown ones; if it is one, also a known one that
   *     may be meant
   */
  public void requireEmpty() {
    if (left.isEmpty() == false) {
      String names = names(left.keySet());
      String place =
          prefix.isEmpty() ? "" : " in [" + prefix.substring(0, prefix.length() - 1) + "]";
      Optional<String> meant = left.size() == 1 ? like(names, known) : Optional.empty();
      String question = meant.map(name -> ": did you mean [" + name + "]?").orElse("");
      throw invalid("unknown options [%s]%s%s", names, place, question);
    }
  }

  /** The name among others that is most like one, if at most half of its letters differ. */
  private static Optional<String> like(String name, Collection<String> others) {
    return others.stream()
        .filter(other -> Math.max(name.length(), other.length()) <= MAX_COMPARED)
        .filter(other -> edits(name, other) * 2 <= Math.max(name.length(), other.length()))
        .min(Comparator.comparingInt(other -> edits(name, other)));
  }

  /** The Levenshtein distance: the fewest letters to insert, delete or replace. */
  private static int edits(String from, String to) {
    int[] row = IntStream.rangeClosed(0, to.length()).toArray();
    for (int i = 0; i < from.length(); i++) {
      int diagonal = row[0];
      row[0] = i + 1;
      for (int j = 0; j < to.length(); j++) {
        int replaced = diagonal + (from.charAt(i) == to.charAt(j) ? 0 : 1);
        diagonal = row[j + 1];
        row[j + 1] = Math.min(replaced, 1 + Math.min(row[j], diagonal));
      }
    }
    return row[to.length()];
  }
}
