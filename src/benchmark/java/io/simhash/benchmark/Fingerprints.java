package io.simhash.benchmark;

import java.util.Set;

/** The fingerprints of an index, and the keys that its rows ask for: brute force knows them. */
interface Fingerprints {

  /** The number of documents. */
  int documents();

  /** Whether a document has a signature, if its index has signatures. */
  boolean hasSignature(int document);

  long fingerprint(int document);

  /** The fingerprint that the query of a key asks for. */
  long query(int key);

  /** The documents of the {@code term} query of a key. */
  Set<Integer> term(int key);
}
