package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.EqualGroups;
import io.simhash.core.cluster.PairConsumer;
import io.simhash.core.cluster.PairList;
import io.simhash.core.cluster.UnionFind;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import java.util.BitSet;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Joins groups of equal documents that are neighbours. Candidates that are not connected yet are
 * gathered, and compared by the rule as soon as there are {@value #BATCH}; those that it calls
 * neighbours are gathered again where the texts confirm them.
 */
final class Candidates implements PairConsumer {

  private static final int BATCH = 10_000;

  /** The pairs whose texts are read at a time: 100 documents of a million characters at most. */
  private static final int CONFIRMED_AT_A_TIME = 50;

  private final NearRule rule;
  private final Confirm confirm;
  private final EqualGroups groups;
  private final UnionFind sets;
  private final Values values;
  private final PairList candidates = new PairList();
  private final PairList neighbours = new PairList();

  /** Groups whose texts have no shingle: they are never confirmed, and not read again. */
  private final BitSet withoutText = new BitSet();

  private long compared;

  /**
   * @param confirm the exact check of neighbours by their texts; {@code null} for none
   */
  Candidates(NearRule rule, Confirm confirm, EqualGroups groups, UnionFind sets, Values values) {
    this.rule = rule;
    this.confirm = confirm;
    this.groups = groups;
    this.sets = sets;
    this.values = values;
  }

  /** Takes two groups that may be neighbours. */
  @Override
  public void accept(int a, int b) {
    if (sets.connected(a, b) || withoutText.get(a) || withoutText.get(b)) {
      return;
    }
    if (rule.usesSignatures() == false) {
      join(a, b);
      return;
    }
    if (Fingerprint.distance(groups.keys()[a], groups.keys()[b]) <= rule.maxDistance()) {
      candidates.accept(a, b);
      if (candidates.size() == BATCH) {
        compare();
      }
    }
  }

  /** Decides all pairs that have been gathered. */
  void flush() {
    compare();
    confirm();
  }

  private void compare() {
    Map<Integer, NearValue> near = values.near(documents(candidates));
    candidates.forEach(
        (a, b) -> {
          if (sets.connected(a, b) == false) {
            compared++;
            if (rule.holds(near.get(groups.first(a)), near.get(groups.first(b)))) {
              join(a, b);
            }
          }
        });
    candidates.clear();
  }

  /** Takes two groups that the rule calls neighbours without a look at signatures. */
  void neighbours(int a, int b) {
    if (sets.connected(a, b) == false) {
      compared++;
      join(a, b);
    }
  }

  /** Joins neighbours, or keeps them until there are enough to compare their texts. */
  private void join(int a, int b) {
    if (confirm == null) {
      sets.union(a, b);
      return;
    }
    if (withoutText.get(a) || withoutText.get(b)) {
      return;
    }
    neighbours.accept(a, b);
    if (neighbours.size() == CONFIRMED_AT_A_TIME) {
      confirm();
    }
  }

  private void confirm() {
    if (neighbours.size() == 0) {
      return;
    }
    Map<Integer, HashedSet> shingles = values.shingles(documents(neighbours));
    neighbours.forEach(
        (a, b) -> {
          HashedSet first = shingles.get(groups.first(a));
          HashedSet second = shingles.get(groups.first(b));
          if (first.isEmpty()) {
            withoutText.set(a);
          }
          if (second.isEmpty()) {
            withoutText.set(b);
          }
          if (sets.connected(a, b) == false && confirm.holds(first, second)) {
            sets.union(a, b);
          }
        });
    neighbours.clear();
  }

  /** The first document of each group in the pairs, each once. */
  private int[] documents(PairList pairs) {
    return IntStream.range(0, pairs.size())
        .flatMap(pair -> IntStream.of(pairs.first(pair), pairs.second(pair)))
        .distinct()
        .map(groups::first)
        .toArray();
  }

  /** The number of pairs that were compared by the rule. */
  long compared() {
    return compared;
  }
}
