package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.EqualGroups;
import io.simhash.core.cluster.PairConsumer;
import io.simhash.core.cluster.PairList;
import io.simhash.core.cluster.UnionFind;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Joins groups of equal documents that are neighbours. Candidates that are not connected yet are
 * gathered, and compared by the rule as soon as there are {@value #BATCH}.
 */
final class Candidates implements PairConsumer {

  private static final int BATCH = 10_000;

  private final NearRule rule;
  private final EqualGroups groups;
  private final UnionFind sets;
  private final Values values;
  private final PairList pairs = new PairList();
  private long compared;

  Candidates(NearRule rule, EqualGroups groups, UnionFind sets, Values values) {
    this.rule = rule;
    this.groups = groups;
    this.sets = sets;
    this.values = values;
  }

  /** Takes two groups that may be neighbours. */
  @Override
  public void accept(int a, int b) {
    if (sets.connected(a, b)) {
      return;
    }
    if (rule.usesSignatures() == false) {
      sets.union(a, b);
      return;
    }
    if (Long.bitCount(groups.keys()[a] ^ groups.keys()[b]) <= rule.maxDistance()) {
      pairs.accept(a, b);
      if (pairs.size() == BATCH) {
        flush();
      }
    }
  }

  /** Compares the pairs that have been gathered. */
  void flush() {
    if (pairs.size() == 0) {
      return;
    }
    int[] wanted =
        IntStream.range(0, pairs.size())
            .flatMap(pair -> IntStream.of(pairs.first(pair), pairs.second(pair)))
            .distinct()
            .map(groups::first)
            .toArray();
    Map<Integer, NearValue> near = values.near(wanted);
    pairs.forEach(
        (a, b) -> {
          if (sets.connected(a, b) == false) {
            compared++;
            if (rule.holds(near.get(groups.first(a)), near.get(groups.first(b)))) {
              sets.union(a, b);
            }
          }
        });
    pairs.clear();
  }

  /** The number of pairs that were compared by the rule. */
  long compared() {
    return compared;
  }
}
