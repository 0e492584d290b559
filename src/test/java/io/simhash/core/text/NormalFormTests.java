package io.simhash.core.text;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.FeatureHash;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.shingle.CharacterShingles;
import io.simhash.core.shingle.Shingling;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.LongStream;
import org.apache.lucene.tests.util.LuceneTestCase;

public class NormalFormTests extends LuceneTestCase {

  private static final String FILE = "normal-form-v1.tsv";

  /** Code points that compose, reorder, vanish or change their letters, and some that do not. */
  private static final String LIVELY =
      "aeIiİısςΣßẞ\u0301\u0300\u0323\u0307\u0345\u00ad\u200d\ufe0f\u0640\u034f\u20e3"
          + "\u1100\u1161\u11a8가\u3164\uffa1\uffc2ﾡがか\u3099ｶﾞ゛ﬁ½ａＡ，:ﷺﹰﹷกำ\u0e4dक\u093c\u093f"
          + "\u09c7\u09be中\uf900 .1\ud83d\ude00\ud800\udc00\ud835\udd04\u0344\u0f73\u13a0\uab70";

  static void forRanges(String ranges, IntConsumer consumer) {
    for (String range : ranges.split(",")) {
      String[] ends = range.split("-");
      for (int i = HexFormat.fromHexDigits(ends[0]); i <= HexFormat.fromHexDigits(ends[1]); i++) {
        consumer.accept(i);
      }
    }
  }

  public void testGoldenCodePoints() {
    String unchanged = GoldenFile.rows(FILE, "unchanged").get(0).get(0);
    forRanges(
        unchanged, i -> assertEquals(Character.toString(i), NormalForm.of(Character.toString(i))));
    for (List<String> row : GoldenFile.rows(FILE, "changed")) {
      int[] codePoints = GoldenFile.text(row.get(0)).codePoints().toArray();
      List<String> forms = List.of(GoldenFile.text(row.get(1)).split("\n", -1));
      assertEquals(codePoints.length, forms.size());
      for (int i = 0; i < codePoints.length; i++) {
        String form = NormalForm.of(Character.toString(codePoints[i]));
        assertEquals(Integer.toHexString(codePoints[i]), forms.get(i), form);
      }
    }
  }

  /** Memory is accounted for before the form is made: it must not have more letters. */
  public void testMaxLetters() {
    for (int i = 0; i <= Character.MAX_CODE_POINT; i++) {
      String text = Character.toString(i);
      long most = NormalForm.maxLetters(List.of(text));
      if (most < text.length() || most < NormalForm.letters(text).length) {
        fail(Integer.toHexString(i) + " " + most);
      }
    }
    assertEquals(18 * 1_000, NormalForm.maxLetters(List.of("\ufdfa".repeat(1_000))));
    for (int n = 0; n < 10_000; n++) {
      String text = randomText();
      assertTrue(text, NormalForm.maxLetters(List.of(text)) >= NormalForm.letters(text).length);
    }
  }

  public void testGoldenLetters() {
    forRanges(
        GoldenFile.rows(FILE, "letters").get(0).get(0),
        i -> assertTrue(Integer.toHexString(i), Letters.isLetter(i)));
    forRanges(
        GoldenFile.rows(FILE, "others").get(0).get(0),
        i -> assertFalse(Integer.toHexString(i), Letters.isLetter(i)));
  }

  public void testGoldenDenseLetters() {
    forRanges(
        GoldenFile.rows(FILE, "dense").get(0).get(0),
        i -> assertTrue(Integer.toHexString(i), Letters.isDense(i)));
    forRanges(
        GoldenFile.rows(FILE, "not-dense").get(0).get(0),
        i -> assertFalse(Integer.toHexString(i), Letters.isDense(i)));
  }

  public void testGoldenTexts() {
    for (List<String> row : GoldenFile.rows(FILE, "text")) {
      String text = GoldenFile.text(row.get(0));
      assertEquals(row.get(0), GoldenFile.text(row.get(1)), NormalForm.of(text));
      CharacterShingles shingles = new CharacterShingles(text, 1, FeatureHash.FNV1A);
      assertEquals(row.get(0), GoldenFile.text(row.get(2)), String.join("", shingles.texts()));
      List<String> places = new ArrayList<>();
      NormalForm.forEach(text, (codePoint, start, end) -> places.add(start + "-" + end));
      assertEquals(row.get(0), row.get(3), String.join(" ", places));
    }
  }

  private static Signature signature(String text) {
    return new SignatureParameters(Optional.of(Shingling.AUTO_CHARACTERS), Bands.DEFAULT)
        .ofElements(hashes(text))
        .orElseThrow();
  }

  private static long[] hashes(String text) {
    return new CharacterShingles(text, Shingling.AUTO, FeatureHash.XXH3).hashes();
  }

  private static double jaccard(List<String> row) {
    HashedSet first = HashedSet.of(LongStream.of(hashes(GoldenFile.text(row.get(1)))));
    HashedSet second = HashedSet.of(LongStream.of(hashes(GoldenFile.text(row.get(2)))));
    return first.overlap(second).jaccard();
  }

  /** Unicode forms, presentation forms, invisible characters, capitals. */
  public void testTheSameText() {
    for (List<String> row : GoldenFile.rows(FILE, "same")) {
      assertEquals(row.get(0), Double.parseDouble(row.get(3)), jaccard(row), 0);
      assertEquals(row.get(0), 1, jaccard(row), 0);
      assertEquals(signature(GoldenFile.text(row.get(1))), signature(GoldenFile.text(row.get(2))));
    }
  }

  /** Other vowel signs on the same consonants; emoji; accents. */
  public void testOtherTexts() {
    for (List<String> row : GoldenFile.rows(FILE, "other")) {
      assertEquals(row.get(0), Double.parseDouble(row.get(3)), jaccard(row), 0);
      double similarity =
          signature(GoldenFile.text(row.get(1)))
              .similarity(signature(GoldenFile.text(row.get(2))))
              .orElseThrow();
      assertTrue(row.get(0), similarity < 0.5);
    }
  }

  private static String randomText() {
    int[] lively = LIVELY.codePoints().toArray();
    int[] text = new int[random().nextInt(24)];
    for (int i = 0; i < text.length; i++) {
      text[i] =
          switch (random().nextInt(8)) {
            case 0 -> random().nextInt(Character.MAX_CODE_POINT + 1);
            case 1 -> random().nextInt(0x3000);
            case 2 -> 'a' + random().nextInt(26);
            default -> lively[random().nextInt(lively.length)];
          };
    }
    return new String(text, 0, text.length);
  }

  /** A long text is composed in parts, which end where runs do. */
  public void testLongTexts() {
    for (int i = 0; i < 20; i++) {
      StringBuilder text = new StringBuilder();
      boolean composed = random().nextBoolean();
      while (text.length() < 30_000) {
        text.append(composed ? "\ufb01\uff21\u0301" : randomText());
      }
      StringBuilder ofRuns = new StringBuilder();
      NormalForm.forEach(text.toString(), (codePoint, s, e) -> ofRuns.appendCodePoint(codePoint));
      assertEquals(ofRuns.toString(), NormalForm.of(text.toString()));
    }
  }

  /** A ligature of eighteen letters, a million times: the form ends early, in little memory. */
  public void testTheLongestForm() {
    String text = "\ufdfa".repeat(1_000_000);
    assertEquals(2_000_000, NormalForm.of(text).length(), 200_000);
    assertEquals(2_000_000, NormalForm.forAnalyzer(text).length(), 100);
    AtomicInteger length = new AtomicInteger();
    NormalForm.forEach(text, (codePoint, start, end) -> length.incrementAndGet());
    assertEquals(2_000_000, length.get(), 100);
    String full = "\uff21".repeat(1_000_000);
    assertEquals("a".repeat(1_000_000), NormalForm.of(full));
  }

  public void testANormalFormIsItsOwn() {
    for (int i = 0; i < 50_000; i++) {
      String form = NormalForm.of(randomText());
      assertEquals(form, NormalForm.of(form));
    }
    for (int i = 0; i <= Character.MAX_CODE_POINT; i++) {
      String form = NormalForm.of(Character.toString(i));
      assertEquals(form, NormalForm.of(form));
    }
  }

  public void testAllFormsOfUnicodeHaveOne() {
    for (int i = 0; i < 50_000; i++) {
      String text = randomText();
      for (Form form : List.of(Form.NFC, Form.NFD, Form.NFKC, Form.NFKD)) {
        assertEquals(text, NormalForm.of(text), NormalForm.of(Normalizer.normalize(text, form)));
      }
    }
  }

  public void testRunsMakeTheWhole() {
    for (int i = 0; i < 50_000; i++) {
      String text = randomText();
      StringBuilder runs = new StringBuilder();
      int[] last = new int[2];
      NormalForm.forEach(
          text,
          (codePoint, start, end) -> {
            runs.appendCodePoint(codePoint);
            assertTrue(start < end);
            // The same part of the text as before, or one behind it.
            assertTrue(start >= last[1] || start == last[0] && end == last[1]);
            last[0] = start;
            last[1] = end;
          });
      assertEquals(text, NormalForm.of(text), runs.toString());
    }
  }

  /** A text in front of an analyzer has the letters of its normal form, up to their case. */
  public void testForAnalyzer() {
    String same = "Das Café: «Größe», 中文，测试！…　ABC 😀 काम กาม 한국어 Ελλάς";
    assertEquals(same.replace('ς', 'σ'), NormalForm.forAnalyzer(same));
    String kept = "Das CAFÉ，中文！";
    assertSame(kept, NormalForm.forAnalyzer(kept));
    assertEquals("Café abc office", NormalForm.forAnalyzer("Cafe\u0301 ＡＢＣ of\u00adﬁce"));
    assertEquals("iğdir", NormalForm.forAnalyzer("ığdır"));
    for (int i = 0; i < 20_000; i++) {
      String text = randomText();
      String analysed = NormalForm.forAnalyzer(text);
      assertEquals(text, NormalForm.of(text), NormalForm.of(analysed));
      assertEquals(text, analysed, NormalForm.forAnalyzer(analysed));
    }
  }

  /** Sorting n marks takes n² steps. */
  public void testManyMarksAreCut() {
    String many = "a" + "\u0301\u0323".repeat(300_000) + "b";
    String form = NormalForm.of(many);
    assertEquals(NormalForm.of("a" + "\u0301\u0323".repeat(31) + "\u0301b"), form);
    assertEquals("\u1ea1", form.substring(0, 1));
    NormalForm.forEach(many, (codePoint, start, end) -> {});
    assertTrue(NormalForm.forAnalyzer(many).length() < 100);
  }
}
