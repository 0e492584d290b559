package io.simhash.core.passage;

import io.simhash.core.base.Ranges;
import io.simhash.core.passage.PassageMarks.Mark;
import io.simhash.core.text.Letters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Cuts the marked parts of a text out of it, with some text around them.
 *
 * @param size the characters of a fragment; at most {@value #MAX_EXTENSION} more, so that it ends
 *     between two words
 * @param count the number of fragments at most; 0 for whole values
 */
public record Fragments(int size, int count) {

  private static final int MAX_EXTENSION = 20;

  /** A fragment begins a quarter of its size before the first mark in it. */
  private static final int BEFORE = 4;

  /**
   * A part of a value, in UTF-16 units; the end is exclusive.
   *
   * @param value the index of the value
   * @param marks the marks in it, cut at its ends
   * @param part which part of its first mark it has: 0 for the beginning
   */
  public record Fragment(int value, int start, int end, List<Mark> marks, int part) {}

  public Fragments {
    Ranges.require("fragment_size", size, 0, Integer.MAX_VALUE);
    Ranges.require("number_of_fragments", count, 0, Integer.MAX_VALUE);
  }

  /** The beginning of a text up to the end of a word, of about {@code size} characters. */
  public static String beginning(String text, int size) {
    return size < text.length() ? text.substring(0, end(text, size)) : text;
  }

  /**
   * The beginnings of the longest marks; if there is room for more, the next parts of these.
   *
   * @param ranked whether they are in this order instead of the order of the text
   */
  public List<Fragment> of(List<String> values, List<Mark> marks, boolean ranked) {
    List<Fragment> all = new ArrayList<>();
    int behind = 0;
    for (int first = 0; first < marks.size(); first = behind) {
      int value = marks.get(first).value();
      while (behind < marks.size() && marks.get(behind).value() == value) {
        behind++;
      }
      cut(values.get(value), marks.subList(first, behind), all);
    }
    List<Fragment> best = new ArrayList<>(all);
    best.sort(
        Comparator.comparingInt(Fragment::part)
            .thenComparing(Comparator.comparingInt(Fragments::marked).reversed()));
    if (count > 0 && best.size() > count) {
      best = best.subList(0, count);
    }
    if (ranked == false) {
      best.sort(Comparator.comparingInt(Fragment::value).thenComparingInt(Fragment::start));
    }
    return best;
  }

  private static int marked(Fragment fragment) {
    return fragment.marks().stream().mapToInt(mark -> mark.end() - mark.start()).sum();
  }

  private void cut(String text, List<Mark> marks, List<Fragment> fragments) {
    int end = 0;
    for (int m = 0; m < marks.size(); m++) {
      Mark mark = marks.get(m);
      for (int part = 0; mark.end() > end; part++) {
        int first = Math.max(end, mark.start());
        int before = Math.max(end, first - size / BEFORE);
        int start = count == 0 ? 0 : start(text, before, first);
        int least = Math.max(start, first) + 1; // One character of the mark.
        int most = (int) Math.min(text.length(), (long) start + size);
        end = count == 0 ? text.length() : end(text, Math.max(least, most));
        fragments.add(new Fragment(mark.value(), start, end, within(marks, m, start, end), part));
      }
    }
  }

  private static List<Mark> within(List<Mark> marks, int first, int start, int end) {
    List<Mark> within = new ArrayList<>();
    for (int m = first; m < marks.size() && marks.get(m).start() < end; m++) {
      Mark mark = marks.get(m);
      within.add(new Mark(mark.value(), Math.max(start, mark.start()), Math.min(end, mark.end())));
    }
    return within;
  }

  /**
   * The beginning of a word up to the mark that begins or goes on at {@code first}; the character
   * at {@code from} if there is none near it.
   */
  private static int start(String text, int from, int first) {
    int start = from;
    while (start < first && start < from + MAX_EXTENSION && isWordStart(text, start) == false) {
      start++;
    }
    if (isWordStart(text, start) == false) {
      start = whole(text, from);
    }
    while (Character.isWhitespace(text.charAt(start))) {
      start++; // A letter of the mark follows.
    }
    return start;
  }

  private static boolean isWordStart(String text, int index) {
    return index == 0 || Character.isWhitespace(text.charAt(index - 1));
  }

  /** The end of a word, at most so far behind an index; the index itself if there is none. */
  private static int end(String text, int from) {
    for (int i = from; i <= from + MAX_EXTENSION; i++) {
      if (i >= text.length()) {
        return text.length();
      }
      if (Character.isWhitespace(text.charAt(i))) {
        return i;
      }
    }
    return whole(text, from);
  }

  /** The first index from one on that does not cut a character. */
  private static int whole(String text, int from) {
    int index = from;
    while (index < text.length()
        && (Character.isLowSurrogate(text.charAt(index))
            || Letters.isMark(text.codePointAt(index)))) {
      index++;
    }
    return index;
  }
}
