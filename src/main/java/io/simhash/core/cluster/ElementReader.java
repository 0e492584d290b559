package io.simhash.core.cluster;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.near.NearValue;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Where a join reads the signatures and texts of its elements, which are too large to hold at once.
 * An element is a document, or all documents with equal values. Elements are numbered from 0; their
 * fingerprints are known from the start.
 */
public interface ElementReader {

  /**
   * The parameters of the signature of each element: a number from 0 for each set of comparable
   * signatures, or {@link IncomparablePairs#NO_SIGNATURE}. Asked for if signatures are cut into
   * bands.
   */
  int[] parameters();

  /** The number of components of the signatures with each of the parameters. */
  int[] components();

  /**
   * Gives every band, one after the other, to a consumer: its value in each element whose signature
   * has the parameters, in ascending order of the elements.
   */
  void bands(int parameters, SignatureBands bands, Consumer<int[]> consumer);

  /** The values of some elements, each of which is named once. */
  Map<Integer, NearValue> near(int[] elements);

  /**
   * The shingles of the texts of some elements, each of which is named once: of as many of them as
   * fit into memory, at least one. The set of an element that cannot be confirmed is empty.
   */
  Map<Integer, HashedSet> texts(int[] elements);
}
