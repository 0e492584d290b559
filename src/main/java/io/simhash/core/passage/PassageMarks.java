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

  /** A part of the value with the index {@code value}, in UTF-16 units; the end is exclusive. */
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
    BitSet others = new BitSet();
    passages.in(document).forEach(passage -> others.set(passage.from(), passage.to()));
    for (int i = 0; i < document.length(); i++) {
      if (document.letter(i) == PassageText.SEPARATOR) {
        others.set(i);
      }
    }
    others.set(document.length());
    List<Mark> marks = new ArrayList<>();
    for (int from = others.nextClearBit(0), to;
        from < document.length();
        from = others.nextClearBit(to)) {
      to = others.nextSetBit(from);
      addDifferent(document, from, to, marks);
    }
    return marks;
  }

  private static void addDifferent(PassageText document, int from, int to, List<Mark> marks) {
    Mark last = marks.isEmpty() ? null : marks.getLast();
    if (last != null
        && last.value() == document.value(to - 1)
        && last.end() >= document.end(to - 1)) {
      return; // A word is read once, however often it differs.
    }
    int first = from;
    while (first > 0 && isInsideWord(document, first)) {
      first--;
    }
    int behind = to;
    while (behind < document.length() && isInsideWord(document, behind)) {
      behind++;
    }
    add(mark(document, first, behind), true, marks);
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
