package io.simhash.elasticsearch.clusters;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.engine.DocumentMissingException;
import org.elasticsearch.rest.RestStatus;

/**
 * Writes the id of its cluster into a field of each member, and null where a document has left all
 * clusters. A document that was changed or deleted since the point in time is not written: it is
 * counted and named as a conflict.
 */
final class UpdateSink implements ClusterSink {

  /** The number of conflicts that the response names. */
  static final int CONFLICTS_NAMED = 100;

  private final String field;
  private final Consumer<Consumer<Member>> leavers;
  private final BulkWriter writer;
  private final List<Member> conflictsNamed = new ArrayList<>();
  private long updated;
  private long unchanged;
  private long conflicts;

  /**
   * @param leavers gives the documents with a value in the field that are in no cluster; called
   *     after the last cluster
   */
  UpdateSink(
      Client client, RunProgress progress, String field, Consumer<Consumer<Member>> leavers) {
    this.field = field;
    this.leavers = leavers;
    this.writer = new BulkWriter(client, progress, RefreshPolicy.NONE, this::count);
  }

  @Override
  public void accept(FoundCluster cluster) {
    cluster.members().forEach(member -> update(member, cluster.id()));
  }

  private void update(Member member, String value) {
    writer.add(
        new UpdateRequest(member.index(), member.id())
            .routing(member.routing())
            .setIfSeqNo(member.seqNo())
            .setIfPrimaryTerm(member.primaryTerm())
            .doc(Collections.singletonMap(field, value)));
  }

  private void count(BulkItemResponse item) {
    boolean changed =
        item.isFailed()
            && (item.getFailure().getStatus() == RestStatus.CONFLICT
                || item.getFailure().getCause() instanceof DocumentMissingException);
    if (changed) {
      conflicts++;
      if (conflictsNamed.size() < CONFLICTS_NAMED) {
        conflictsNamed.add(new Member(item.getIndex(), item.getId(), null, 0, 0, null));
      }
      return;
    }
    BulkWriter.requireSuccess(item);
    if (item.getResponse().getResult() == DocWriteResponse.Result.NOOP) {
      unchanged++;
    } else {
      updated++;
    }
  }

  @Override
  public void end() {
    leavers.accept(member -> update(member, null));
    writer.flush();
  }

  /** The documents that were written. */
  long updated() {
    return updated;
  }

  /** The documents that had the value already. */
  long unchanged() {
    return unchanged;
  }

  /** The documents that were changed or deleted meanwhile. */
  long conflicts() {
    return conflicts;
  }

  /** The first of {@link #conflicts}. */
  List<Member> conflictsNamed() {
    return conflictsNamed;
  }
}
