package io.simhash.core.passage;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Texts that have a shingle, laid upon one another there, and the run of letters around it that
 * makes <em>texts × units</em> largest.
 *
 * <p>Each text agrees with the first one, the model, up to some letter on either side. The best
 * limits are found by moving one at a time to its best place until neither moves: once from the
 * letters that all texts have in common, and once from those that just enough have on the right.
 *
 * <p>Cost: the texts times the logarithm of their number, and the letters in which enough of them
 * agree. These are at most those of the best run in all its texts, or of the least length in all
 * texts, times the logarithm of the length, because n texts agree in no more letters than those
 * divided by n. Copies of one text, which are too few, cost nothing.
 */
final class AlignedTexts {

  private final int[] letters;
  private final int[] places;
  private final int minTexts;
  private final int minUnits;
  private final Side left;
  private final Side right;
  private final Limits best;

  /**
   * How many letters of the run are before the shingle, and from its first one on.
   *
   * @param value the units in all texts that have it; 0 if it is too short, or they are too few
   */
  private record Limits(int left, int right, long value) {}

  /**
   * Finds the run.
   *
   * @param letters of texts, each between two separators
   * @param places of the shingle, one in each of at least {@code minTexts} texts
   * @param minTexts how many texts must have the run
   */
  AlignedTexts(int[] letters, int[] places, int minTexts, int minUnits) {
    this.letters = letters;
    this.places = places;
    this.minTexts = minTexts;
    this.minUnits = minUnits;
    this.left = new Side(-1);
    this.right = new Side(1);
    Limits ofAll = improved(left.sorted[0], right.sorted[0]);
    Limits ofEnough = improved(0, right.sorted[places.length - minTexts]);
    this.best = ofAll.value >= ofEnough.value ? ofAll : ofEnough;
  }

  /** Whether there is a run in enough texts with the model. */
  boolean isAny() {
    return best.value > 0;
  }

  /** The place of its first letter in the model. */
  int from() {
    return places[0] - best.left;
  }

  /** The place behind its last letter in the model. */
  int to() {
    return places[0] + best.right;
  }

  private Limits improved(int leftLimit, int rightLimit) {
    Limits limits = limits(leftLimit, rightLimit);
    while (true) {
      int movedLeft = left.moved(limits.left, right, limits.right);
      Limits moved = limits(movedLeft, right.moved(limits.right, left, movedLeft));
      if (moved.value <= limits.value) {
        return limits;
      }
      limits = moved;
    }
  }

  private Limits limits(int leftLimit, int rightLimit) {
    int texts = 0;
    for (int i = 0; i < places.length; i++) {
      texts += left.agreed[i] >= leftLimit && right.agreed[i] >= rightLimit ? 1 : 0;
    }
    int units = left.units[leftLimit] + right.units[rightLimit];
    return new Limits(leftLimit, rightLimit, value(units, texts));
  }

  private long value(int units, int texts) {
    return units >= minUnits && texts >= minTexts ? (long) units * texts : 0;
  }

  /** The letters before the shingle, or those from its first one on. */
  private final class Side {

    private final int step;

    /**
     * How many letters of each text agree with the model, at most those in which enough texts do;
     * the same numbers ascending.
     */
    private final int[] agreed = new int[places.length];

    private final int[] sorted;

    /** The units of so many letters of the model. */
    private final int[] units;

    Side(int step) {
      this.step = step;
      int[] agreeing = IntStream.range(1, places.length).toArray();
      int count = agreeing.length;
      int distance = 0;
      for (; letter(0, distance) != PassageText.SEPARATOR; distance++) {
        int further = 0;
        for (int i = 0; i < count; i++) {
          int text = agreeing[i];
          agreed[text] = distance;
          if (letter(0, distance) == letter(text, distance)) {
            agreeing[further++] = text;
          }
        }
        if (further + 1 < minTexts) {
          break;
        }
        count = further;
      }
      for (int i = 0; i < count; i++) {
        agreed[agreeing[i]] = distance;
      }
      agreed[0] = distance;
      sorted = agreed.clone();
      Arrays.sort(sorted);
      units = new int[agreed[0] + 1];
      for (int i = 0; i < agreed[0]; i++) {
        units[i + 1] = units[i] + PassageText.unitsOf(letter(0, i));
      }
    }

    private int letter(int text, int distance) {
      return letters[step > 0 ? places[text] + distance : places[text] - 1 - distance];
    }

    /**
     * The limit with the greatest value, of several the one with most texts.
     *
     * @param limit the limit if none has a value
     */
    int moved(int limit, Side other, int otherLimit) {
      int[] candidates = new int[agreed.length];
      int count = 0;
      for (int i = 0; i < agreed.length; i++) {
        if (other.agreed[i] >= otherLimit) {
          candidates[count++] = agreed[i];
        }
      }
      Arrays.sort(candidates, 0, count);
      int best = limit;
      long greatest = 0;
      for (int i = 0; i < count; i++) {
        long value = value(units[candidates[i]] + other.units[otherLimit], count - i);
        if (value > greatest) {
          best = candidates[i];
          greatest = value;
        }
      }
      return best;
    }
  }
}
