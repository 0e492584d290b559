package io.simhash.core.passage;

import io.simhash.core.passage.CommonPassages.Found;
import io.simhash.core.text.Letters;
import io.simhash.core.text.PassageText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.junit.Test;

/** Frames that are hidden in random articles. */
public class CommonPassagesTests extends LuceneTestCase {

  private static final int MIN_LENGTH = 65;

  private static String words(Random random, int letters, boolean dense) {
    StringBuilder words = new StringBuilder();
    for (int rest = letters; rest > 0; ) {
      int length = Math.min(rest, dense ? 3 : 2 + random.nextInt(8));
      for (int i = 0; i < length; i++) {
        words.append((char) (dense ? '\u4e00' + random.nextInt(3_000) : 'a' + random.nextInt(26)));
      }
      rest -= length;
      words.append(dense ? "" : " ");
    }
    return words.toString();
  }

  private static List<Found> find(List<List<String>> texts, int minTexts) {
    CommonPassages passages = new CommonPassages(MIN_LENGTH);
    for (List<String> text : texts) {
      assertTrue(passages.add(new PassageText(text), length(text)));
    }
    return passages.find(minTexts, CommonPassages.MAX_FOUND, () -> {});
  }

  private static List<Found> findIn(List<String> texts, int minTexts) {
    return find(texts.stream().map(List::of).toList(), minTexts);
  }

  private static long length(List<String> text) {
    return text.stream().mapToInt(String::length).sum();
  }

  private static String letters(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9\\u4e00-\\u9fff]", "");
  }

  /** The numbers of the texts that contain a passage. */
  private static int[] having(List<String> letters, String passage) {
    return IntStream.range(0, letters.size())
        .filter(i -> letters.get(i).contains(passage))
        .toArray();
  }

  /** A frame around each article of a site: four parts, parted by a date and a counter. */
  private record Site(List<String> parts) {

    static Site make(Random random, boolean dense) {
      return new Site(
          IntStream.range(0, 4)
              .mapToObj(i -> words(random, 200 + random.nextInt(1_300), dense).strip())
              .toList());
    }

    String page(Random random, String article) {
      // Years of many centuries: of 25 pages all would be of the same one at times.
      String date =
          "%d-%02d-%02d"
              .formatted(
                  1000 + random.nextInt(9_000), 1 + random.nextInt(12), 1 + random.nextInt(28));
      return parts.get(0)
          + " "
          + date
          + ". "
          + parts.get(1)
          + "\n"
          + article
          + "\n"
          + parts.get(2)
          + " "
          + (100_000 + random.nextInt(900_000))
          + " "
          + parts.get(3);
    }
  }

  /** The ends of passages, which fit into a message. */
  private static List<String> ends(Set<String> passages) {
    return passages.stream()
        .map(p -> p.substring(0, 20) + ".." + p.length() + ".." + p.substring(p.length() - 9))
        .toList();
  }

  /** The longest form of every frame, in all texts with it, and nothing else. */
  @Test
  public void testEveryFrameIsListed() {
    for (int round = 0; round < 3; round++) {
      Random random = random();
      List<Site> sites = new ArrayList<>();
      for (int s = 0; s < 5; s++) {
        sites.add(Site.make(random, s == 4));
      }
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < 2_000; i++) {
        String article = words(random, 100 + random.nextInt(700), i % 4 == 0);
        // Sites of 400, 200, 100, 50 and 25 pages; the other articles have no frame.
        int slot = i % 80;
        int site = slot < 16 ? 0 : slot < 24 ? 1 : slot < 28 ? 2 : slot < 30 ? 3 : 4;
        texts.add(slot < 31 ? sites.get(site).page(random, article) : article);
      }
      List<String> letters = texts.stream().map(CommonPassagesTests::letters).toList();
      List<Found> found = findIn(texts, 10);
      Set<String> expected = new TreeSet<>();
      sites.forEach(site -> site.parts().forEach(part -> expected.add(letters(part))));
      Set<String> listed = new TreeSet<>();
      for (Found each : found) {
        String passage = letters(each.in(List.of(texts.get(each.text()))));
        listed.add(passage);
        assertArrayEquals(having(letters, passage), each.texts());
      }
      assertEquals(ends(expected), ends(listed));
      assertTrue(expected.equals(listed) && listed.size() == found.size());
      List<Found> ordered = new ArrayList<>(found);
      ordered.sort(Comparator.comparingLong(each -> -(long) each.units() * each.texts().length));
      assertEquals(ordered, found);
    }
  }

  /** The beginning of all passages. */
  @Test
  public void testSize() {
    Random random = random();
    CommonPassages passages = new CommonPassages(MIN_LENGTH);
    for (String text : texts(random, 1)) {
      passages.add(new PassageText(List.of(text)), text.length());
    }
    List<Found> all = passages.find(2, CommonPassages.MAX_FOUND, () -> {});
    assertTrue(all.size() > 3);
    List<Found> first = passages.find(2, 3, () -> {});
    for (int i = 0; i < 3; i++) {
      assertArrayEquals(all.get(i).texts(), first.get(i).texts());
      assertEquals(all.get(i).from(), first.get(i).from());
    }
    assertEquals(3, first.size());
  }

  /** Random words share no passage; those of fewer texts are not listed. */
  @Test
  public void testNothingIsListedThatFewerTextsShare() {
    Random random = random();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      texts.add(words(random, 600, i % 3 == 0));
    }
    assertEquals(List.of(), findIn(texts, 2));
    String frame = words(random, 400, false);
    for (int i = 0; i < 9; i++) {
      texts.set(50 * i, texts.get(50 * i) + frame);
    }
    assertEquals(List.of(), findIn(texts, 10));
    List<Found> found = findIn(texts, 9);
    assertEquals(1, found.size());
    assertArrayEquals(IntStream.range(0, 9).map(i -> 50 * i).toArray(), found.get(0).texts());
  }

  /** A sentence that all have, a frame of some with it, and variants of a frame by a name. */
  @Test
  public void testFramesWithACommonPart() {
    Random random = random();
    String sentence = words(random, 90, false);
    String before = words(random, 300, false);
    String behind = words(random, 300, false);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      String own = words(random, 300, false);
      texts.add(
          i < 40
              ? own + before + sentence + behind + words(random, 300, false)
              : own + sentence + words(random, 300, false));
    }
    List<Found> found = findIn(texts, 10);
    assertEquals(2, found.size());
    assertEquals(before + sentence + behind.strip(), found.get(0).in(List.of(texts.get(0))));
    assertEquals(40, found.get(0).texts().length);
    assertEquals(sentence.strip(), found.get(1).in(List.of(texts.get(found.get(1).text()))));
    assertEquals(100, found.get(1).texts().length);
    double share = 40 * 690 / (100 * 690. + 40 * 600);
    assertEquals(share, found.get(0).coverage(), 1e-9);
    // Ten years in a frame: neither the frame with each year, nor a piece of it.
    List<String> years = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      String year = " " + (2010 + i % 10) + " ";
      years.add(words(random, 300, false) + before + year + behind + words(random, 200, false));
    }
    List<String> listed = new ArrayList<>();
    for (Found each : findIn(years, 10)) {
      listed.add(letters(each.in(List.of(years.get(each.text())))));
    }
    assertEquals(List.of(letters(before) + "201", letters(behind)), listed);
  }

  /** Several values, a passage in each; it does not go on from one value to the next. */
  @Test
  public void testValuesAndTheTextAsWritten() {
    Random random = random();
    String first = words(random, 100, false).strip();
    String second = words(random, 100, false).strip();
    List<List<String>> texts = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      texts.add(List.of(words(random, 50, false) + first, second, words(random, 50, false)));
    }
    List<Found> found = find(texts, 20);
    Set<String> listed = new TreeSet<>();
    found.forEach(each -> listed.add(each.in(texts.get(each.text()))));
    assertEquals(new TreeSet<>(List.of(first, second)), listed);
    // A ligature is one character: where its second letter is common, it is left out.
    List<String> ligatures = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      String start = i == 0 ? "ﬁ" : (char) ('g' + i) + "i";
      ligatures.add(words(random, 50, false) + "x " + start + first.toUpperCase(Locale.ROOT) + "!");
    }
    Found upper = findIn(ligatures, 10).get(0);
    assertEquals(
        first.toUpperCase(Locale.ROOT),
        new Found(new int[] {0}, 0, upper.from(), upper.to(), 0, 0).in(List.of(ligatures.get(0))));
  }

  /** Five frames around one phrase that is too short to be a passage. */
  @Test
  public void testFramesWithACommonPhrase() {
    Random random = random();
    String phrase = words(random, 55, false);
    List<String> texts = new ArrayList<>();
    Set<String> expected = new TreeSet<>();
    for (int site = 0; site < 5; site++) {
      String frame = words(random, 8, false) + phrase + words(random, 8, false);
      expected.add(letters(frame));
      for (int i = 0; i < 20; i++) {
        texts.add(words(random, 200, false) + frame + words(random, 200, false));
      }
    }
    Set<String> listed = new TreeSet<>();
    findIn(texts, 20).forEach(f -> listed.add(letters(f.in(List.of(texts.get(f.text()))))));
    assertEquals(expected, listed);
  }

  /** Equal letters without end: linear, and each text that has the passage counts. */
  @Test(timeout = 15_000)
  public void testTextsThatRepeat() {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      texts.add("水".repeat(200_000 + i));
    }
    Found first = findIn(texts, 20).get(0);
    assertEquals(texts.get(0), first.in(List.of(texts.get(first.text()))));
    assertEquals(20, first.texts().length);
    // Each letter counts once, at however many places of the passage it is.
    texts.replaceAll(text -> "水".repeat(500 + text.length() % 100));
    for (Found each : findIn(texts, 10)) {
      assertTrue("" + each.coverage(), each.coverage() <= 1);
    }
  }

  /** One of several kinds of texts in which parts are common, or repeat. */
  private static List<String> texts(Random random, int kind) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      parts.add(words(random, kind == 0 ? 60 : 25 + random.nextInt(90), random.nextInt(4) == 0));
    }
    String unit = words(random, 1 + random.nextInt(6), random.nextInt(3) == 0);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      StringBuilder text = new StringBuilder(words(random, 20 + random.nextInt(40), false));
      for (int p = 0; p < 8; p++) {
        switch (kind) {
          case 0 -> text.append(parts.get(p)).append(words(random, 6, false)); // A form.
          case 1 -> text.append(parts.get(random.nextInt(8))); // Shuffled phrases.
          case 2 ->
              text.append(random.nextInt(3) == 0 ? words(random, 30, false) : parts.get(p / 4));
          default ->
              text.append(unit.repeat(random.nextInt(100))).append(words(random, p % 3, false));
        }
      }
      texts.add(text.toString());
    }
    return texts;
  }

  private static int units(String letters) {
    return letters.codePoints().map(Letters::unitsOf).sum();
  }

  /** Where a text has a passage. */
  private static BitSet covered(String text, Set<String> passages) {
    BitSet covered = new BitSet();
    for (String passage : passages) {
      for (int at = text.indexOf(passage); at >= 0; at = text.indexOf(passage, at + 1)) {
        covered.set(at, at + passage.length());
      }
    }
    return covered;
  }

  /** The shortest runs that are long enough, with the number of texts that have each uncovered. */
  private static Map<String, Integer> uncovered(List<String> texts, Set<String> passages) {
    Map<String, Integer> counts = new TreeMap<>();
    for (String text : texts) {
      BitSet covered = covered(text, passages);
      Set<String> runs = new TreeSet<>();
      for (int from = 0, to = 0; from < text.length(); from++) {
        while (to < text.length() && units(text.substring(from, to)) < MIN_LENGTH * 5) {
          to++;
        }
        int next = covered.nextSetBit(from);
        String run = text.substring(from, to);
        if ((next < 0 || next >= to) && units(run) >= MIN_LENGTH * 5) {
          runs.add(run);
        }
      }
      runs.forEach(run -> counts.merge(run, 1, Integer::sum));
    }
    return counts;
  }

  /** Whatever repeats: counts are exact, and no run of enough texts is left over. */
  @Test
  public void testAgainstAllRuns() {
    for (int round = 0; round < 60; round++) {
      Random random = random();
      List<String> texts = texts(random, round % 4);
      int minTexts = 2 + random.nextInt(28);
      List<String> letters = texts.stream().map(CommonPassagesTests::letters).toList();
      Set<String> listed = new TreeSet<>();
      for (Found each : findIn(texts, minTexts)) {
        String passage = letters(each.in(List.of(texts.get(each.text()))));
        assertTrue(listed.add(passage));
        assertEquals(each.units(), units(passage));
        assertTrue(each.units() >= MIN_LENGTH * 5);
        assertArrayEquals(having(letters, passage), each.texts());
        assertTrue(each.texts().length >= minTexts);
      }
      for (Map.Entry<String, Integer> run : uncovered(letters, listed).entrySet()) {
        assertTrue(run.toString(), run.getValue() < minTexts);
      }
    }
  }

  /** A word that repeats, after words of its own: all texts have it, though at other places. */
  @Test
  public void testAUnitThatRepeats() {
    Random random = random();
    for (String unit : List.of("NaN, ", "A", "0000 ", "AQAB", "是的，")) {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        String repeated = unit.repeat(70 + random.nextInt(30));
        texts.add(words(random, 100, false) + repeated + words(random, 100, false));
      }
      List<Found> found = findIn(texts, 20);
      assertEquals(unit, 1, found.size());
      assertEquals(unit, 20, found.get(0).texts().length);
    }
  }

  /** Fixed parts that are too short cost no more than reading the texts. */
  @Test(timeout = 30_000)
  public void testAFormOfShortParts() {
    Random random = random();
    List<String> parts = IntStream.range(0, 40).mapToObj(i -> words(random, 60, false)).toList();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      StringBuilder text = new StringBuilder();
      parts.forEach(part -> text.append(part).append(words(random, 8, false)));
      texts.add(text.toString());
    }
    assertEquals(List.of(), findIn(texts, 50));
  }

  @Test
  public void testAddsUpToABound() {
    CommonPassages passages = new CommonPassages(MIN_LENGTH);
    PassageText text = new PassageText(List.of("a b"));
    assertTrue(passages.add(text, CommonPassages.MAX_SIZE - 4));
    assertEquals(false, passages.add(text, 5));
    assertTrue(passages.add(text, 4));
    assertEquals(false, passages.add(new PassageText(List.of()), 0));
    assertEquals(18L * CommonPassages.MAX_SIZE, passages.bytes());
  }

  @Test
  public void testShortPassages() {
    Random random = random();
    for (int minLength = 8; minLength <= 70; minLength++) {
      CommonPassages passages = new CommonPassages(minLength);
      String frame = words(random, minLength, false);
      for (int i = 0; i < 30; i++) {
        String text = words(random, 90, false) + frame + words(random, 90, false);
        assertTrue(passages.add(new PassageText(List.of(text)), text.length()));
      }
      List<Found> found = passages.find(30, 20, () -> {});
      assertEquals(1, found.size());
      assertTrue(found.get(0).units() >= minLength * Letters.UNITS_OF_LETTER);
    }
    var e = assertThrows(IllegalArgumentException.class, () -> new CommonPassages(7));
    assertEquals("[min_length] must be at least [8] but was [7]", e.getMessage());
  }

  /** Ends at once: comparing each copy whole at each of the short frames would take minutes. */
  @Test(timeout = 45_000)
  public void testLongCopiesThatAreTooFew() {
    Random random = random();
    List<String> frames =
        IntStream.range(0, 4_000).mapToObj(i -> words(random, 40, false)).toList();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      StringBuilder text = new StringBuilder();
      frames.forEach(frame -> text.append(frame).append(words(random, 150, false)));
      texts.addAll(List.of(text.toString(), text.toString()));
    }
    assertEquals(List.of(), findIn(texts, 10));
  }

  @Test
  public void testCancellation() {
    Random random = random();
    String frame = words(random, 400, false);
    CommonPassages passages = new CommonPassages(MIN_LENGTH);
    for (int i = 0; i < 20; i++) {
      passages.add(new PassageText(List.of(frame)), frame.length());
    }
    AtomicInteger checks = new AtomicInteger();
    assertThrows(
        CancellationException.class,
        () ->
            passages.find(
                10,
                20,
                () -> {
                  checks.incrementAndGet();
                  throw new CancellationException();
                }));
    assertEquals(1, checks.get());
  }
}
