package io.simhash.lucene.ansj;

import java.util.List;

/**
 * Positions of one sentence's words as a token graph, so that words which overlap stand in the
 * right order for phrases and highlighting.
 *
 * <p>A node is wherever a word starts, or ends in the midst of another. A word leads from the node
 * at its start to the next node at or behind its end. Where no word overlaps another that is simply
 * one position each. Cost: linear in the sentence.
 */
final class TokenPositions {

  private final int[] nodesBefore;

  TokenPositions(int length, List<Segment> segments) {
    int[] covering = new int[length + 2];
    boolean[] starts = new boolean[length + 1];
    boolean[] ends = new boolean[length + 1];
    for (Segment segment : segments) {
      starts[segment.start()] = true;
      ends[segment.end()] = true;
      covering[segment.start() + 1]++;
      covering[segment.end()]--;
    }
    nodesBefore = new int[length + 2];
    int depth = 0;
    for (int i = 0; i <= length; i++) {
      depth += covering[i];
      boolean node = starts[i] || (ends[i] && depth > 0);
      nodesBefore[i + 1] = nodesBefore[i] + (node ? 1 : 0);
    }
  }

  /** The position of what starts at an offset. */
  int position(int start) {
    return nodesBefore[start];
  }

  /** How many positions a word spans. */
  int length(Segment segment) {
    return nodesBefore[segment.end()] - nodesBefore[segment.start()];
  }

  /** How many positions the sentence has. */
  int count() {
    return nodesBefore[nodesBefore.length - 1];
  }
}
