package io.simhash.core.near;

import io.simhash.core.base.UnionFind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The connected groups of near-duplicates among some values: two values are in one group if a chain
 * of neighbours joins them. Candidates come from a {@link NearIndex}.
 *
 * @param compared the number of values that were compared: the first ones
 * @param groups the positions of the members of each group of two or more, in ascending order; the
 *     groups in the order of their first members
 */
public record NearGroups(int compared, List<List<Integer>> groups) {

  /**
   * The maximum number of pairs that a search compares, but for one document's: .1 seconds of one
   * thread, which other searches may wait for.
   */
  public static final long MAX_PAIRS = 1_000_000;

  /**
   * @param compared the number of values that were compared: the best ones
   * @param best the position of the kept value that each value is represented by
   */
  public record Ranked(int compared, int[] best) {}

  /**
   * Compares values, one after the other with those before it.
   *
   * @param same for each value, what must be equal too
   * @param maxPairs the pairs after which no further value is compared. A pair takes some 0.1 µs
   * @param check called once for each value; an exception that it throws ends the work
   */
  public static NearGroups of(
      List<NearValue> values, List<?> same, NearRule rule, long maxPairs, Runnable check) {
    record Different(NearValue value, int group) {}
    Map<Object, Integer> numbers = new HashMap<>();
    UnionFind groups = new UnionFind(values.size());
    Map<Different, Integer> different = new HashMap<>();
    NearIndex earlier = new NearIndex();
    // No value is removed, so that slots are numbers from 0.
    int[] positions = new int[values.size()];
    int compared = 0;
    while (compared < values.size() && earlier.pairs() <= maxPairs) {
      check.run();
      int position = compared++;
      NearValue value = values.get(position);
      int group = numbers.computeIfAbsent(same.get(position), each -> numbers.size());
      Integer equal = different.putIfAbsent(new Different(value, group), position);
      if (equal != null && rule.holds(value, value)) {
        groups.union(equal, position);
        continue;
      }
      earlier.forEachNeighbour(
          value,
          rule,
          group,
          slot -> {
            groups.union(position, positions[slot]);
            return true;
          });
      positions[earlier.add(value, group)] = position;
    }
    return new NearGroups(compared, members(groups));
  }

  private static List<List<Integer>> members(UnionFind groups) {
    Map<Integer, List<Integer>> members = new LinkedHashMap<>();
    for (int i = 0; i < groups.elements(); i++) {
      if (groups.size(i) > 1) {
        members.computeIfAbsent(groups.find(i), root -> new ArrayList<>()).add(i);
      }
    }
    return List.copyOf(members.values());
  }

  /**
   * The groups in a ranked list, without chains: each value joins the best kept value that is its
   * neighbour. One without a neighbour that has too little new text joins the kept value with which
   * it shares most. All others are kept, and those that were not compared.
   *
   * @param ranked the best first; empty for a document without a value, which is no neighbour
   * @param texts the text of each, and which of them are compared
   */
  public static Ranked best(
      List<Optional<NearValue>> ranked,
      NearRule rule,
      NewTexts texts,
      long maxPairs,
      Runnable check) {
    int[] best = IntStream.range(0, ranked.size()).toArray();
    NearIndex kept = new NearIndex();
    int[] positions = new int[ranked.size()];
    int compared = 0;
    while (compared < best.length && kept.pairs() <= maxPairs && texts.mayCompare(compared)) {
      check.run();
      int i = compared++;
      if (ranked.get(i).isPresent()) {
        kept.forEachNeighbour(
            ranked.get(i).get(),
            rule,
            texts.group(i),
            slot -> {
              best[i] = Math.min(best[i], positions[slot]);
              return true;
            });
      }
      best[i] = best[i] == i ? texts.best(i) : best[i];
      if (best[i] == i) {
        ranked.get(i).ifPresent(value -> positions[kept.add(value, texts.group(i))] = i);
        texts.keep(i);
      }
    }
    return new Ranked(compared, best);
  }
}
