package io.simhash.core.passage;

import io.simhash.core.passage.SharedPassages.Passage;
import io.simhash.core.text.Letters;
import io.simhash.core.text.PassageText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The parts of a document's text that it shares with a query's text, or does not share. */
public final class PassageMarks {

  private PassageMarks() {}

  /**
   * A part of a value, by UTF-16 units.
   *
   * @param value the index of the value
   * @param start where it begins
   * @param end where it ends, exclusive
   */
  public record Mark(int value, int start, int end) {}

  /** The shared passages, in order. */
  public static List<Mark> shared(SharedPassages passages, PassageText document) {
    List<Mark> marks = new ArrayList<>();
    for (Passage passage : passages.in(document)) {
      add(mark(document, passage.from(), passage.to()), false, marks);
    }
    return marks;
  }

  /**
   * The letters that are in no shared passage, in order. In scripts with words a whole word is
   * marked: of <em>four</em> and <em>five</em> the first letter is shared.
   */
  public static List<Mark> different(SharedPassages passages, PassageText document) {
    BitSet shared = new BitSet();
    passages.in(document).forEach(passage -> shared.set(passage.from(), passage.to()));
    List<Mark> marks = new ArrayList<>();
    int from = shared.nextClearBit(0);
    while (from < document.length()) {
      int next = shared.nextSetBit(from);
      int to = next < 0 ? document.length() : next;
      addDifferent(document, from, to, marks);
      from = shared.nextClearBit(to);
    }
    return marks;
  }

  private static void addDifferent(PassageText document, int from, int to, List<Mark> marks) {
    for (int start = from; start < to; start++) {
      if (document.letter(start) == PassageText.SEPARATOR) {
        continue;
      }
      int end = start + 1;
      while (end < to && document.letter(end) != PassageText.SEPARATOR) {
        end++;
      }
      if (isIn(marks, document, end - 1) == false) {
        int first = start;
        while (first > 0 && isInsideWord(document, first)) {
          first--;
        }
        int behind = end;
        while (behind < document.length() && isInsideWord(document, behind)) {
          behind++;
        }
        add(mark(document, first, behind), true, marks);
      }
      start = end;
    }
  }

  /** Whether a letter is in the last mark: a word is read once, however often it differs. */
  private static boolean isIn(List<Mark> marks, PassageText document, int letter) {
    return marks.isEmpty() == false
        && marks.getLast().value() == document.value(letter)
        && marks.getLast().end() >= document.end(letter);
  }

  /**
   * Adds a mark. It is joined to the last one where the two overlap: they share a character that
   * became several letters.
   *
   * @param touching whether to join it also to one that ends where it begins
   */
  private static void add(Mark mark, boolean touching, List<Mark> marks) {
    Mark last = marks.isEmpty() ? null : marks.getLast();
    if (last != null
        && last.value() == mark.value()
        && last.end() >= (touching ? mark.start() : mark.start() + 1)) {
      marks.set(marks.size() - 1, new Mark(mark.value(), last.start(), mark.end()));
    } else {
      marks.add(mark);
    }
  }

  /** Whether a letter belongs to the same word as the one before it. */
  private static boolean isInsideWord(PassageText document, int letter) {
    int before = document.letter(letter - 1);
    int here = document.letter(letter);
    return before != PassageText.SEPARATOR
        && here != PassageText.SEPARATOR
        && document.end(letter - 1) >= document.start(letter)
        && Letters.isDense(before) == false
        && Letters.isDense(here) == false;
  }

  private static Mark mark(PassageText document, int from, int to) {
    return new Mark(document.value(from), document.start(from), document.end(to - 1));
  }
}
