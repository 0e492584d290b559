package io.simhash.core.feature;

import static io.simhash.core.base.Errors.invalid;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/**
 * The tokens of one text in arrays: about 24 bytes a token, where a list of {@link Token}s needs a
 * hundred. Immutable; each call of {@link #get} makes a new {@link Token}.
 */
public final class Tokens extends AbstractList<Tokens.Token> implements RandomAccess {

  /**
   * One unit of an analyzer's output.
   *
   * @param term the text of the token, as the analyzer normalised it
   * @param partOfSpeech the part of speech or other type that the analyzer gave it, possibly empty
   * @param start offset of its first UTF-16 unit in the analysed text
   * @param end offset behind its last UTF-16 unit
   */
  public record Token(String term, String partOfSpeech, int start, int end) {}

  /** No tokens. */
  public static final Tokens NONE = new Builder().build();

  private final char[] characters;

  /** Where each term begins in {@code characters}, and the end of the last one. */
  private final int[] terms;

  private final int[] starts;
  private final int[] ends;
  private final String[] partsOfSpeech;
  private final int size;

  private Tokens(Builder builder) {
    this.characters = builder.characters;
    this.terms = builder.terms;
    this.starts = builder.starts;
    this.ends = builder.ends;
    this.partsOfSpeech = builder.partsOfSpeech;
    this.size = builder.size;
  }

  /** The same tokens, in arrays. */
  public static Tokens of(List<Token> tokens) {
    if (tokens instanceof Tokens same) {
      return same;
    }
    Builder builder = new Builder();
    for (Token token : tokens) {
      char[] term = token.term().toCharArray();
      builder.add(term, term.length, token.partOfSpeech(), token.start(), token.end());
    }
    return builder.build();
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public Token get(int i) {
    return new Token(term(i), partOfSpeech(i), start(i), end(i));
  }

  public String term(int i) {
    return new String(characters, terms[i], terms[i + 1] - terms[i]);
  }

  public String partOfSpeech(int i) {
    return partsOfSpeech[i];
  }

  public int start(int i) {
    return starts[i];
  }

  public int end(int i) {
    return ends[i];
  }

  /** The length of the term of token {@code i} in code points. */
  public int codePoints(int i) {
    return Character.codePointCount(characters, terms[i], terms[i + 1] - terms[i]);
  }

  /** Whether the term of token {@code i} has at least {@code min} code points. */
  boolean hasCodePoints(int i, int min) {
    // Two units are at least one code point: most terms need not be read.
    return terms[i + 1] - terms[i] >= 2 * min || codePoints(i) >= min;
  }

  /** The length of all terms in UTF-16 units. */
  public int units() {
    return terms[size];
  }

  /** Gives the characters of a term to {@code consumer}. */
  public void readTerm(int i, TermConsumer consumer) {
    consumer.accept(characters, terms[i], terms[i + 1] - terms[i]);
  }

  /** Takes the characters of a term, which must not be changed. */
  @FunctionalInterface
  public interface TermConsumer {
    void accept(char[] characters, int offset, int length);
  }

  /** Collects tokens. Used for one text. */
  public static final class Builder {

    private static final int FIRST_CAPACITY = 128;

    private char[] characters = new char[4 * FIRST_CAPACITY];
    private int[] terms = {0};
    private int[] starts = {};
    private int[] ends = {};
    private String[] partsOfSpeech = {};
    private int size;

    /**
     * Adds a token.
     *
     * @param term an array that begins with its term; copied
     * @param length the length of the term
     * @throws IllegalArgumentException if the offsets are not ordered
     */
    public void add(char[] term, int length, String partOfSpeech, int start, int end) {
      if (start < 0 || end < start) {
        throw invalid("offsets must be ordered but were [%s,%s]", start, end);
      }
      if (size == starts.length) {
        grow();
      }
      int from = terms[size];
      if (from + length > characters.length) {
        characters = Arrays.copyOf(characters, Math.max(from + length, characters.length * 2));
      }
      System.arraycopy(term, 0, characters, from, length);
      starts[size] = start;
      ends[size] = end;
      partsOfSpeech[size] = partOfSpeech;
      terms[++size] = from + length;
    }

    private void grow() {
      int capacity = Math.max(FIRST_CAPACITY, size * 2);
      starts = Arrays.copyOf(starts, capacity);
      ends = Arrays.copyOf(ends, capacity);
      partsOfSpeech = Arrays.copyOf(partsOfSpeech, capacity);
      terms = Arrays.copyOf(terms, capacity + 1);
    }

    /** The tokens; nothing may be added afterwards. */
    public Tokens build() {
      return new Tokens(this);
    }
  }
}
