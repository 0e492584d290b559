package io.simhash.core.passage;

import io.simhash.core.text.Letters;
import io.simhash.core.text.PassageText;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Texts that have a shingle, aligned at it, and the run of letters around it that makes <em>texts ×
 * units</em> largest.
 *
 * <p>Each text agrees with the first one, the model, up to some letter on either side. The limits
 * move one at a time to their best places until neither moves: once from the letters that all texts
 * have in common, and once from those that just enough have on the right.
 *
 * <p>Cost: the texts times the logarithm of their number, and the letters in which enough of them
 * agree. Let V be the letters of the best run in all its texts or, if that is more, of a run of the
 * least length in all texts: n texts agree in at most V / n letters, so the sum is at most V times
 * the logarithm of the length. Copies of one text, which are too few, cost nothing.
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
   * @param allUnits the units in all texts that have it; 0 if it is too short, or they are too few
   */
  private record Limits(int left, int right, long allUnits) {}

  /**
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
    this.best = ofAll.allUnits >= ofEnough.allUnits ? ofAll : ofEnough;
  }

  /** Whether there is a run. */
  boolean isAny() {
    return best.allUnits > 0;
  }

  /** The place of its first letter in the model. */
  int from() {
    return places[0] - best.left;
  }

  /** The place behind its last letter. */
  int to() {
    return places[0] + best.right;
  }

  private Limits improved(int leftLimit, int rightLimit) {
    Limits limits = limits(leftLimit, rightLimit);
    while (true) {
      int movedLeft = left.moved(limits.left, right, limits.right);
      Limits moved = limits(movedLeft, right.moved(limits.right, left, movedLeft));
      if (moved.allUnits <= limits.allUnits) {
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
    return new Limits(leftLimit, rightLimit, allUnits(units, texts));
  }

  private long allUnits(int units, int texts) {
    return units >= minUnits && texts >= minTexts ? (long) units * texts : 0;
  }

  /** The letters before the shingle, or those from its first one on. */
  private final class Side {

    private final int step;

    /** How many letters of each text agree with the model, at most those in which enough do. */
    private final int[] agreed = new int[places.length];

    /** The same numbers ascending. */
    private final int[] sorted;

    /** The units of the first letters of the model, by how many these are. */
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
        units[i + 1] = units[i] + Letters.unitsOf(letter(0, i));
      }
    }

    private int letter(int text, int distance) {
      return letters[step > 0 ? places[text] + distance : places[text] - 1 - distance];
    }

    /**
     * The limit with the most units in all texts, of several the one with most texts.
     *
     * @param limit the limit if no run is long enough in enough texts
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
        long all = allUnits(units[candidates[i]] + other.units[otherLimit], count - i);
        if (all > greatest) {
          best = candidates[i];
          greatest = all;
        }
      }
      return best;
    }
  }
}
