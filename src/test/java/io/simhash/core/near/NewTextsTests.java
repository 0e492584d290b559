package io.simhash.core.near;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.test.ESTestCase;

/** What is new in the texts of a ranked list. A shingle is a letter here. */
public class NewTextsTests extends ESTestCase {

  private static final NearRule RADIUS_0 = new NearRule.Radius(0);

  private static List<long[]> texts(String... letters) {
    return Arrays.stream(letters)
        .map(text -> text.chars().distinct().asLongStream().toArray())
        .toList();
  }

  private static List<Optional<NearValue>> noValues(int count) {
    return Collections.nCopies(count, Optional.empty());
  }

  /** The kept text that each is folded under, and the share of its shingles there. */
  private static String folded(double minNew, String... letters) {
    NewTexts texts = new NewTexts(minNew, texts(letters), new int[letters.length]);
    int[] best =
        NearGroups.best(noValues(letters.length), RADIUS_0, texts, Long.MAX_VALUE, () -> {}).best();
    return IntStream.range(0, best.length)
        .mapToObj(i -> best[i] == i ? "kept" : best[i] + ":" + texts.containment(i))
        .collect(Collectors.joining(" "));
  }

  public void testAHitStaysWithEnoughNewText() {
    assertEquals("kept 0:0.75 kept", folded(.3, "abcd", "abcx", "abxy"));
    // Of two texts together: cdyz has nothing that is new, and more of it is in the second.
    assertEquals("kept kept 1:0.75", folded(.3, "abcd", "dxyz", "cxyz"));
    assertEquals("kept kept 0:0.5", folded(.3, "abcd", "uvwxyz", "abxy"));
    // A part and a copy.
    assertEquals("kept 0:1.0 0:1.0", folded(.01, "abcd", "bc", "abcd"));
    assertEquals("kept kept", folded(.5, "bc", "abcd"));
    assertEquals("kept 0:0.5", folded(.51, "bc", "abcd"));
  }

  /** Only shingles of kept texts are no longer new. */
  public void testFoldedTextsMakeNoOtherLessNew() {
    assertEquals("kept 0:0.75 kept", folded(.3, "abcd", "abcx", "xy"));
  }

  public void testTheWholeTextMustBeNew() {
    assertEquals("kept 0:0.1 kept", folded(1, "a", "abcdefghij", "xyz"));
  }

  public void testTextsWithoutShinglesAreKept() {
    assertEquals("kept kept kept 1:1.0", folded(1, "", "a", "", "a"));
    assertEquals("", folded(1));
  }

  /** A hit joins a near-duplicate first; only kept hits have shingles and neighbours. */
  public void testNearDuplicatesComeFirst() {
    List<Optional<NearValue>> values =
        IntStream.of(0, 1, 0, 2, 2)
            .mapToObj(bits -> Optional.of(new NearValue(bits, Optional.empty())))
            .toList();
    NewTexts texts = new NewTexts(.5, texts("abc", "xyz", "xyz", "abx", "uvw"), new int[5]);
    NearGroups.Ranked ranked = NearGroups.best(values, RADIUS_0, texts, Long.MAX_VALUE, () -> {});
    // The third is a near-duplicate of the first, though its text is that of the second. The fourth
    // is folded, so the last one, its near-duplicate, is kept.
    assertEquals("[0, 1, 0, 0, 4]", Arrays.toString(ranked.best()));
    assertEquals(0, texts.containment(2), 0);
    assertEquals(2 / 3., texts.containment(3), 0);
  }

  public void testOnlyTextsWithEqualNumbersAreCompared() {
    List<Optional<NearValue>> values =
        IntStream.of(0, 0, 0, 1)
            .mapToObj(bits -> Optional.of(new NearValue(bits, Optional.empty())))
            .toList();
    NewTexts texts = new NewTexts(.5, texts("abc", "abc", "xyz", "abc"), new int[] {4, 0, 4, 0});
    NearGroups.Ranked ranked = NearGroups.best(values, RADIUS_0, texts, Long.MAX_VALUE, () -> {});
    assertEquals("[0, 1, 0, 1]", Arrays.toString(ranked.best()));
    assertEquals(1, texts.containment(3), 0);
  }

  public void testTheMostShingles() {
    long[] half = IntStream.range(0, NewTexts.MAX_SHINGLES / 2).asLongStream().toArray();
    List<long[]> texts = List.of(half, half, half);
    NearGroups.Ranked ranked =
        NearGroups.best(
            noValues(3), RADIUS_0, new NewTexts(.3, texts, new int[3]), Long.MAX_VALUE, () -> {});
    assertEquals(2, ranked.compared());
    assertEquals("[0, 0, 2]", Arrays.toString(ranked.best()));
  }

  /** By sets of boxed numbers. */
  public void testEqualToBruteForce() {
    for (int window = 0; window < 1_000; window++) {
      double minNew = randomDoubleBetween(0, 1, false);
      int letters = between(1, 40);
      List<long[]> texts =
          IntStream.range(0, between(0, 60))
              .mapToObj(
                  i ->
                      random()
                          .ints(between(0, 30), 0, letters)
                          .distinct()
                          .mapToLong(letter -> (long) letter << 40)
                          .toArray())
              .toList();
      int[] same = random().ints(texts.size(), 0, randomFrom(1, 3)).toArray();
      NewTexts compared = new NewTexts(minNew, texts, same);
      int[] best =
          NearGroups.best(noValues(texts.size()), RADIUS_0, compared, Long.MAX_VALUE, () -> {})
              .best();
      assertWindow(minNew, texts, same, best, compared);
    }
  }

  private static void assertWindow(
      double minNew, List<long[]> texts, int[] same, int[] best, NewTexts compared) {
    Set<Integer> kept = new HashSet<>();
    for (int i = 0; i < texts.size(); i++) {
      int own = i;
      List<Integer> better = kept.stream().filter(k -> same[k] == same[own]).sorted().toList();
      Set<Long> fresh = set(texts.get(i));
      better.forEach(other -> fresh.removeAll(set(texts.get(other))));
      int size = texts.get(i).length;
      if (size == 0 || fresh.size() / (double) size >= minNew) {
        assertEquals(i, best[i]);
        kept.add(i);
      } else {
        List<Integer> most =
            better.stream()
                .sorted((a, b) -> common(texts, own, b) - common(texts, own, a))
                .toList();
        assertEquals((int) most.getFirst(), best[i]);
        assertEquals(common(texts, i, best[i]) / (double) size, compared.containment(i), 0);
      }
    }
  }

  private static int common(List<long[]> texts, int a, int b) {
    Set<Long> common = set(texts.get(a));
    common.retainAll(set(texts.get(b)));
    return common.size();
  }

  private static Set<Long> set(long[] text) {
    return Arrays.stream(text).boxed().collect(Collectors.toCollection(HashSet::new));
  }
}
