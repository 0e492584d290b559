package io.simhash.core.cluster;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.near.NearValue;
import java.util.BitSet;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Where a join reads the signatures and texts of its elements, which are too large to hold at once.
 * An element is a document, or all documents with equal values. Elements are numbered from 0.
 */
public interface ElementReader {

  /** The fingerprints of the elements; equal ones cost a comparison for each pair. Not a copy. */
  long[] fingerprints();

  /** The elements that have no fingerprint, whatever is in {@link #fingerprints}. */
  BitSet withoutFingerprint();

  /** The elements with a signature. All signatures can be compared with each other. */
  BitSet signed();

  /** The bands of the signatures; asked for where there are some. */
  Bands bands();

  /**
   * Gives all bands to a consumer, group by group: for each consecutive band its value in each
   * element with a signature, in ascending order of the elements.
   *
   * @param group the number of bands in a group; the last one may have fewer
   */
  void readBands(int group, Consumer<char[][]> consumer);

  /**
   * The values of some elements, each of which is named once. Without those that cannot be read any
   * more.
   */
  Map<Integer, NearValue> near(int[] elements);

  /**
   * The shingles of the texts of some elements, each of which is named once: of as many of them as
   * fit into memory, at least one. The set of an element that cannot be confirmed is empty.
   */
  Map<Integer, HashedSet> texts(int[] elements);
}
