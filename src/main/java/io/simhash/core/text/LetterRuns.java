package io.simhash.core.text;

import java.util.function.IntUnaryOperator;

/**
 * The shortest runs of letters with a least number of units ({@link Letters#unitsOf}), one from
 * each letter on, and their hashes.
 *
 * <p>The <em>hash</em> of a run of n letters with the code points c is the sum of c[i] · B^(n-1-i)
 * modulo 2^64, B = 0x9E3779B97F4A7C15, {@link #mixed}. Runs are decided by their letters and by
 * nothing else, so a passage of two texts has the same runs in both.
 */
public final class LetterRuns {

  private static final long BASE = 0x9E3779B97F4A7C15L;

  /** The inverse of {@link #BASE} modulo 2^64. */
  private static final long INVERSE = 0xF1DE83E19937733DL;

  private LetterRuns() {}

  /** Takes a run of letters: its first index, the index behind it, and its hash. */
  @FunctionalInterface
  public interface Consumer {
    void accept(int from, int to, long hash);
  }

  /**
   * Gives the runs of texts, in order. A letter with fewer units up to the end of its text begins
   * none.
   *
   * @param letters the letter at each index; a negative number, which no run has, between two texts
   * @param length how many there are
   */
  public static void forEach(IntUnaryOperator letters, int length, int minUnits, Consumer runs) {
    long hash = 0;
    long power = 1; // BASE to the power of the number of letters in the hash.
    int units = 0;
    int from = 0;
    for (int to = 0; to < length; to++) {
      int letter = letters.applyAsInt(to);
      if (letter < 0) {
        hash = 0;
        power = 1;
        units = 0;
        from = to + 1;
      } else {
        hash = hash * BASE + letter;
        power *= BASE;
        units += Letters.unitsOf(letter);
        for (; units >= minUnits; from++) {
          runs.accept(from, to + 1, mixed(hash));
          int first = letters.applyAsInt(from);
          power *= INVERSE;
          hash -= power * first;
          units -= Letters.unitsOf(first);
        }
      }
    }
  }

  /** The 64-bit finalizer of MurmurHash3: each bit of the result depends on all bits. */
  public static long mixed(long hash) {
    long mixed = (hash ^ hash >>> 33) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ mixed >>> 33;
  }
}
