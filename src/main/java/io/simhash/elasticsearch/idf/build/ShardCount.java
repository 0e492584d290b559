package io.simhash.elasticsearch.idf.build;

import io.simhash.elasticsearch.format.WireFormat;
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

    /** The newest format that this version of the plugin reads, see {@link WireFormat}. */
    private static final int NEWEST_FORMAT = 1;

    /** The format that this version of the plugin writes. */
    private static final int WRITTEN_FORMAT = 1;

    static Terms read(StreamInput in) throws IOException {
      WireFormat.read(in, "a count of terms", NEWEST_FORMAT);
      return new Terms(in.readString(), in.readVInt(), in.readVInt());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeVInt(WRITTEN_FORMAT);
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
      terms = Terms.read(in);
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

  /**
   * The counts of one shard.
   *
   * @param mapped whether the field is mapped
   * @param documents the number of documents that have the field
   * @param maxTerms at least the number of terms of the field
   * @param terms the terms of the slice
   */
  record Counts(boolean mapped, long documents, long maxTerms, TermCounts terms)
      implements Writeable {

    Counts(StreamInput in) throws IOException {
      this(
          in.readBoolean(),
          in.readVLong(),
          in.readVLong(),
          new TermCounts(in.readLongArray(), in.readVIntArray()));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeBoolean(mapped);
      out.writeVLong(documents);
      out.writeVLong(maxTerms);
      out.writeLongArray(terms.hashes());
      out.writeVIntArray(terms.counts());
    }
  }

  /** The response of one shard. */
  static final class Response extends BroadcastShardResponse {

    final Counts counts;

    Response(ShardId shard, Counts counts) {
      super(shard);
      this.counts = counts;
    }

    Response(StreamInput in) throws IOException {
      super(in);
      counts = new Counts(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      counts.writeTo(out);
    }
  }
}
