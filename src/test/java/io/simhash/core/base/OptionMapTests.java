package io.simhash.core.base;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.simhash.core.profile.Tf;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.Test;

public class OptionMapTests {

  private static OptionMap options(Object value) {
    Map<String, Object> map = new HashMap<>();
    map.put("a", value);
    return new OptionMap(map);
  }

  private static void assertRefused(String sentence, Object value, Consumer<OptionMap> read) {
    Exception e = assertThrows(IllegalArgumentException.class, () -> read.accept(options(value)));
    assertEquals(sentence, e.getMessage());
  }

  @Test
  public void testValuesOfTheirType() {
    assertTrue(options(true).bool("a"));
    assertFalse(options(false).bool("a"));
    assertTrue(options("true").bool("a"));
    assertFalse(options("false").bool("a"));
    assertEquals("x", options("x").string("a"));
    assertEquals(7, options(7).integer("a"));
    assertEquals(7, options(7L).integer("a"));
    assertEquals(-7, options("-7").integer("a"));
    assertEquals(7, options(7).number("a"), 0);
    assertEquals(.1, options(.1f).number("a"), 0);
    assertEquals(-50, options("-.5e2").number("a"), 0);
    assertTrue(Double.isNaN(options("NaN").number("a")));
    assertEquals(Double.NEGATIVE_INFINITY, options("-Infinity").number("a"), 0);
    assertEquals(Tf.LOG, options("log").constant("a", Tf.class));
    assertEquals(List.of("x", "y"), options(List.of("x", "y")).strings("a"));
    assertEquals(List.of("x"), options("x").stringOrStrings("a"));
    assertEquals(List.of("x", "y"), options(List.of("x", "y")).stringOrStrings("a"));
    assertEquals("x", options("x").text("a"));
    assertEquals("42", options(42).text("a"));
    assertEquals("-5000000000", options(-5_000_000_000L).text("a"));
    assertEquals("18446744073709551616", options(BigInteger.TWO.pow(64)).text("a"));
    assertEquals(List.of("x"), options("x").texts("a"));
    assertEquals(List.of("7"), options(7).texts("a"));
    assertEquals(
        List.of("x", "7", "true", "18446744073709551616"),
        options(List.of("x", 7, true, BigInteger.TWO.pow(64))).texts("a"));
    assertEquals(List.of(), options(List.of()).texts("a"));
    assertEquals(Map.of("n", 2.0), options(Map.of("n", "2")).numbers("a"));
    assertEquals(Map.of("n", 2), options(Map.of("n", 2)).map("a"));
    Object any = new Object();
    assertSame(any, options(any).any("a"));
  }

  /** Half of a surrogate pair could not be written as CBOR or SMILE. */
  @Test
  public void testAShownValueHasNoHalfOfAPair() {
    assertEquals("x".repeat(79) + "…", OptionMap.shown("x".repeat(79) + "\uD83D\uDE00"));
    String fits = "x".repeat(78) + "\uD83D\uDE00";
    assertEquals(fits + "…", OptionMap.shown(fits + "y"));
    assertEquals(fits, OptionMap.shown(fits));
  }

  @Test
  public void testDefaultsOfAbsentOptions() {
    OptionMap empty = new OptionMap(new HashMap<>());
    assertTrue(empty.bool("a", true));
    assertEquals("x", empty.string("a", "x"));
    assertEquals(7, empty.integer("a", 7));
    assertEquals(.5, empty.number("a", .5), 0);
    assertEquals(Tf.COUNT, empty.constant("a", Tf.COUNT));
    assertFalse(options(false).bool("a", true));
    assertEquals("y", options("y").string("a", "x"));
    assertEquals(8, options(8).integer("a", 7));
    assertEquals(.25, options(.25).number("a", .5), 0);
    assertEquals(Tf.LOG, options("log").constant("a", Tf.COUNT));
  }

  @Test
  public void testAnIntegerOrAWord() {
    assertEquals(7, options(7).integerOr("a", "auto", -1, 1, 9));
    assertEquals(7, options("7").integerOr("a", "auto", -1, 1, 9));
    OptionMap auto = options("auto");
    assertEquals(-1, auto.integerOr("a", "auto", -1, 1, 9));
    assertFalse("taken", auto.has("a"));
    for (Object wrong : List.of("AUTO", "x", 1.5, List.of("auto"))) {
      assertRefused(
          "[a] must be an integer or [auto] but was [" + wrong + "]",
          wrong,
          o -> o.integerOr("a", "auto", -1, 1, 9));
    }
    assertRefused(
        "[a] must be in [1, 9] but was [-1]", -1, o -> o.integerOr("a", "auto", -1, 1, 9));
    assertRefused("[a] must not be null", null, o -> o.integerOr("a", "auto", -1, 1, 9));
  }

  @Test
  public void testABooleanOrAnObject() {
    assertTrue(options(false).boolOrObject("a").isEmpty());
    assertTrue(options("false").boolOrObject("a").isEmpty());
    options(true).boolOrObject("a").orElseThrow().requireEmpty();
    OptionMap inner = options(Map.of("b", 7)).boolOrObject("a").orElseThrow();
    assertEquals("a.b", inner.fullName("b"));
    assertEquals(7, inner.integer("b"));
    OptionMap empty = new OptionMap(new HashMap<>());
    assertEquals("a.b", empty.boolOrObject("a").orElseThrow().fullName("b"));
    for (Object value : List.of(true, false, Map.of())) {
      OptionMap options = options(value);
      options.boolOrObject("a");
      options.requireEmpty();
    }
    for (Object wrong : List.of("yes", 1, List.of(true))) {
      assertRefused(
          "[a] must be [true], [false] or an object but was [" + wrong + "]",
          wrong,
          o -> o.boolOrObject("a"));
    }
    assertRefused("[a] must not be null", null, o -> o.boolOrObject("a"));
  }

  @Test
  public void testObjectsInAnArray() {
    List<OptionMap> two = options(List.of(Map.of("b", 7), Map.of("b", "x"))).objects("a");
    assertEquals(7, two.get(0).integer("b"));
    two.get(0).requireEmpty();
    Exception wrong = assertThrows(IllegalArgumentException.class, () -> two.get(1).integer("b"));
    assertEquals("[a.b] must be an integer but was [x]", wrong.getMessage());
    assertEquals(7, options(Map.of("b", 7)).objects("a").getFirst().integer("b"));
    assertEquals(List.of(), options(List.of()).objects("a"));
    String allowed = "[a] must be an object or an array of objects but was ";
    assertRefused(allowed + "[x]", "x", o -> o.objects("a"));
    assertRefused(allowed + "[[{b=7}, x]]", List.of(Map.of("b", 7), "x"), o -> o.objects("a"));
    assertRefused(allowed + "[[null]]", Arrays.asList((Object) null), o -> o.objects("a"));
    assertRefused("[a] must not be null", null, o -> o.objects("a"));
  }

  @Test
  public void testOptionsInAnObject() {
    OptionMap inner = options(Map.of("b", 7, "c", "x")).object("a");
    assertEquals("a.b", inner.fullName("b"));
    assertTrue(inner.has("b"));
    assertEquals(7, inner.integer("b"));
    assertFalse(inner.has("b"));
    Exception wrong = assertThrows(IllegalArgumentException.class, () -> inner.integer("c"));
    assertEquals("[a.c] must be an integer but was [x]", wrong.getMessage());
    inner.requireEmpty();
  }

  @Test
  public void testAnUnknownOptionThatIsLikeAKnownOne() {
    assertUnknown("max_distanse", ": did you mean [max_distance]?");
    assertUnknown("distance", ": did you mean [max_distance]?");
    assertUnknown("min_distance", ": did you mean [min_distances]?");
    assertUnknown("rows", "");
    assertUnknown("x", "");
    assertUnknown("x".repeat(101), "");
    OptionMap several = new OptionMap(new HashMap<>(Map.of("max_distanse", 1, "rows", 2)));
    several.has("max_distance");
    Exception unknown = assertThrows(IllegalArgumentException.class, several::requireEmpty);
    assertEquals("unknown options [max_distanse, rows]", unknown.getMessage());
    Map<String, Object> many = new HashMap<>();
    for (int i = 0; i < 200_000; i++) {
      many.put("o" + (100_000 + i), i);
    }
    Exception all = assertThrows(IllegalArgumentException.class, new OptionMap(many)::requireEmpty);
    assertEquals(
        "unknown options [o100000, o100001, o100002, o100003, o100004, o100005, o100006, o100007,"
            + " o100008, o100009 and 199990 others]",
        all.getMessage());
    OptionMap given = new OptionMap(new HashMap<>(Map.of("text", "a", "txt", "b")));
    given.string("text");
    given.has("text");
    Exception twice = assertThrows(IllegalArgumentException.class, given::requireEmpty);
    assertEquals("unknown options [txt]", twice.getMessage());
  }

  private static void assertUnknown(String name, String question) {
    OptionMap options = new OptionMap(new HashMap<>(Map.of(name, 7)));
    options.has("max_distance");
    options.has("min_distances");
    options.has("x".repeat(100));
    options.integer("field", 0);
    Exception unknown = assertThrows(IllegalArgumentException.class, options::requireEmpty);
    assertEquals(
        "unknown options [" + OptionMap.shown(name) + "]" + question, unknown.getMessage());
  }

  @Test
  public void testAMissingOptionThatIsMisspelt() {
    OptionMap options = new OptionMap(new HashMap<>(Map.of("feild", 7)));
    Exception one = assertThrows(IllegalArgumentException.class, () -> options.needed("field"));
    assertEquals("[field] is needed, and [feild] is unknown", one.getMessage());
    Exception either =
        assertThrows(
            IllegalArgumentException.class, () -> options.exactlyOneOf(List.of("field", "fields")));
    assertEquals(
        "exactly one of [field, fields] is needed but there were [], and [feild] is unknown",
        either.getMessage());
    OptionMap other = new OptionMap(new HashMap<>(Map.of("index", 7)));
    Exception none = assertThrows(IllegalArgumentException.class, () -> other.needed("field"));
    assertEquals("[field] is needed", none.getMessage());
  }
}
