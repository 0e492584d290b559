package io.simhash.elasticsearch.ingest.duplicate;

import java.util.Collection;

/** Continues with documents after a search or a read. */
interface Continuation {

  /** Called with documents whose answer is there. */
  void advance(Collection<WaitingDocument> arrivals);

  /** Called with a document whose search failed. */
  void fail(WaitingDocument arrival, Exception failure);
}
