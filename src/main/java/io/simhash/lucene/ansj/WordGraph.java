package io.simhash.lucene.ansj;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.ansj.domain.NumNatureAttr;
import org.ansj.recognition.arrimpl.NumRecognition;
import org.nlpcn.commons.lang.util.WordAlert;

/**
 * The words of ansj's dictionary in a text, and the lightest path through them. It gives the words
 * and natures of ansj's {@code BaseAnalysis} or, if numbers are joined, of {@code ToAnalysis}
 * without names, in about a third of the time.
 *
 * <p>The weight of a path is the sum of the weights of its pairs of words. Of two paths of the same
 * weight the one found last is taken, as in ansj. Time and memory are linear in the text.
 */
final class WordGraph {

  private final CoreDictionary dictionary;
  private final char[] chars;

  /** For each position the shortest word that starts there. */
  private final Node[] nodes;

  /** Finds the dictionary's words between two positions of {@code text}. */
  WordGraph(CoreDictionary dictionary, char[] text, int from, int to) {
    this.dictionary = dictionary;
    chars = new char[to - from];
    for (int i = 0; i < chars.length; i++) {
      chars[i] = WordAlert.CharCover(text[from + i]);
    }
    nodes = new Node[chars.length + 1];
    addWords();
    removeInnerWords();
  }

  /** Adds runs of letters, runs of digits and the words in the text between them. */
  private void addWords() {
    for (int start = 0; start < chars.length; ) {
      int kind = kind(start);
      int end = start + 1;
      while (end < chars.length && kind(end) == kind) {
        end++;
      }
      switch (kind) {
        case CoreDictionary.LETTER -> add(start, end, dictionary.letters);
        case CoreDictionary.DIGIT -> add(start, end, dictionary.digits);
        default -> addWords(start, end);
      }
      start = end;
    }
  }

  private int kind(int position) {
    return Math.max(CoreDictionary.WORD, dictionary.state(chars[position]));
  }

  /**
   * Adds the words between two positions, and characters between or after them by themselves.
   *
   * <p>As in ansj, if a stretch begins a word but does not go on as one, and its first character is
   * no word either, the search goes on after the stretch. It ends with a stretch at {@code to}.
   */
  private void addWords(int from, int to) {
    int start = from;
    int item = CoreDictionary.UNKNOWN;
    int added = from;
    for (int i = from; i < to; ) {
      int next = dictionary.next(item, chars[i]);
      int state = dictionary.state(next);
      boolean unknown = next == CoreDictionary.UNKNOWN;
      if (state >= CoreDictionary.WORD_AND_PREFIX || (unknown && i == start)) {
        for (; added < start; added++) {
          add(added, added + 1, CoreDictionary.UNKNOWN);
        }
        added = i + 1;
        add(start, added, next);
      }
      if (state == CoreDictionary.PREFIX || state == CoreDictionary.WORD_AND_PREFIX) {
        item = next;
        i++;
      } else {
        boolean skips = unknown && dictionary.state(chars[start]) == CoreDictionary.PREFIX;
        start = skips ? i : start + 1;
        item = CoreDictionary.UNKNOWN;
        i = start;
      }
    }
    for (; added < to; added++) {
      add(added, added + 1, dictionary.single(chars[added]));
    }
  }

  /** Adds a word, which is longer than all that start at its position. */
  private void add(int start, int end, int item) {
    Node node = new Node(start, end, item);
    if (nodes[start] == null) {
      nodes[start] = node;
    } else {
      longest(start).longer = node;
    }
  }

  /** Removes all words inside or at the start of a longer word that no other word crosses. */
  private void removeInnerWords() {
    for (int i = 0; i < chars.length; i++) {
      int end = longestEnd(i);
      if (end == i + 2 && nodes[i + 1] == null) {
        i++; // ansj keeps the character at the start
      } else if (end > i + 1) {
        int reached = end;
        for (int j = i + 1; j < reached; j++) {
          reached = Math.max(reached, longestEnd(j));
        }
        if (reached > end) {
          i = reached - 1;
        } else {
          nodes[i] = longest(i);
          Arrays.fill(nodes, i + 1, end, null);
        }
      }
    }
  }

  /** The end of the longest word that starts at a position, or 0. */
  private int longestEnd(int position) {
    return nodes[position] == null ? 0 : longest(position).end;
  }

  private Node longest(int position) {
    Node node = nodes[position];
    while (node.longer != null) {
      node = node.longer;
    }
    return node;
  }

  /** The words of the lightest path, in order. */
  List<Node> path(boolean joinsNumbers) {
    Node begin = new Node(0, 0, dictionary.begin);
    Node end = new Node(chars.length, chars.length, dictionary.end);
    nodes[chars.length] = end;
    begin.weight = 0;
    extend(begin);
    for (int i = 0; i < chars.length; i++) {
      for (Node node = nodes[i]; node != null && node.before != null; node = node.longer) {
        extend(node);
      }
    }
    for (Node node = end; node != begin; node = node.before) {
      node.type = dictionary.type(node.item);
      node.before.next = node;
    }
    if (joinsNumbers) {
      joinNumbers(begin);
    }
    List<Node> path = new ArrayList<>();
    for (Node node = begin.next; node != end; node = node.next) {
      path.add(node);
    }
    return path;
  }

  private void extend(Node node) {
    if (nodes[node.end] == null) {
      nodes[node.end] = new Node(node.end, node.end + 1, dictionary.single(chars[node.end]));
    }
    for (Node next = nodes[node.end]; next != null; next = next.longer) {
      double weight = node.weight + dictionary.weight(node.item, next.item);
      if (weight <= next.weight) {
        next.weight = weight;
        next.before = node;
      }
    }
  }

  /** Joins the Chinese digits of a number, a number and its fraction, a number and its unit. */
  private void joinNumbers(Node begin) {
    for (Node node = begin.next; node.next != null; node = node.next) {
      if (dictionary.number(node.item).isNum()) {
        joinDigits(node, NumRecognition.j_NUM);
        joinDigits(node, NumRecognition.f_NUM);
        do {
          joinFraction(node);
        } while (joinUnit(node));
      }
    }
  }

  private void joinDigits(Node node, Set<Character> digits) {
    if (isOneOf(node, digits)) {
      while (isOneOf(node.next, digits)) {
        node.joinNext();
      }
    }
  }

  private boolean isOneOf(Node node, Set<Character> characters) {
    return node.end == node.start + 1 && characters.contains(chars[node.start]);
  }

  private void joinFraction(Node node) {
    if (node.item == dictionary.digits && isPoint(node.before) == false && isPoint(node.next)) {
      Node fraction = node.next.next;
      if (fraction.item == dictionary.digits && isPoint(fraction.next) == false) {
        node.joinNext();
        node.joinNext();
      }
    }
  }

  private boolean isPoint(Node node) {
    return node.end == node.start + 1 && chars[node.start] == '.';
  }

  /** Returns whether a unit was joined that is a number itself, such as 万. */
  private boolean joinUnit(Node node) {
    NumNatureAttr unit = dictionary.number(node.next.item);
    if (unit.isQua() == false) {
      return false;
    }
    node.joinNext();
    node.type = unit.nature.natureStr;
    return node.type.equals("m");
  }

  /** A word in the graph; in the path, {@code before} and {@code next} are its neighbours. */
  static final class Node {

    final int start;
    int end;

    /** ansj's nature. */
    String type;

    private final int item;

    /** The next longer word with the same start. */
    private Node longer;

    /** The weight of the lightest path to this word. */
    private double weight = Double.POSITIVE_INFINITY;

    private Node before;
    private Node next;

    private Node(int start, int end, int item) {
      this.start = start;
      this.end = end;
      this.item = item;
    }

    private void joinNext() {
      end = next.end;
      next = next.next;
      next.before = this;
    }
  }
}
