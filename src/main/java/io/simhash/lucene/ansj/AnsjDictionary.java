package io.simhash.lucene.ansj;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.Sha256;
import java.io.IOException;
import java.io.LineNumberReader;
import java.io.Reader;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.nlpcn.commons.lang.tire.domain.Forest;
import org.nlpcn.commons.lang.tire.domain.Value;
import org.nlpcn.commons.lang.tire.library.Library;

/**
 * The user's own words for {@link AnsjTokenizer}; ansj's static dictionaries are not changed.
 *
 * <p>One line a word: {@code word<TAB>nature<TAB>frequency}; nature (default {@code userDefine})
 * and frequency (default 1000, at least 1) may be left out. Empty lines and lines that begin with
 * {@code #} are skipped. Letter case and full-width ASCII make no difference. A word has at most 64
 * UTF-16 units, a line 1,000, a dictionary 1,000,000 words and 4,000,000 units. A word with letters
 * that are neither Han nor ASCII is never found, see {@link AnsjTokenizer}.
 */
public final class AnsjDictionary {

  private static final int MAX_WORDS = 1_000_000;

  /** The length of all lines with words. ansj's tree takes 70 bytes of heap a unit: 270 MB. */
  private static final int MAX_LENGTH = 4_000_000;

  private static final int MAX_LINE_LENGTH = 1000;
  private static final int MAX_WORD_LENGTH = 64;

  /** The dictionary without words. */
  public static final AnsjDictionary EMPTY = new AnsjDictionary(new TreeMap<>());

  /**
   * The nature that ansj gets for all words. Their own natures are kept here, because ansj writes a
   * nature that it does not know into an unsynchronised static map while it analyses a text.
   */
  static final String MARK = "userDefine";

  private static final int DEFAULT_FREQUENCY = 1000;
  private static final Pattern NATURE = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,19}");

  private record Entry(String nature, int frequency) {}

  private final SortedMap<String, Entry> entries;

  /** The words as ansj wants them; never written to. */
  final Forest forest = new Forest();

  /** Whether a text without a Han character cannot contain a word. */
  final boolean needsHan;

  /** The SHA-256 of all words with natures and frequencies, in any order and letter case. */
  final String contentId;

  private AnsjDictionary(SortedMap<String, Entry> entries) {
    this.entries = entries;
    StringBuilder content = new StringBuilder();
    for (Map.Entry<String, Entry> word : entries.entrySet()) {
      String frequency = Integer.toString(word.getValue().frequency());
      Library.insertWord(forest, new Value(word.getKey(), MARK, frequency));
      content.append(word.getKey()).append('\t').append(word.getValue().nature());
      content.append('\t').append(frequency).append('\n');
    }
    needsHan =
        entries.keySet().stream().allMatch(word -> word.codePoints().anyMatch(Characters::isHan));
    contentId = Sha256.hex(content.toString());
  }

  /**
   * Reads a dictionary and leaves the reader open.
   *
   * @throws IllegalArgumentException naming the line that is wrong by its number only: a file that
   *     is no dictionary may contain secrets
   */
  public static AnsjDictionary read(Reader reader) throws IOException {
    SortedMap<String, Entry> entries = new TreeMap<>();
    LineNumberReader lines = new LineNumberReader(reader);
    int length = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      int number = lines.getLineNumber();
      String content = number == 1 && line.startsWith("\uFEFF") ? line.substring(1) : line;
      if (content.isBlank() == false && content.startsWith("#") == false) {
        length += content.length();
        require(
            length <= MAX_LENGTH, number, "exceeds the limit of [" + MAX_LENGTH + "] characters");
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
    String nature = fields.length < 2 ? MARK : fields[1].strip();
    require(
        NATURE.matcher(nature).matches(),
        number,
        "must have a nature of 1 to 20 letters, digits or underscores, a letter first");
    int frequency = fields.length < 3 ? DEFAULT_FREQUENCY : frequency(fields[2].strip(), number);
    Entry entry = new Entry(nature, frequency);
    Entry before = entries.put(word, entry);
    require(
        before == null || before.equals(entry),
        number,
        "repeats a word with another nature or frequency");
    require(entries.size() <= MAX_WORDS, number, "exceeds the limit of [1000000] words");
  }

  private static int frequency(String field, int number) {
    int frequency = -1;
    try {
      frequency = Integer.parseInt(field);
    } catch (NumberFormatException e) {
      // refused below, with the line's number
    }
    require(frequency >= 1, number, "must have a frequency in [1, 2147483647]");
    return frequency;
  }

  private static void require(boolean condition, int number, String mistake) {
    if (condition == false) {
      throw invalid("line [%s] of the dictionary %s", number, mistake);
    }
  }

  /** The number of words. */
  public int size() {
    return entries.size();
  }

  /** The nature of a word, spelled as in a text. */
  String nature(String word) {
    Entry entry = entries.get(Characters.fold(word));
    return entry == null ? MARK : entry.nature();
  }
}
