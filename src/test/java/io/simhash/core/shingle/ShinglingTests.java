package io.simhash.core.shingle;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.OptionMap;
import io.simhash.core.feature.TokenWindows;
import io.simhash.core.feature.Tokens;
import io.simhash.core.feature.Tokens.Token;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.Test;

public class ShinglingTests {

  @Test
  public void testShingleTextGolden() {
    for (List<String> row : GoldenFile.rows("shingles-v2.tsv", "text")) {
      String expected = GoldenFile.text(row.get(1));
      CharacterShingles shingles =
          new CharacterShingles(GoldenFile.text(row.get(0)), 1, FeatureHash.XXH3);
      assertEquals(row.get(0), expected, String.join("", shingles.texts()));
    }
  }

  @Test
  public void testCharactersGolden() {
    for (List<String> row : GoldenFile.rows("shingles-v2.tsv", "character")) {
      int size = Integer.parseInt(row.get(1));
      List<String> expected = GoldenFile.texts(row.subList(2, row.size()));
      String text = GoldenFile.text(row.get(0));
      assertEquals(row.toString(), expected, List.copyOf(CharacterShingles.distinct(text, size)));
    }
  }

  /** The distinct hashes of the windows of {@code size} terms, in order. */
  private static List<Long> ofTerms(List<String> terms, int size) {
    List<Token> tokens = terms.stream().map(term -> new Token(term, "", 0, 0)).toList();
    long[] hashes = new TokenWindows(Tokens.of(tokens), size).hashes(FeatureHash.XXH3);
    return LongStream.of(hashes).distinct().boxed().toList();
  }

  private static List<Long> hashes(List<String> shingles) {
    return shingles.stream().map(FeatureHash.XXH3::hash).toList();
  }

  @Test
  public void testTermsGolden() {
    for (List<String> row : GoldenFile.rows("shingles-v2.tsv", "token")) {
      int size = Integer.parseInt(row.get(1));
      int count = Integer.parseInt(row.get(2));
      List<String> terms = GoldenFile.texts(row.subList(3, 3 + count));
      List<String> expected = GoldenFile.texts(row.subList(3 + count, row.size()));
      assertEquals(row.toString(), hashes(expected), ofTerms(terms, size));
    }
  }

  @Test
  public void testEveryWindowCountsWithRepeats() {
    long hash = FeatureHash.XXH3.hash("哈哈");
    assertArrayEquals(
        new long[] {hash, hash, hash},
        new CharacterShingles("哈哈，哈哈！", 2, FeatureHash.XXH3).hashes());
  }

  @Test
  public void testAShortTextIsOneShingleAndAnEmptyOneNone() {
    assertEquals(List.of("中文"), List.copyOf(CharacterShingles.distinct("中文", 5)));
    assertEquals(hashes(List.of("a b")), ofTerms(List.of("a", "b"), 3));
    assertEquals(List.of(), List.copyOf(CharacterShingles.distinct("——！？", 2)));
    assertEquals(List.of(), ofTerms(List.of(), 2));
  }

  @Test
  public void testReadWithDefault() {
    Shingling auto = Shingling.AUTO_CHARACTERS;
    Shingling five = new Shingling(Shingling.Unit.CHARACTER, 5);
    Shingling pairs = new Shingling(Shingling.Unit.TOKEN, 2);
    for (Shingling defaults : List.of(auto, five, pairs)) {
      assertRead(defaults, Map.of(), defaults);
      assertRead(defaults, Map.of("unit", defaults.unit().toString()), defaults);
      assertRead(pairs, Map.of("unit", "token", "size", "2"), defaults);
      assertRead(five, Map.of("unit", "character", "size", 5), defaults);
      assertRead(auto, Map.of("unit", "character", "size", "auto"), defaults);
    }
    assertEquals(five, Shingling.readWithDefault(new OptionMap(new HashMap<>()), five));
    assertRead(auto, Map.of("size", "auto"), five);
    assertRead(five, Map.of("size", 5), auto);
    assertRead(pairs, Map.of("size", 2), new Shingling(Shingling.Unit.TOKEN, 3));
    for (Shingling characters : List.of(auto, five)) {
      assertRefused(
          "[shingle.unit] [token] needs [shingle.size]", Map.of("unit", "token"), characters);
    }
    assertRefused("unknown options [step] in [shingle]", Map.of("size", 7, "step", 1), five);
    assertRefused(
        "[shingle.size] [auto] is for characters: with [shingle.unit] [token] it must be in [1,"
            + " 32]",
        Map.of("unit", "token", "size", "auto"),
        auto);
  }

  @Test
  public void testForms() {
    Shingling auto = Shingling.AUTO_CHARACTERS;
    assertEquals(new Shingling(Shingling.Unit.CHARACTER, Shingling.AUTO), auto);
    assertEquals("character:auto", auto.toString());
    assertEquals(Map.of("unit", "character", "size", "auto"), auto.json());
    assertEquals(
        Map.of("unit", "character", "size", 7), new Shingling(Shingling.Unit.CHARACTER, 7).json());
  }

  private static void assertRead(
      Shingling expected, Map<String, Object> typed, Shingling defaults) {
    assertEquals(expected, Shingling.readWithDefault(options(typed), defaults));
  }

  private static void assertRefused(
      String sentence, Map<String, Object> typed, Shingling defaults) {
    Exception e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Shingling.readWithDefault(options(typed), defaults));
    assertEquals(sentence, e.getMessage());
  }

  private static OptionMap options(Map<String, Object> shingle) {
    return new OptionMap(new HashMap<>(Map.of("shingle", shingle)));
  }
}
