package io.simhash.lucene.ansj;

import java.util.List;

/**
 * The token graph of one sentence: positions and position lengths for phrases and highlighting of
 * words that overlap.
 *
 * <p>A node is an offset at which a word starts, or at which one ends inside another. A word spans
 * the positions from the node at its start to the next node at or after its end. Without overlaps
 * each word has one position. Cost: linear in the sentence.
 */
final class TokenPositions {

  private final int[] nodesBefore;

  TokenPositions(int length, List<Word> words) {
    int[] covering = new int[length + 2];
    boolean[] starts = new boolean[length + 1];
    boolean[] ends = new boolean[length + 1];
    for (Word word : words) {
      starts[word.start()] = true;
      ends[word.end()] = true;
      covering[word.start() + 1]++;
      covering[word.end()]--;
    }
    nodesBefore = new int[length + 2];
    int depth = 0;
    for (int i = 0; i <= length; i++) {
      depth += covering[i];
      boolean node = starts[i] || (ends[i] && depth > 0);
      nodesBefore[i + 1] = nodesBefore[i] + (node ? 1 : 0);
    }
  }

  /** The position of a word that starts at an offset. */
  int position(int start) {
    return nodesBefore[start];
  }

  /** The number of positions that a word spans. */
  int length(Word word) {
    return nodesBefore[word.end()] - nodesBefore[word.start()];
  }

  /** The number of positions of the sentence. */
  int count() {
    return nodesBefore[nodesBefore.length - 1];
  }
}
