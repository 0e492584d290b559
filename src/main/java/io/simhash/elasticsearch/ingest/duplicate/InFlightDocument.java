package io.simhash.elasticsearch.ingest.duplicate;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.elasticsearch.action.DocWriteResponse;

/**
 * A document that has arrived on this node and that searches may not see yet. Its state only moves
 * forward, except that each processor of a pipeline decides anew. Safe to share between threads.
 */
final class InFlightDocument {

  /** How far the document has come. */
  enum State {
    /** It waits for the decision of a processor. */
    PENDING,
    /** It is on its way to its index. */
    KEPT,
    /** It is in its index. */
    ACKNOWLEDGED,
    /** It is not indexed: dropped, routed, refused or failed. */
    GONE
  }

  /**
   * The write of the document, by which a later one of the same id is told from it.
   *
   * @param indexUuid tells an index from an earlier one of the same name
   */
  record Write(String indexUuid, long seqNo, long primaryTerm) {

    static Write of(DocWriteResponse response) {
      return new Write(
          response.getShardId().getIndex().getUUID(),
          response.getSeqNo(),
          response.getPrimaryTerm());
    }
  }

  private final ComparedIndices compared;
  private final String id;
  private final String routing;
  private State state = State.PENDING;
  private Write write;
  private List<WaitingDocument> waiting = new ArrayList<>();

  /**
   * @param routing {@code null} for none
   */
  InFlightDocument(ComparedIndices compared, String id, String routing) {
    this.compared = compared;
    this.id = id;
    this.routing = routing;
  }

  /** The concrete index that it is on its way to. */
  String index() {
    return compared.own();
  }

  /** The name of its index that it is read by. */
  String readAs() {
    return compared.readAs();
  }

  String id() {
    return id;
  }

  String routing() {
    return routing;
  }

  /** Whether another one has the same index, id and routing. */
  boolean isSame(InFlightDocument other) {
    return index().equals(other.index())
        && id.equals(other.id)
        && Objects.equals(routing, other.routing);
  }

  synchronized boolean isGone() {
    return state == State.GONE;
  }

  /** The acknowledged write; {@code null} without one. */
  synchronized Write write() {
    return write;
  }

  /** Lets a later document wait for the decision about this one; false if it has been made. */
  synchronized boolean await(WaitingDocument later) {
    if (state != State.PENDING) {
      return false;
    }
    waiting.add(later);
    return true;
  }

  /**
   * Waits again, for the decision of a further processor of the same pipeline; false unless the
   * document has been kept by those before.
   */
  synchronized boolean reopen() {
    if (state != State.KEPT) {
      return false;
    }
    state = State.PENDING;
    waiting = new ArrayList<>();
    return true;
  }

  /**
   * Sets the decision of the processor.
   *
   * @return the documents that have waited for it
   */
  synchronized List<WaitingDocument> decide(boolean kept) {
    if (state == State.PENDING) {
      state = kept ? State.KEPT : State.GONE;
    }
    List<WaitingDocument> waited = waiting;
    waiting = List.of();
    return waited;
  }

  /** Called with the answer of the index: {@code null} if it did not take the document. */
  synchronized void acknowledge(Write acknowledged) {
    if (state != State.GONE) {
      state = acknowledged == null ? State.GONE : State.ACKNOWLEDGED;
      write = acknowledged;
    }
  }
}
