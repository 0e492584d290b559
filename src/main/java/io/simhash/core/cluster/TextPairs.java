package io.simhash.core.cluster;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.near.ConfirmRule;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Confirms pairs of elements by their texts, or by an estimate that is far enough above the minimum
 * ({@link ConfirmRule#sureEstimate}). The other pairs are gathered until there is a batch; then
 * their texts are read, with at most two answers of {@link ElementReader#texts} in memory: one is
 * kept until all pairs with its elements have been compared, the others are read one after the
 * other. Where all texts of a batch fit into one answer, each is read once.
 */
final class TextPairs {

  private final ElementReader reader;
  private final ConfirmRule rule;
  private final double sure;
  private final int batch;
  private final Predicate<Pair> undecided;
  private final Consumer<Pair> confirmed;
  private final Runnable check;
  private final List<Pair> pairs = new ArrayList<>();

  /** Elements whose texts have no shingle: they are never confirmed, and not read again. */
  private final BitSet withoutText = new BitSet();

  record Pair(int a, int b) {}

  /**
   * @param batch the number of pairs that are gathered
   * @param undecided whether a pair has to be compared at all
   * @param confirmed takes the pairs that are confirmed
   */
  TextPairs(
      ElementReader reader,
      ConfirmRule rule,
      int batch,
      Predicate<Pair> undecided,
      Consumer<Pair> confirmed,
      Runnable check) {
    this.reader = reader;
    this.rule = rule;
    this.sure =
        reader.signaturesAreOfTexts()
            ? rule.sureEstimate(reader.bands().hashes())
            : Double.POSITIVE_INFINITY;
    this.batch = batch;
    this.undecided = undecided;
    this.confirmed = confirmed;
    this.check = check;
  }

  /** Whether an element may be confirmed: as far as is known, it has a text. */
  boolean mayHaveText(int element) {
    return withoutText.get(element) == false;
  }

  /** Adds a pair, with the estimate of their signatures. */
  void add(int a, int b, double similarity) {
    Pair pair = new Pair(a, b);
    if (similarity >= sure) {
      confirmed.accept(pair);
      return;
    }
    pairs.add(pair);
    if (pairs.size() == batch) {
      flush();
    }
  }

  /** Compares all pairs that have been added, in any order. */
  void flush() {
    pairs.removeIf(pair -> isUndecided(pair) == false);
    while (pairs.isEmpty() == false) {
      Map<Integer, HashedSet> kept =
          read(pairs.stream().flatMapToInt(pair -> IntStream.of(pair.a, pair.b)));
      Map<Integer, HashedSet> others = kept;
      while (others.isEmpty() == false) {
        compare(kept, others);
        // Out of memory while the next ones are read.
        others = Map.of();
        others =
            read(
                pairs.stream()
                    .filter(pair -> kept.containsKey(pair.a) || kept.containsKey(pair.b))
                    .mapToInt(pair -> kept.containsKey(pair.a) ? pair.b : pair.a));
      }
    }
  }

  private boolean isUndecided(Pair pair) {
    return mayHaveText(pair.a) && mayHaveText(pair.b) && undecided.test(pair);
  }

  private Map<Integer, HashedSet> read(IntStream elements) {
    int[] each = elements.distinct().toArray();
    Map<Integer, HashedSet> texts = each.length == 0 ? Map.of() : reader.texts(each);
    texts.forEach((element, text) -> withoutText.set(element, text.isEmpty()));
    return texts;
  }

  /** Compares, and removes, the pairs whose texts have been read or that are decided. */
  private void compare(Map<Integer, HashedSet> kept, Map<Integer, HashedSet> others) {
    pairs.removeIf(
        pair -> {
          if (isUndecided(pair) == false) {
            return true;
          }
          HashedSet first = kept.getOrDefault(pair.a, others.get(pair.a));
          HashedSet second = kept.getOrDefault(pair.b, others.get(pair.b));
          if (first == null || second == null) {
            return false;
          }
          check.run();
          if (rule.holds(first, second)) {
            confirmed.accept(pair);
          }
          return true;
        });
  }
}
