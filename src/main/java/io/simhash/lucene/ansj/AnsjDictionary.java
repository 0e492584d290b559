package io.simhash.lucene.ansj;

import io.simhash.core.base.Sha256;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.nlpcn.commons.lang.tire.domain.Forest;
import org.nlpcn.commons.lang.tire.domain.Value;
import org.nlpcn.commons.lang.tire.library.Library;

/**
 * Words of the user's own, for {@link AnsjTokenizer}. Immutable; ansj's static dictionaries are
 * never touched.
 *
 * <p>One line a word: {@code word<TAB>nature<TAB>frequency}; nature (default {@code userDefine})
 * and frequency (default 1000, at least 1) may be left out. Empty lines and lines that begin with
 * {@code #} are skipped. Letter case and full-width ASCII make no difference. A word is at most
 * {@link #MAX_WORD_LENGTH} characters, a line {@link #MAX_LINE_LENGTH}, a dictionary {@link
 * #MAX_WORDS} words. A word with letters that are neither Han nor ASCII is never met, see {@link
 * AnsjTokenizer}.
 */
public final class AnsjDictionary {

  /** The most words. */
  public static final int MAX_WORDS = 1_000_000;

  /** The longest line, in UTF-16 units. */
  public static final int MAX_LINE_LENGTH = 1000;

  /** The longest word, in UTF-16 units. */
  public static final int MAX_WORD_LENGTH = 64;

  /** A dictionary without a word. */
  public static final AnsjDictionary EMPTY = new AnsjDictionary(new TreeMap<>());

  /**
   * The nature by which ansj knows all these words. Theirs are kept here: ansj would write a nature
   * that is new to it into an unguarded static map in the midst of analysis.
   */
  static final String MARK = "userDefine";

  private static final int DEFAULT_FREQUENCY = 1000;
  private static final Pattern NATURE = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,19}");

  private record Entry(String nature, int frequency) {}

  private final SortedMap<String, Entry> entries;
  private final Forest forest = new Forest();
  private final String contentId;

  private AnsjDictionary(SortedMap<String, Entry> entries) {
    this.entries = entries;
    StringBuilder content = new StringBuilder();
    for (Map.Entry<String, Entry> word : entries.entrySet()) {
      String frequency = Integer.toString(word.getValue().frequency());
      Library.insertWord(forest, new Value(word.getKey(), MARK, frequency));
      content.append(word.getKey()).append('\t').append(word.getValue().nature());
      content.append('\t').append(frequency).append('\n');
    }
    contentId = Sha256.hex(content.toString());
  }

  /**
   * Reads a dictionary; the caller closes the reader.
   *
   * @throws IllegalArgumentException naming the line and what it should be
   */
  public static AnsjDictionary read(Reader reader) throws IOException {
    SortedMap<String, Entry> entries = new TreeMap<>();
    BufferedReader lines = new BufferedReader(reader);
    int number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      String content = number == 1 && line.startsWith("\uFEFF") ? line.substring(1) : line;
      if (content.isBlank() == false && content.startsWith("#") == false) {
        add(entries, content, number);
      }
    }
    return entries.isEmpty() ? EMPTY : new AnsjDictionary(entries);
  }

  private static void add(SortedMap<String, Entry> entries, String line, int number) {
    require(line.length() <= MAX_LINE_LENGTH, number, "is longer than [1000] characters");
    String[] fields = line.split("\t", -1);
    require(fields.length <= 3, number, "has more than [3] fields");
    String word = Characters.fold(fields[0].strip());
    require(word.isEmpty() == false, number, "has no word");
    require(word.length() <= MAX_WORD_LENGTH, number, "has a word of more than [64] characters");
    Entry entry =
        new Entry(
            fields.length < 2 ? MARK : nature(fields[1].strip(), number),
            fields.length < 3 ? DEFAULT_FREQUENCY : frequency(fields[2].strip(), number));
    Entry before = entries.put(word, entry);
    require(
        before == null || before.equals(entry), number, "repeats [" + word + "] with other values");
    require(entries.size() <= MAX_WORDS, number, "is beyond [1000000] words");
  }

  private static String nature(String field, int number) {
    require(
        NATURE.matcher(field).matches(),
        number,
        "has the nature [" + field + "]: it must be 1 to 20 letters, digits or underscores");
    return field;
  }

  private static int frequency(String field, int number) {
    int frequency = -1;
    try {
      frequency = Integer.parseInt(field);
    } catch (NumberFormatException e) {
      // said below, with the line
    }
    require(
        frequency >= 1,
        number,
        "has the frequency [" + field + "]: it must be an integer from 1 to 2147483647");
    return frequency;
  }

  private static void require(boolean condition, int number, String complaint) {
    if (condition == false) {
      throw new IllegalArgumentException("line [" + number + "] of the dictionary " + complaint);
    }
  }

  /** How many words there are. */
  public int size() {
    return entries.size();
  }

  /**
   * The SHA-256, in hexadecimal digits, of all words with natures and frequencies: the same for the
   * same content, whatever the order, comments and letter case of the file.
   */
  public String contentId() {
    return contentId;
  }

  /** For ansj; nobody writes to it. */
  Forest forest() {
    return forest;
  }

  /** The part of speech of a word as it stands in a text. */
  String nature(String word) {
    Entry entry = entries.get(Characters.fold(word));
    return entry == null ? MARK : entry.nature();
  }
}
