package io.simhash.core.passage;

import io.simhash.core.text.LetterRuns;
import io.simhash.core.text.PassageText;

/**
 * The suffix automaton of the letters of a text: the smallest automaton that reads each part of the
 * text and nothing else. Each state is the set of parts that end at the same places.
 *
 * <p>Built in one pass, in time and memory linear in the text: at most 2n states and 3n
 * transitions, at most 120 bytes a letter. Immutable once made.
 *
 * @see <a href="https://doi.org/10.1016/0304-3975(85)90157-4">Blumer, Blumer, Haussler,
 *     Ehrenfeucht, Chen, Seiferas: The smallest automaton recognizing the subwords of a text,
 *     Theoretical Computer Science 40, 1985</a>
 */
final class SuffixAutomaton {

  /** The state of the empty part. */
  static final int ROOT = 0;

  private static final int NONE = -1;

  /** Letters between two checks for cancellation: a millisecond's work. */
  private static final int CHECK_INTERVAL = 4_096;

  /** The length of the longest part of each state. */
  private final int[] length;

  /** The state of the longest suffix that ends at more places. */
  private final int[] link;

  /** The index behind the first place where the parts of each state end. */
  private final int[] firstEnd;

  private final int[] firstEdge;
  private int states;

  private final int[] edgeLetter;
  private final int[] edgeState;
  private final int[] edgeNext;
  private final int[] edgeTarget;
  private int edges;

  /** The number of an edge plus 1, by the hash of its state and letter; 0 where there is none. */
  private final int[] table;

  /** Odd. Letters of a text that was written before it was drawn do not collide by choice. */
  private final long factor;

  /** The state of each beginning of the text. */
  private final int[] beginnings;

  /**
   * @param seed of the hash; makes no difference but to the time
   * @param check runs every {@value #CHECK_INTERVAL} letters, and may throw to end the work
   */
  SuffixAutomaton(PassageText text, long seed, Runnable check) {
    int n = text.length();
    factor = seed | 1;
    int mostStates = 2 * n + 2;
    length = new int[mostStates];
    link = new int[mostStates];
    firstEnd = new int[mostStates];
    firstEdge = new int[mostStates];
    int mostEdges = 3 * n + 3;
    edgeLetter = new int[mostEdges];
    edgeState = new int[mostEdges];
    edgeNext = new int[mostEdges];
    edgeTarget = new int[mostEdges];
    table = new int[2 * Integer.highestOneBit(mostEdges + n)];
    beginnings = new int[n + 1];
    addState(0, 0);
    link[ROOT] = NONE;
    for (int i = 0; i < n; i++) {
      if (i % CHECK_INTERVAL == 0) {
        check.run();
      }
      beginnings[i + 1] = append(text.letter(i), beginnings[i], i + 1);
    }
  }

  private int append(int letter, int last, int end) {
    int state = addState(length[last] + 1, end);
    int from = last;
    while (from != NONE && edge(from, letter) == NONE) {
      addEdge(from, letter, state);
      from = link[from];
    }
    link[state] = from == NONE ? ROOT : target(from, letter);
    return state;
  }

  /** The state that parts of {@code from} reach by the letter, with no longer parts than these. */
  private int target(int from, int letter) {
    int target = edgeTarget[edge(from, letter)];
    if (length[from] + 1 == length[target]) {
      return target;
    }
    int split = addState(length[from] + 1, firstEnd[target]);
    for (int e = firstEdge[target]; e != NONE; e = edgeNext[e]) {
      addEdge(split, edgeLetter[e], edgeTarget[e]);
    }
    link[split] = link[target];
    link[target] = split;
    for (int state = from; state != NONE; state = link[state]) {
      int e = edge(state, letter);
      if (e == NONE || edgeTarget[e] != target) {
        break;
      }
      edgeTarget[e] = split;
    }
    return split;
  }

  private int addState(int longest, int end) {
    length[states] = longest;
    firstEnd[states] = end;
    firstEdge[states] = NONE;
    return states++;
  }

  private void addEdge(int state, int letter, int target) {
    edgeLetter[edges] = letter;
    edgeState[edges] = state;
    edgeTarget[edges] = target;
    edgeNext[edges] = firstEdge[state];
    firstEdge[state] = edges;
    int slot = slot(state, letter);
    while (table[slot] != 0) {
      slot = slot + 1 & table.length - 1;
    }
    table[slot] = ++edges;
  }

  private int edge(int state, int letter) {
    int slot = slot(state, letter);
    while (table[slot] != 0) {
      int edge = table[slot] - 1;
      if (edgeState[edge] == state && edgeLetter[edge] == letter) {
        return edge;
      }
      slot = slot + 1 & table.length - 1;
    }
    return NONE;
  }

  private int slot(int state, int letter) {
    long key = (long) state << Integer.SIZE | letter & 0xFFFFFFFFL;
    return (int) LetterRuns.mixed(key * factor) & table.length - 1;
  }

  int states() {
    return states;
  }

  /** The state that a state reaches by a letter; negative if there is none. */
  int next(int state, int letter) {
    int edge = edge(state, letter);
    return edge == NONE ? NONE : edgeTarget[edge];
  }

  int length(int state) {
    return length[state];
  }

  /** Negative for {@link #ROOT}. */
  int link(int state) {
    return link[state];
  }

  int firstEnd(int state) {
    return firstEnd[state];
  }

  int beginning(int end) {
    return beginnings[end];
  }

  /** The states in the order of their longest parts, so that each comes after its link. */
  int[] byLength() {
    int[] places = new int[beginnings.length + 1];
    for (int state = 0; state < states; state++) {
      places[length[state] + 1]++;
    }
    for (int i = 1; i < places.length; i++) {
      places[i] += places[i - 1];
    }
    int[] ordered = new int[states];
    for (int state = 0; state < states; state++) {
      ordered[places[length[state]]++] = state;
    }
    return ordered;
  }
}
