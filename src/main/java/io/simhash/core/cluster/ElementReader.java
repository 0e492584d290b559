package io.simhash.core.cluster;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.near.NearValue;
import java.util.BitSet;
import java.util.Map;

/**
 * Where a join reads the values and texts of its elements, which are numbered from 0. Where
 * signatures are compared each has one, and all of them can be compared with each other; otherwise
 * each has a fingerprint. Elements that are asked for are different.
 */
public interface ElementReader {

  /** The fingerprints of the elements; equal ones cost a comparison for each pair. Not a copy. */
  long[] fingerprints();

  /** The elements that have no fingerprint, whatever is in {@link #fingerprints}. */
  BitSet withoutFingerprint();

  /**
   * A number of each element, ascending: only elements with equal numbers are compared. Empty if
   * all elements are compared. Not a copy.
   */
  int[] same();

  /** The bands of the signatures; asked for where there are some. */
  Bands bands();

  /** Reads the values of the bands of all elements. */
  BandRows readBands();

  /** Accounts for further memory of the join; fails if there is not enough. */
  void reserve(long bytes);

  /** The components of the heads of some elements, without those that cannot be read any more. */
  Map<Integer, byte[]> heads(int[] elements);

  /** The values of some elements, without those that cannot be read any more. */
  Map<Integer, NearValue> near(int[] elements);

  /**
   * Whether the signatures were certainly made of the texts, in the same way: then an estimate can
   * confirm a pair whose texts are not read.
   */
  boolean signaturesAreOfTexts();

  /**
   * The shingles of the texts of some elements: of as many as fit into memory, at least one. The
   * set of an element that cannot be confirmed is empty.
   */
  Map<Integer, HashedSet> texts(int[] elements);
}
