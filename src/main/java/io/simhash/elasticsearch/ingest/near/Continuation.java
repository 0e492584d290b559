package io.simhash.elasticsearch.ingest.near;

import java.util.Collection;

/** Continues with documents after a search or a read. */
interface Continuation {

  /** Called with documents whose answer is there. */
  void advance(Collection<Arrival> arrivals);

  /** Called with a document whose search failed. */
  void fail(Arrival arrival, Exception failure);
}
