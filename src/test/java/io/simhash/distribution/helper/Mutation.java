package io.simhash.distribution.helper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.XContentType;

/** Changes a JSON object at random in one to four places. */
public final class Mutation {

  /** JSON values that are easily forgotten. */
  private static final List<String> VALUES =
      Stream.concat(
              Stream.of(
                  "\" \"",
                  "[1, \"a\", {\"b\": []}]",
                  "9".repeat(400),
                  "\"" + "春".repeat(3_000) + "\"",
                  "[".repeat(200) + "]".repeat(200),
                  "{\"a\":".repeat(200) + "1" + "}".repeat(200)),
              Pattern.compile("\\s+")
                  .splitAsStream(
                      """
                      null true false 0 -1 3.7 65 1e300 -0.0 2147483648 9223372036854775808 [] {}
                      [[]] [null] {"":{}} "" "NaN" "-Infinity" "true" "3" "0x1p3" "9f3c000000000001"
                      "\\u0000" "\\ud800" "\\ud83d\\ude00" "*" "a..b" "../../x" "/etc/passwd\""""))
          .toList();

  private static final List<String> KEYS =
      List.of("", ".", "a.b", "field", "type", "unknown", "_id", "深", "\u0000");

  private final Random random;

  private Mutation(Random random) {
    this.random = random;
  }

  public static String of(String object, Random random) {
    Mutation mutation = new Mutation(random);
    Object changed = XContentHelper.convertToMap(XContentType.JSON.xContent(), object, true);
    for (int times = 1 + random.nextInt(4); times > 0; times--) {
      changed = mutation.change(changed, 3);
    }
    String json = mutation.json(changed);
    return random.nextInt(10) == 0 ? mutation.cut(json) : json;
  }

  /** A value that is already JSON. */
  private record Raw(String json) {}

  /** Goes down a random number of levels from the value and changes the value there. */
  private Object change(Object value, int steps) {
    if (value instanceof Map<?, ?> map && map.isEmpty() == false && random.nextInt(8) > 0) {
      Map<String, Object> copy = new LinkedHashMap<>();
      map.forEach((key, inner) -> copy.put(key.toString(), inner));
      List<String> keys = new ArrayList<>(copy.keySet());
      String key = keys.get(random.nextInt(keys.size()));
      switch (random.nextInt(6)) {
        case 0 -> copy.remove(key);
        case 1 -> copy.put(KEYS.get(random.nextInt(KEYS.size())), copy.remove(key));
        case 2 -> copy.put(KEYS.get(random.nextInt(KEYS.size())), any());
        default -> copy.put(key, steps == 0 ? any() : change(copy.get(key), steps - 1));
      }
      return copy;
    }
    return switch (random.nextInt(8)) {
      case 0 -> List.of(value, value);
      case 1 -> List.of(value);
      case 2 -> Map.of("a", value);
      default -> any();
    };
  }

  private Object any() {
    return new Raw(VALUES.get(random.nextInt(VALUES.size())));
  }

  /** Writes JSON, now and then with a key twice. */
  private String json(Object value) {
    if (value instanceof Raw raw) {
      return raw.json();
    }
    if (value instanceof List<?> list) {
      return "[" + String.join(",", list.stream().map(this::json).toList()) + "]";
    }
    if (value instanceof Map<?, ?> map) {
      List<String> pairs = new ArrayList<>();
      map.forEach((key, inner) -> pairs.add(scalar(key) + ":" + json(inner)));
      if (pairs.isEmpty() == false && random.nextInt(50) == 0) {
        pairs.add(pairs.get(0));
      }
      return "{" + String.join(",", pairs) + "}";
    }
    return scalar(value);
  }

  private static String scalar(Object value) {
    String wrapped = Http.json(Map.of("", value));
    return wrapped.substring(4, wrapped.length() - 1);
  }

  /** Removes some characters from the middle. */
  private String cut(String json) {
    int from = random.nextInt(json.length());
    int to = Math.min(json.length(), from + 1 + random.nextInt(5));
    return json.substring(0, from) + json.substring(to);
  }
}
