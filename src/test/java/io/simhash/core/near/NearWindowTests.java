package io.simhash.core.near;

import io.simhash.core.minhash.Signature;
import io.simhash.core.shingle.Shingling;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.elasticsearch.test.ESTestCase;

public class NearWindowTests extends ESTestCase {

  private static NearValue value(long fingerprint) {
    return new NearValue(fingerprint, Optional.empty());
  }

  private static List<String> elements(List<NearWindow.Place<String>> places) {
    return places.stream().map(NearWindow.Place::element).toList();
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
        elements(window.neighbours(value(0), rule, null, e -> true, 3)));
    assertEquals(List.of("one"), elements(window.neighbours(value(0), rule, null, e -> true, 1)));
    assertEquals(
        List.of("two"), elements(window.neighbours(value(0), rule, null, e -> e.equals("two"), 3)));
  }

  public void testOnlyDocumentsThatArrivedBefore() {
    NearWindow<String> window = new NearWindow<>();
    window.add(value(0), "first");
    NearWindow.Place<String> second = window.add(value(0), "second");
    window.add(value(0), "third");
    NearRule rule = NearRule.ofDistance(0);
    assertEquals(
        List.of("first"), elements(window.neighbours(value(0), rule, second, e -> true, 9)));
    window.remove(second);
    window.remove(second);
    assertEquals(
        List.of("first"), elements(window.neighbours(value(0), rule, second, e -> true, 9)));
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
      assertEquals(
          expected,
          window.neighbours(sought, rule, null, e -> true, limit).stream()
              .map(NearWindow.Place::element)
              .toList());
    }
  }

  private static final int COMPONENTS = 64;

  /**
   * A value with a signature of which a random part is shared with all others, and a fingerprint of
   * up to 25 bits; some are without a signature, or with one that is too short for a prefix.
   */
  static NearValue randomSigned(boolean allHavePrefixes) {
    int components = allHavePrefixes ? COMPONENTS : randomFrom(COMPONENTS, COMPONENTS, 16, 0);
    long[] minima = new long[components];
    double shared = randomDouble();
    for (int i = 0; i < components; i++) {
      minima[i] = randomDouble() < shared ? i : randomLong();
    }
    long fingerprint = 0;
    for (int bit = randomIntBetween(0, 25); bit > 0; bit--) {
      fingerprint |= 1L << randomIntBetween(0, 63);
    }
    return new NearValue(
        fingerprint,
        components == 0
            ? Optional.empty()
            : Optional.of(Signature.of(Optional.of(Shingling.AUTO_CHARACTERS), minima)));
  }

  private static List<Integer> numbers(List<NearWindow.Place<Integer>> places) {
    return places.stream().map(NearWindow.Place::element).toList();
  }

  /** The same with signatures, whose prefixes reject, and with some documents that have none. */
  public void testAgainstAllComparisonsOfSignatures() {
    NearWindow<Integer> window = new NearWindow<>();
    List<NearWindow.Place<Integer>> all = new ArrayList<>();
    NearRule rule =
        randomFrom(
            NearRule.of(null, null, false), NearRule.of(20, .6, false), NearRule.ofDistance(20));
    boolean allHavePrefixes = randomBoolean();
    int found = 0;
    for (int i = 0; i < 1000; i++) {
      if (all.size() > 0 && randomIntBetween(0, 4) == 0) {
        window.remove(all.remove(randomIntBetween(0, all.size() - 1)));
      } else {
        all.add(window.add(randomSigned(allHavePrefixes), i));
      }
      NearValue sought = randomSigned(allHavePrefixes);
      List<Integer> expected =
          all.stream()
              .filter(place -> rule.holds(place.value(), sought))
              .sorted(
                  Comparator.comparingInt(
                      (NearWindow.Place<Integer> place) -> place.value().distance(sought)))
              .map(NearWindow.Place::element)
              .toList();
      found += expected.size();
      assertEquals(
          expected, numbers(window.neighbours(sought, rule, null, e -> true, all.size() + 1)));
    }
    assertTrue("neighbours", found > 0);
  }

  /** A window of one document: no other one lets its group pass. */
  public void testASingleDocumentIsFoundIfTheRuleHolds() {
    NearRule rule = NearRule.of(null, null, false);
    int found = 0;
    for (int i = 0; i < 5000; i++) {
      NearValue sought = randomSigned(true);
      NearValue other = randomSigned(true);
      NearWindow<Integer> window = new NearWindow<>();
      window.add(other, i);
      boolean holds = rule.holds(sought, other);
      found += holds ? 1 : 0;
      assertEquals(
          holds ? List.of(i) : List.of(),
          numbers(window.neighbours(sought, rule, null, e -> true, 1)));
    }
    assertTrue("neighbours", found > 100);
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
