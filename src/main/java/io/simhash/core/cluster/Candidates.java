package io.simhash.core.cluster;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;

/**
 * Joins elements that are neighbours. Candidates that are not connected yet are gathered, and
 * compared by the rule as soon as there are {@value #BATCH}; those that it calls neighbours are
 * gathered again where the texts confirm them.
 */
final class Candidates implements PairConsumer {

  private static final int BATCH = 10_000;

  /** The pairs whose texts are read at a time; see {@link TextPairs} for the memory they take. */
  private static final int CONFIRMED_AT_A_TIME = 1_000;

  private final long[] fingerprints;
  private final BitSet withoutFingerprint;
  private final ElementReader reader;
  private final NearRule rule;
  private final Optional<ConfirmRule> confirm;
  private final UnionFind sets;
  private final Runnable check;
  private final PairList candidates = new PairList();
  private final PairList neighbours = new PairList();

  /** Elements whose texts have no shingle: they are never confirmed, and not read again. */
  private final BitSet withoutText = new BitSet();

  private long compared;

  Candidates(
      long[] fingerprints,
      BitSet withoutFingerprint,
      ElementReader reader,
      NearRule rule,
      Optional<ConfirmRule> confirm,
      UnionFind sets,
      Runnable check) {
    this.fingerprints = fingerprints;
    this.withoutFingerprint = withoutFingerprint;
    this.reader = reader;
    this.rule = rule;
    this.confirm = confirm;
    this.sets = sets;
    this.check = check;
  }

  /** Takes two elements that may be neighbours. */
  @Override
  public void accept(int a, int b) {
    if (isUndecided(a, b) == false) {
      return;
    }
    boolean near =
        withoutFingerprint.get(a)
            || withoutFingerprint.get(b)
            || Fingerprint.distance(fingerprints[a], fingerprints[b]) <= rule.maxDistance();
    if (near) {
      candidates.accept(a, b);
      if (candidates.size() == BATCH) {
        compare();
      }
    }
  }

  /** Takes two elements that the rule calls neighbours by their fingerprints. */
  void acceptNeighbours(int a, int b) {
    if (isUndecided(a, b)) {
      compared++;
      join(a, b);
    }
  }

  private boolean isUndecided(int a, int b) {
    return sets.connected(a, b) == false
        && withoutText.get(a) == false
        && withoutText.get(b) == false;
  }

  /** Decides all pairs that have been gathered. */
  void flush() {
    compare();
    confirm();
  }

  private void compare() {
    if (candidates.size() == 0) {
      return;
    }
    Map<Integer, NearValue> near = reader.near(candidates.elements());
    candidates.forEach(
        (a, b) -> {
          if (sets.connected(a, b) == false) {
            compared++;
            // A document that the caller may not read any more has no value.
            if (near.containsKey(a)
                && near.containsKey(b)
                && rule.holds(near.get(a), near.get(b))) {
              join(a, b);
            }
          }
        });
    candidates.clear();
  }

  /** Joins neighbours, or keeps them until there are enough to compare their texts. */
  private void join(int a, int b) {
    if (confirm.isEmpty()) {
      sets.union(a, b);
    } else if (isUndecided(a, b)) {
      neighbours.accept(a, b);
      if (neighbours.size() == CONFIRMED_AT_A_TIME) {
        confirm();
      }
    }
  }

  private void confirm() {
    if (neighbours.size() > 0) {
      new TextPairs(this::texts, this::isUndecided, this::confirm).compare(neighbours);
      neighbours.clear();
    }
  }

  private Map<Integer, HashedSet> texts(int[] elements) {
    Map<Integer, HashedSet> texts = reader.texts(elements);
    texts.forEach(
        (element, text) -> {
          if (text.isEmpty()) {
            withoutText.set(element);
          }
        });
    return texts;
  }

  private void confirm(int a, HashedSet first, int b, HashedSet second) {
    check.run();
    if (confirm.orElseThrow().holds(first, second)) {
      sets.union(a, b);
    }
  }

  /** The number of pairs that were compared by the rule. */
  long compared() {
    return compared;
  }
}
