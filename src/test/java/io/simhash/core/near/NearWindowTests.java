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

  private static final class Numbered extends NearWindow.Arrived {

    private final int number;

    Numbered(NearValue value, int group, int number) {
      super(value, group);
      this.number = number;
    }
  }

  private static NearValue value(long fingerprint) {
    return new NearValue(fingerprint, Optional.empty());
  }

  private static Numbered add(NearWindow<Numbered> window, NearValue value, int number) {
    return add(window, value, 0, number);
  }

  private static Numbered add(NearWindow<Numbered> window, NearValue value, int group, int number) {
    Numbered document = new Numbered(value, group, number);
    window.add(document);
    return document;
  }

  private static List<Integer> neighbours(
      NearWindow<Numbered> window,
      NearValue value,
      NearRule rule,
      int group,
      Numbered before,
      Predicate<Numbered> accepts,
      int limit) {
    return window.neighbours(value, rule, group, before, accepts, limit).stream()
        .map(each -> each.number)
        .toList();
  }

  /** {@code all} is in the order of arrival, and a stable sort keeps it. */
  private static List<Integer> expected(
      List<Numbered> all,
      NearValue value,
      NearRule rule,
      int group,
      Numbered before,
      Predicate<Numbered> accepts,
      int limit) {
    return all.stream()
        .takeWhile(each -> each != before)
        .filter(
            each -> each.group == group && accepts.test(each) && rule.holds(each.value(), value))
        .sorted(Comparator.comparingDouble(each -> -rule.score(value, each.value())))
        .map(each -> each.number)
        .limit(limit)
        .toList();
  }

  /** Random additions, removals and questions by all rules and options, against a list. */
  public void testAgainstAllComparisons() {
    NearWindow<Numbered> window = new NearWindow<>();
    List<Numbered> all = new ArrayList<>();
    List<NearValue> old = new ArrayList<>();
    int found = 0;
    for (int i = 0; i < 1000; i++) {
      if (all.size() > 0 && randomIntBetween(0, 4) == 0) {
        Numbered gone = all.remove(randomIntBetween(0, all.size() - 1));
        window.remove(gone);
        window.remove(gone);
      } else {
        NearValue value =
            old.size() > 0 && randomIntBetween(0, 3) == 0
                ? randomFrom(old)
                : randomBoolean() ? RandomValues.of(random()) : value(randomLong() & 0xff);
        old.add(value);
        all.add(add(window, value, randomIntBetween(0, 2), i));
      }
      assertEquals(all.size(), window.size());
      NearRule rule = randomFrom(RandomValues.RULES);
      int group = randomIntBetween(0, 2);
      NearValue value = randomBoolean() ? randomFrom(old) : RandomValues.of(random());
      Numbered before = all.isEmpty() || randomBoolean() ? null : randomFrom(all);
      Predicate<Numbered> accepts = randomBoolean() ? e -> true : e -> e.number % 3 > 0;
      int limit = randomFrom(1, 2, 5, all.size() + 1);
      List<Integer> expected = expected(all, value, rule, group, before, accepts, limit);
      found += expected.size();
      assertEquals(
          rule + ", " + limit,
          expected,
          neighbours(window, value, rule, group, before, accepts, limit));
    }
    assertTrue("neighbours: " + found, found > 500);
  }

  /**
   * Places in the index are used again: of equal values the first to arrive is not always first.
   */
  public void testTheFirstToArriveWhereAPlaceIsUsedAgain() {
    for (boolean signed : new boolean[] {true, false}) {
      NearValue value = signed ? RandomValues.comparable(random()) : value(5);
      NearWindow<Numbered> window = new NearWindow<>();
      Numbered gone = add(window, value(-1), 0);
      add(window, value, 1);
      window.remove(gone);
      add(window, value, 2);
      for (NearRule rule : List.of(new NearRule.Radius(0), NearRule.of(null, null, signed))) {
        assertEquals(List.of(1), neighbours(window, value, rule, 0, null, e -> true, 1));
      }
    }
  }

  /** The first of 20,000 equal values are found; with signatures without a look at all others. */
  public void testManyEqualValues() {
    for (boolean signed : new boolean[] {true, false}) {
      NearRule rule = NearRule.of(null, null, signed);
      NearValue value = signed ? RandomValues.comparable(random()) : value(7);
      NearWindow<Numbered> window = new NearWindow<>();
      IntStream.range(0, 20_000).forEach(i -> add(window, value, i));
      for (int limit : new int[] {1, 3, 100}) {
        AtomicInteger asked = new AtomicInteger();
        Predicate<Numbered> accepts = e -> asked.incrementAndGet() > 0;
        assertEquals(
            IntStream.range(0, limit).boxed().toList(),
            neighbours(window, value, rule, 0, null, accepts, limit));
        // At most one more for each band.
        assertTrue(signed == false || asked.get() <= limit + 24);
      }
    }
  }

  /** 20,000 equal values of as many groups are not looked at for a value of one of them. */
  public void testManyEqualValuesOfOtherGroups() {
    for (boolean signed : new boolean[] {true, false}) {
      NearRule rule = NearRule.of(null, null, signed);
      NearValue value = signed ? RandomValues.comparable(random()) : value(7);
      NearWindow<Numbered> window = new NearWindow<>();
      IntStream.range(0, 20_000).forEach(i -> add(window, value, i / 2, i));
      AtomicInteger asked = new AtomicInteger();
      Predicate<Numbered> accepts = e -> asked.incrementAndGet() > 0;
      assertEquals(List.of(34, 35), neighbours(window, value, rule, 17, null, accepts, 100));
      assertEquals(2, asked.get());
    }
  }

  /** Two threads compare while another one adds and removes: what stays is always found. */
  public void testComparesWhileDocumentsComeAndGo() throws Exception {
    NearValue kept = value(-1);
    NearRule rule = new NearRule.Radius(0);
    AtomicReference<NearWindow<Numbered>> window = new AtomicReference<>(new NearWindow<>());
    add(window.get(), kept, -1);
    AtomicBoolean ended = new AtomicBoolean();
    AtomicInteger missed = new AtomicInteger();
    Runnable compare =
        () -> {
          while (ended.get() == false) {
            missed.addAndGet(
                window.get().neighbours(kept, rule, 0, null, e -> true, 1).isEmpty() ? 1 : 0);
          }
        };
    List<Thread> threads = List.of(new Thread(compare), new Thread(compare));
    threads.forEach(Thread::start);
    for (int round = 0; round < 300; round++) {
      // In the middle of others, so that its place changes when they have gone.
      NearWindow<Numbered> next = new NearWindow<>();
      Deque<Numbered> others = new ArrayDeque<>();
      for (int i = 0; i < 2_000; i++) {
        others.add(add(next, value(i), i));
        if (i == 700) {
          add(next, kept, -1);
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
