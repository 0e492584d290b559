package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.near_duplicate.NearDuplicateOptions.OnDuplicate;
import io.simhash.elasticsearch.option.SameValues;
import java.util.List;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.rest.RestStatus;

/**
 * A document that was dropped, refused or routed because of another one, its original. At the end
 * of its request it fails if the original is not there.
 *
 * @param texts the texts whose passages the original has; none if it was not found by them
 * @param write the write of the original that was found; {@code null} if it precedes in the request
 * @param refusal the error of a document that was refused; otherwise {@code null}
 */
record Removed(
    String id,
    NearValue value,
    SameValues same,
    List<String> texts,
    NearDuplicateOptions options,
    Place original,
    Write write,
    Exception refusal) {

  static final int UNKNOWN = -1;

  boolean isNear(NearValue other) {
    return options.rule(value).holds(value, other);
  }

  /** Fails its item. Where that is not known, all items fail that were removed in this way. */
  void fail(int slot, BulkItemResponse[] items) {
    for (int i = 0; i < items.length; i++) {
      if ((slot == UNKNOWN || slot == i) && isAnswer(items[i])) {
        items[i] = lost(items[i], slot == i ? "was" : "may have been");
      }
    }
  }

  private boolean isAnswer(BulkItemResponse item) {
    return switch (options.onDuplicate()) {
      // A pipeline has dropped its document.
      case DROP ->
          item.isFailed() == false
              && item.getOpType() != DocWriteRequest.OpType.UPDATE
              && item.getResponse().getResult() == DocWriteResponse.Result.NOOP;
      case ROUTE -> item.isFailed() == false && item.getId().equals(id);
      default ->
          item.isFailed()
              && ExceptionsHelper.unwrapCausesAndSuppressed(
                      item.getFailure().getCause(), cause -> cause == refusal)
                  .isPresent();
    };
  }

  private BulkItemResponse lost(BulkItemResponse item, String was) {
    OnDuplicate done = options.onDuplicate();
    Exception cause =
        new ElasticsearchStatusException(
            "document [{}] {} {} as a near-duplicate of [{}], which was not indexed or has"
                + " changed: send it again",
            RestStatus.SERVICE_UNAVAILABLE,
            item.getId(),
            was,
            done == OnDuplicate.DROP ? "dropped" : done == OnDuplicate.FAIL ? "refused" : "routed",
            original.id());
    return BulkItemResponse.failure(
        item.getItemId(),
        item.getOpType(),
        new BulkItemResponse.Failure(item.getIndex(), item.getId(), cause));
  }
}
