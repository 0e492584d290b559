package io.simhash.core.cluster;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bands of the signatures of all elements, element by element: two elements are compared in
 * four bands at a time. 48 bytes an element with 24 bands.
 */
public final class BandRows {

  private static final int BANDS_OF_WORD = Long.BYTES / Character.BYTES;
  private static final int BANDS_OF_WORD_MASK = (1 << BANDS_OF_WORD) - 1;

  /** Not one array for all: it could be too large for the heap of a node that has enough. */
  private static final int PAGE_BITS = 14;

  private static final int ROWS_OF_PAGE = 1 << PAGE_BITS;

  /** All bits of four bands but the highest of each. */
  private static final long LOW_BITS = 0x7FFF_7FFF_7FFF_7FFFL;

  /** Moves the bits 0, 16, 32 and 48 to 48, 49, 50 and 51, and none to a higher one. */
  private static final long GATHER = 1L << 48 | 1L << 33 | 1L << 18 | 1L << 3;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final int bands;
  private final int elements;
  private final int words;
  private final long[][] pages;

  /**
   * Rows of zeros.
   *
   * @param bands the number of bands of a signature, at most 32
   */
  public BandRows(int bands, int elements) {
    this.bands = bands;
    this.elements = elements;
    this.words = Math.ceilDiv(bands, BANDS_OF_WORD);
    this.pages = new long[Math.ceilDiv(elements, ROWS_OF_PAGE)][];
    for (int page = 0; page < pages.length; page++) {
      pages[page] = new long[Math.min(ROWS_OF_PAGE, elements - page * ROWS_OF_PAGE) * words];
    }
  }

  /** Sets the bands of an element: 2 bytes each, the least significant byte first. */
  public void set(int element, byte[] stored) {
    byte[] whole = Arrays.copyOf(stored, words * Long.BYTES);
    for (int word = 0; word < words; word++) {
      page(element)[place(element) + word] = (long) LONGS.get(whole, word * Long.BYTES);
    }
  }

  /** The rows of some elements, in this order. */
  BandRows of(int[] some) {
    BandRows rows = new BandRows(bands, some.length);
    // Word by word: the processor waits for several rows at a time.
    for (int word = 0; word < words; word++) {
      for (int i = 0; i < some.length; i++) {
        rows.page(i)[rows.place(i) + word] = page(some[i])[place(some[i]) + word];
      }
    }
    return rows;
  }

  int bands() {
    return bands;
  }

  int elements() {
    return elements;
  }

  private long[] page(int element) {
    return pages[element >>> PAGE_BITS];
  }

  private int place(int element) {
    return (element & ROWS_OF_PAGE - 1) * words;
  }

  /** Copies one band of all elements, in their order. */
  void copyBand(int band, char[] to) {
    int shift = band % BANDS_OF_WORD * Character.SIZE;
    int element = 0;
    for (long[] page : pages) {
      for (int at = band / BANDS_OF_WORD; at < page.length; at += words) {
        to[element++] = (char) (page[at] >>> shift);
      }
    }
  }

  /** The largest number of elements that have an equal band. */
  int largestBucket() {
    int largest = 0;
    char[] keys = new char[elements];
    for (int band = 0; band < bands; band++) {
      copyBand(band, keys);
      int[] sizes = new int[1 << Character.SIZE];
      for (char key : keys) {
        largest = Math.max(largest, ++sizes[key]);
      }
    }
    return largest;
  }

  /** The bands that are equal in two elements, one bit each. */
  int equal(int a, int b) {
    long equal = 0;
    for (int word = 0; word < words; word++) {
      equal |= equal(a, b, word) << word * BANDS_OF_WORD;
    }
    return (int) (equal & (1L << bands) - 1);
  }

  /**
   * Whether these bands, one bit each, are the first bands that are equal in two elements. Most
   * pairs differ in the first bands, so that the others are not looked at.
   */
  boolean areFirstEqual(int a, int b, int wanted) {
    long relevant = Integer.toUnsignedLong(Integer.highestOneBit(wanted)) * 2 - 1;
    for (int word = 0; relevant >>> word * BANDS_OF_WORD != 0; word++) {
      int shift = word * BANDS_OF_WORD;
      if ((equal(a, b, word) & relevant >>> shift) != (wanted >>> shift & BANDS_OF_WORD_MASK)) {
        return false;
      }
    }
    return true;
  }

  /** Whether this is the first band that is equal in two elements, and another one is equal too. */
  boolean isFirstEqual(int a, int b, int band) {
    int equal = equal(a, b);
    return Integer.numberOfTrailingZeros(equal) == band && Integer.bitCount(equal) > 1;
  }

  /** The bands of a word that are equal in two elements, one bit each. */
  private long equal(int a, int b, int word) {
    long different = page(a)[place(a) + word] ^ page(b)[place(b) + word];
    // The highest bit of a band is set in the sum if one of its other bits is.
    long zeros = ~(((different & LOW_BITS) + LOW_BITS) | different | LOW_BITS);
    return (zeros >>> Character.SIZE - 1) * GATHER >>> 48;
  }
}
