package io.simhash.core.text;

import io.simhash.core.base.OptionMap;
import io.simhash.core.passage.SharedPassages;
import io.simhash.core.shingle.CharacterShingles;
import io.simhash.core.shingle.Shingling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

public class BoilerplateTests extends LuceneTestCase {

  private static final String FRAME = "Subscribe to our newsletter: the best of the week!";

  private static Boilerplate of(String... texts) {
    return read(List.of(texts));
  }

  private static Boilerplate read(Object typed) {
    return Boilerplate.read(new OptionMap(new HashMap<>(Map.of("boilerplate", typed))));
  }

  /** Letters of some alphabet with spaces, punctuation and marks between. */
  private static String random(String alphabet, int letters) {
    int[] from = alphabet.codePoints().toArray();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < letters; i++) {
      text.appendCodePoint(from[random().nextInt(from.length)]);
      text.append(random().nextInt(4) == 0 ? List.of(" ", ", ", "\n", "\u0640").get(i % 4) : "");
    }
    return text.toString();
  }

  private static String letters(String text) {
    return NormalForm.of(text)
        .codePoints()
        .filter(Letters::isLetter)
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }

  /** Marks every letter of every run of 12 letters that a listed text has too. */
  private static String bruteForce(List<String> listed, String text) {
    String letters = letters(text);
    boolean[] marked = new boolean[letters.length()];
    for (int i = 0; i < letters.length(); i++) {
      for (int end = i + 5; end <= letters.length(); end++) {
        String run = letters.substring(i, end);
        if (listed.stream().noneMatch(each -> letters(each).contains(run))) {
          break;
        }
        if (run.codePoints().mapToDouble(c -> Letters.isDense(c) ? 2.4 : 1).sum() > 11.9) {
          Arrays.fill(marked, i, end, true);
        }
      }
    }
    return IntStream.range(0, marked.length)
        .filter(i -> marked[i] == false)
        .mapToObj(i -> letters.substring(i, i + 1))
        .collect(Collectors.joining());
  }

  /** What {@code shared_passages} with {@code min_length} 12 leaves. */
  private static String withoutSharedPassages(List<String> listed, String text) {
    SharedPassages passages = new SharedPassages(new PassageText(listed), 60, () -> {});
    StringBuilder rest = new StringBuilder(letters(text));
    passages
        .in(new PassageText(List.of(text)))
        .reversed()
        .forEach(passage -> rest.delete(passage.from(), passage.to()));
    return rest.toString();
  }

  /** Few different letters, so that runs are found at all places and overlap. */
  public void testEqualsBruteForce() {
    for (int round = 0; round < 300; round++) {
      String alphabet = List.of("ab", "aB1", "国中", "a国", "国中人a", "한국a1").get(round % 6);
      List<String> listed = new ArrayList<>();
      while (listed.isEmpty() || random().nextInt(3) > 0) {
        listed.add(random(alphabet, 12 + random().nextInt(20)) + "国中人国中");
      }
      String text = random(alphabet, random().nextInt(200));
      String rest = read(listed).of(text);
      assertEquals(listed + " in " + text, bruteForce(listed, text), letters(rest));
      assertEquals(listed + " in " + text, withoutSharedPassages(listed, text), letters(rest));
      assertEquals(text, rest.equals(text), letters(rest).equals(letters(text)));
    }
  }

  /** Marks, keycaps, ligatures and jamo: what is cut is counted in one way. */
  public void testAnyText() {
    String parts = "ab1\u20e3\u0338\u0301\ufe0fﬁ½각\u1100\u1161\u11a8\ud83d\ude00𝐚कि\u0640É ";
    for (int round = 0; round < 2000; round++) {
      String listed = "abababababab" + random(parts, 20);
      String text = random(parts, 5) + listed + random(parts, 5);
      String rest = read(List.of(listed)).of(text);
      assertTrue(rest, letters(rest).length() < letters(text).length());
    }
  }

  /** An article reads as it does alone, whatever frames it is in. */
  public void testAFramedArticleHasItsOwnShingles() {
    for (int round = 0; round < 100; round++) {
      String latin = "abcdefghijklmnopqrstuvwxyz";
      String han = "新闻中心版权所有未经许可不得转载责任编辑来源网站";
      List<String> frames =
          List.of(random(latin, 40), random(han, 30), random(latin, 12), random(han, 5));
      Boilerplate boilerplate = read(frames);
      String article = random(random().nextBoolean() ? latin : "大小多少上下来去高低", 100);
      String framed =
          frames.get(random().nextInt(4)) + " | " + article + "\n" + frames.get(round % 4);
      String rest = boilerplate.of(framed);
      assertEquals(framed, letters(article), letters(rest));
      assertEquals(
          CharacterShingles.distinct(article, Shingling.AUTO),
          CharacterShingles.distinct(rest, Shingling.AUTO));
      assertSame(article, boilerplate.of(article));
      assertSame(rest, boilerplate.of(rest));
      assertEquals("", boilerplate.of(frames.get(0) + "© " + frames.get(1)));
    }
  }

  /** A listed text leaves nothing of itself, and another letter in it stays. */
  public void testEveryLetterOfAListedTextIsLeftOut() {
    for (int round = 0; round < 100; round++) {
      String listed = letters(random("国中人abc", 1) + random("abcdefgh国中", 12 + round % 40));
      Boilerplate boilerplate = of(listed);
      assertEquals("", boilerplate.of("© " + listed));
      int place = random().nextInt(listed.length());
      String changed = listed.substring(0, place) + "ж" + listed.substring(place + 1);
      assertTrue(changed, boilerplate.of(changed).contains("ж"));
    }
  }

  /** Each run is one space, with what is between its letters; the rest is as it was typed. */
  public void testWhatIsLeft() {
    Boilerplate frame = of(FRAME);
    assertEquals(
        "Crème (ＡＢ) !", frame.of("Crème (ＡＢ)Subscribe to our NEWSLETTER — the best, of the week!"));
    assertEquals("a    b.", frame.of("a newsletter: \"the best\" (of the) week  b."));
    assertEquals("©   x   ™", frame.of("© Subscribe to our newsletter x THE BEST OF THE WEEK ™"));
    assertSame(FRAME, Boilerplate.NONE.of(FRAME));
    for (String other : List.of("", "😀©", "newsletters a", "subscribe two", "the best weekend")) {
      assertSame(other, frame.of(other));
    }
  }

  /** A mail that has the disclaimer alone has no letter, so symbols are not made a text. */
  public void testAnotherLetterIsNeeded() {
    assertEquals("", of(FRAME).of("*** © 😀 " + FRAME + " ***"));
    assertEquals("7", of(FRAME).of("7" + FRAME).strip().substring(0, 1));
  }

  public void testUnicode() {
    String listed = "Événement privé à l’hôtel";
    Boilerplate frame = of(listed);
    assertEquals("", frame.of("E\u0301ve\u0301nement prive\u0301 a\u0300 l'ho\u0302tel"));
    assertEquals("", frame.of("ÉＶÉＮEMENT ｐｒｉｖé À L’HÔTEL"));
    assertEquals("x ", frame.of("xévé\u00adnement pri\u200bvé à l’hôtel"));
    // A mark that composes with nothing belongs to the letter before it.
    assertEquals(" y", of("abcdefghijkl").of("abcdefghijkl\u0489y"));
    // The digit of a keycap is no letter; a character that became several goes whole.
    assertEquals("x ", of("abcdefghijkl").of("xabcdef1\ufe0f\u20e3ghijkl"));
    assertEquals("x ", of("abcdefghijkf").of("xabcdefghijkﬁ"));
    assertEquals("x  y", of("abcdefghijk株", "社lmnopqrstuv").of("xabcdefghijk㍿lmnopqrstuvy"));
    // Five Chinese characters are a passage, and four are one with three other letters.
    Boilerplate chinese = of("版权所有，翻印必究");
    assertEquals("新闻 。", chinese.of("新闻版权所有　翻印必究。"));
    assertEquals("新闻   2020", chinese.of("新闻 所有翻印必 2020"));
    assertSame("新闻 版权所有 2020", chinese.of("新闻 版权所有 2020"));
    assertEquals("新闻 4", of("版权所有 2023").of("新闻 版权所有 2024").replaceAll(" +", " "));
    assertSame("新闻 版权所有 2143", of("版权所有 2123").of("新闻 版权所有 2143"));
  }

  /** The sizes of auto shingles depend on what is next to them, the windows here do not. */
  public void testAFrameOfOneScriptAroundAnother() {
    Boilerplate frames = of("Copyright Example Inc", "责任编辑：张三");
    assertEquals("   新闻中心  ", frames.of(" Copyright Example Inc 新闻中心 copyright example inc"));
    assertEquals("  The news  ", frames.of("责任编辑：张三 The news 责任编辑 张三"));
  }

  /** A multiplicative hash of 64 bits is the same for both, as anybody can compute. */
  public void testTextsMadeToCollideAreNotListed() {
    String listed = "畡皚窡潕窂";
    String made = "璾玆潿立澝";
    long base = 0x9E3779B97F4A7C15L;
    LongBinaryOperator hash = (before, letter) -> before * base + letter;
    assertEquals(
        listed.chars().asLongStream().reduce(0, hash), made.chars().asLongStream().reduce(0, hash));
    assertEquals("", of(listed).of(listed));
    assertSame(made, of(listed).of(made));
  }

  public void testFoldedFirst() {
    TextOptions options =
        TextOptions.of(
            Map.of(
                "fold",
                List.of("accents", "traditional"),
                "boilerplate",
                List.of("Çà et là, les élèves", "版權所有翻印")));
    assertEquals("x ", options.applyTo("X ca et la les eleves").replaceAll(" +", " "));
    assertEquals(" news", options.applyTo("版权所有翻印 News").replaceAll(" +", " "));
    assertEquals("x 版权所有翻印", new TextOptions(Folding.NONE, of("版權所有翻印")).applyTo("x 版权所有翻印"));
  }

  /** Page numbers do not part a frame. */
  public void testFramesAroundNumbers() {
    TextOptions options =
        TextOptions.of(Map.of("fold", "numbers", "boilerplate", "Page 1 of 9. All 2031 rights"));
    assertEquals("new text  ", options.applyTo("New text page 12 of 34: all 40 rights"));
    assertEquals("", options.applyTo("Page 2 of 9, all 7 rights 8"));
    assertEquals("42", options.applyTo("42"));
  }

  /** Mappings are read often, and many fields may have the same list. */
  public void testEqualListsAreOneObject() {
    assertSame(of(FRAME, "All rights reserved"), of("All rights reserved", FRAME, FRAME));
    Folding accents = Folding.ofBits(1);
    Boilerplate folded = new TextOptions(accents, of(FRAME)).boilerplate();
    assertSame(folded, new TextOptions(accents, folded).boilerplate());
    assertSame(of(FRAME), new TextOptions(Folding.NONE, folded).boilerplate());
    assertNotSame(of(FRAME), folded);
    // Joined texts do not show where one of them ends.
    assertNotEquals(of(FRAME, FRAME + FRAME), of(FRAME + FRAME));
  }

  public void testTexts() {
    assertEquals(
        List.of("b and some letters", FRAME.strip()).stream().sorted().toList(),
        of(FRAME, "b and some letters", FRAME).pinned());
    assertEquals(read(FRAME), read(List.of(FRAME)));
    assertEquals(Boilerplate.NONE, Boilerplate.read(new OptionMap(new HashMap<>())));
    assertNull(read(List.of()).pinned());
    assertEquals(
        List.of("版权所有翻印", "allrightsreserved").stream().sorted().toList(),
        List.copyOf(of("All rights reserved.", "ALL RIGHTS RESERVED", "版权所有，翻印").letters()));
    assertNotEquals(
        new TextOptions(Folding.NONE, of("élèves et élèves")),
        new TextOptions(Folding.ofBits(1), of("élèves et élèves")));
  }

  public void testBadInput() {
    assertRefused("[boilerplate] must be a string or an array of strings but was [42]", 42);
    assertRefused(
        "[boilerplate] must be a string or an array of strings but was [[a, 1]]", List.of("a", 1));
    String letters =
        "[boilerplate] must hold texts with at least [12] letters, where a Chinese, Japanese or"
            + " Korean one counts 2.4, but held [%s]";
    for (String text : List.of("", " - ", "abcdefg, hijk", "版权所ab有", "x😀©")) {
      assertRefused(letters.formatted(text), List.of(FRAME, text));
    }
    assertRefused(
        "[boilerplate] must hold at most [100] texts but held [101]",
        IntStream.range(0, 101).mapToObj(i -> FRAME + i).toList());
    assertRefused(
        "[boilerplate] must hold at most [20000] characters together but held [20001]",
        List.of("a".repeat(10_000), "b".repeat(10_001)));
    assertEquals(
        100, read(IntStream.range(0, 100).mapToObj(i -> FRAME + i).toList()).pinned().size());
    assertEquals(1, read("a".repeat(20_000)).pinned().size());
  }

  private static void assertRefused(String sentence, Object typed) {
    assertEquals(
        sentence, expectThrows(IllegalArgumentException.class, () -> read(typed)).getMessage());
  }
}
