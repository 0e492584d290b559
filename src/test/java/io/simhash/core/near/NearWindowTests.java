package io.simhash.core.near;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.elasticsearch.test.ESTestCase;

public class NearWindowTests extends ESTestCase {

  private static NearValue value(long fingerprint) {
    return new NearValue(fingerprint, Optional.empty());
  }

  public void testNearestFirstAndOfEqualOnesTheFirstToArrive() {
    NearWindow<String> window = new NearWindow<>();
    window.add(value(0b111), "three");
    window.add(value(0b1), "one");
    window.add(value(0b10), "another one");
    window.add(value(0b11), "two");
    NearRule rule = NearRule.ofDistance(3);
    assertEquals(
        List.of("one", "another one", "two"),
        window.neighbours(value(0), rule, null, e -> true, 3));
    assertEquals(List.of("one"), window.neighbours(value(0), rule, null, e -> true, 1));
    assertEquals(List.of("two"), window.neighbours(value(0), rule, null, e -> e.equals("two"), 3));
  }

  public void testOnlyDocumentsThatArrivedBefore() {
    NearWindow<String> window = new NearWindow<>();
    window.add(value(0), "first");
    NearWindow.Place<String> second = window.add(value(0), "second");
    window.add(value(0), "third");
    NearRule rule = NearRule.ofDistance(0);
    assertEquals(List.of("first"), window.neighbours(value(0), rule, second, e -> true, 9));
    window.remove(second);
    window.remove(second);
    assertEquals(List.of("first"), window.neighbours(value(0), rule, second, e -> true, 9));
    assertEquals(2, window.size());
  }

  /** Random additions, removals and questions, against a list. */
  public void testAgainstAllComparisons() {
    NearWindow<Integer> window = new NearWindow<>();
    List<NearWindow.Place<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      if (all.size() > 0 && randomIntBetween(0, 2) == 0) {
        window.remove(all.remove(randomIntBetween(0, all.size() - 1)));
      } else {
        all.add(window.add(value(randomLong() & 0xff), i));
      }
      assertEquals(all.size(), window.size());
      NearValue sought = value(randomLong() & 0xff);
      NearRule rule = NearRule.ofDistance(randomIntBetween(0, 4));
      int limit = randomIntBetween(1, 5);
      List<Integer> expected =
          all.stream()
              .filter(place -> rule.holds(place.value(), sought))
              .sorted(
                  Comparator.comparingInt(
                          (NearWindow.Place<Integer> p) -> p.value().distance(sought))
                      .thenComparing(NearWindow.Place::element))
              .map(NearWindow.Place::element)
              .limit(limit)
              .toList();
      assertEquals(expected, window.neighbours(sought, rule, null, e -> true, limit));
    }
  }

  private static <E> List<E> expected(
      List<NearWindow.Place<E>> all,
      NearValue value,
      NearRule rule,
      NearWindow.Place<E> before,
      Predicate<E> accepts,
      int limit) {
    return all.stream()
        .takeWhile(place -> place != before)
        .filter(place -> accepts.test(place.element()) && rule.holds(place.value(), value))
        .sorted(
            Comparator.comparingDouble(
                (NearWindow.Place<E> place) -> -rule.score(value, place.value())))
        .map(NearWindow.Place::element)
        .limit(limit)
        .toList();
  }

  /**
   * The same with values of every kind and all rules, by all options: {@code all} is in the order
   * of arrival, and a stable sort keeps it.
   */
  public void testAgainstAllComparisonsOfSignatures() {
    NearWindow<Integer> window = new NearWindow<>();
    List<NearWindow.Place<Integer>> all = new ArrayList<>();
    List<NearValue> old = new ArrayList<>();
    int found = 0;
    for (int i = 0; i < 1000; i++) {
      if (all.size() > 0 && randomIntBetween(0, 4) == 0) {
        window.remove(all.remove(randomIntBetween(0, all.size() - 1)));
      } else {
        NearValue value =
            old.size() > 0 && randomIntBetween(0, 3) == 0
                ? randomFrom(old)
                : RandomValues.of(random());
        old.add(value);
        all.add(window.add(value, i));
      }
      NearRule rule = randomFrom(RandomValues.RULES);
      NearValue value = randomBoolean() ? randomFrom(old) : RandomValues.of(random());
      NearWindow.Place<Integer> before = all.isEmpty() || randomBoolean() ? null : randomFrom(all);
      Predicate<Integer> accepts = randomBoolean() ? e -> true : e -> e % 3 > 0;
      int limit = randomFrom(1, 2, 5, all.size() + 1);
      List<Integer> expected = expected(all, value, rule, before, accepts, limit);
      found += expected.size();
      assertEquals(
          rule + ", " + limit, expected, window.neighbours(value, rule, before, accepts, limit));
    }
    assertTrue("neighbours: " + found, found > 1000);
  }

  /**
   * Places in the index are used again: of equal values the first to arrive is not always first.
   */
  public void testTheFirstToArriveWhereAPlaceIsUsedAgain() {
    for (NearValue value :
        List.of(value(5), new NearValue(5, RandomValues.comparable(random()).signature()))) {
      NearWindow<String> window = new NearWindow<>();
      NearWindow.Place<String> gone = window.add(value(-1), "gone");
      window.add(value, "first");
      window.remove(gone);
      window.add(value, "second");
      for (NearRule rule : List.of(NearRule.ofDistance(0), NearRule.of(null, null))) {
        List<String> found = window.neighbours(value, rule, null, e -> true, 1);
        assertEquals(List.of("first"), found);
      }
    }
  }

  /** The first of 20,000 equal values are found; with signatures without a look at all others. */
  public void testManyEqualValues() {
    for (NearValue value : List.of(value(7), RandomValues.comparable(random()))) {
      NearWindow<Integer> window = new NearWindow<>();
      for (int i = 0; i < 20_000; i++) {
        window.add(value, i);
      }
      for (int limit : new int[] {1, 3, 100}) {
        AtomicInteger asked = new AtomicInteger();
        List<Integer> found =
            window.neighbours(
                value, NearRule.of(null, null), null, e -> asked.incrementAndGet() > 0, limit);
        assertEquals(IntStream.range(0, limit).boxed().toList(), found);
        // At most one more for each band.
        assertTrue(value.signature().isEmpty() || asked.get() <= limit + 32);
      }
    }
  }

  /** Two threads compare while another one adds and removes: what stays is always found. */
  public void testComparesWhileDocumentsComeAndGo() throws Exception {
    NearValue kept = value(-1);
    NearRule rule = NearRule.ofDistance(0);
    AtomicReference<NearWindow<Integer>> window = new AtomicReference<>(new NearWindow<>());
    window.get().add(kept, -1);
    AtomicBoolean ended = new AtomicBoolean();
    AtomicInteger missed = new AtomicInteger();
    Runnable compare =
        () -> {
          while (ended.get() == false) {
            missed.addAndGet(
                window.get().neighbours(kept, rule, null, e -> true, 1).isEmpty() ? 1 : 0);
          }
        };
    List<Thread> threads = List.of(new Thread(compare), new Thread(compare));
    threads.forEach(Thread::start);
    for (int round = 0; round < 300; round++) {
      // In the middle of others, so that its place changes when they have gone.
      NearWindow<Integer> next = new NearWindow<>();
      Deque<NearWindow.Place<Integer>> others = new ArrayDeque<>();
      for (int i = 0; i < 2_000; i++) {
        others.add(next.add(value(i), i));
        if (i == 700) {
          next.add(kept, -1);
          window.set(next);
        } else if (i > 700) {
          next.remove(others.poll());
        }
      }
    }
    ended.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(0, missed.get());
  }
}
