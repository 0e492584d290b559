package io.simhash.elasticsearch.idf;

import io.simhash.lucene.idf.TermCounts;
import java.io.IOException;
import java.util.Map;
import org.elasticsearch.action.support.broadcast.BroadcastShardRequest;
import org.elasticsearch.action.support.broadcast.BroadcastShardResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/** The messages of a count on one shard. */
final class ShardCount {

  private ShardCount() {}

  /**
   * The terms of a field that one request counts: those whose hash falls into a slice.
   *
   * @param slice in [0, slices)
   * @param slices 0 to count no terms, but the documents
   */
  record Terms(String field, int slice, int slices) implements Writeable {

    Terms(StreamInput in) throws IOException {
      this(in.readString(), in.readVInt(), in.readVInt());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeString(field);
      out.writeVInt(slice);
      out.writeVInt(slices);
    }
  }

  /** The request to one shard. */
  static final class Request extends BroadcastShardRequest {

    final Terms terms;

    Request(ShardId shard, TransportCountTermsAction.Request request) {
      super(shard, request);
      this.terms = request.terms;
    }

    Request(StreamInput in) throws IOException {
      super(in);
      terms = new Terms(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      terms.writeTo(out);
    }

    @Override
    public Task createTask(
        long id, String type, String action, TaskId parent, Map<String, String> headers) {
      return new CancellableTask(id, type, action, terms.toString(), parent, headers);
    }
  }

  /** The counts of one shard. */
  static final class Response extends BroadcastShardResponse {

    /** Whether the field is mapped. */
    final boolean mapped;

    /** The number of documents that have the field. */
    final long documents;

    /** At least the number of terms of the field. */
    final long maxTerms;

    /** The terms of the slice. */
    final TermCounts counts;

    Response(ShardId shard, boolean mapped, long documents, long maxTerms, TermCounts counts) {
      super(shard);
      this.mapped = mapped;
      this.documents = documents;
      this.maxTerms = maxTerms;
      this.counts = counts;
    }

    Response(StreamInput in) throws IOException {
      super(in);
      mapped = in.readBoolean();
      documents = in.readVLong();
      maxTerms = in.readVLong();
      counts = new TermCounts(in.readLongArray(), in.readVIntArray());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeBoolean(mapped);
      out.writeVLong(documents);
      out.writeVLong(maxTerms);
      out.writeLongArray(counts.hashes());
      out.writeVIntArray(counts.counts());
    }
  }
}
