package io.simhash.elasticsearch.clusters;

import io.simhash.elasticsearch.query.ConfirmTexts;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.NamedWriteable;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.aggregations.support.AggregationContext;

/**
 * A question of a cluster run to the shards of its point in time. It writes itself, and writes and
 * reads the answers: one document after the other, its number in the shard's reader and its value.
 *
 * @param <T> the value of a document
 */
interface ShardQuestion<T> extends NamedWriteable {

  /**
   * The documents of each shard that the question is about, ascending; empty where it is about all
   * that match the query. Those that the reader hides from the caller are left out of the answer.
   */
  default Optional<Map<ShardId, int[]>> docs() {
    return Optional.empty();
  }

  /**
   * A segment of a shard.
   *
   * @param field the name of the field that is compared
   * @param canonical the field that decides which member is canonical; {@code null} for none
   * @param update the field that the ids of clusters are written to; {@code null} for none
   * @param texts the texts that neighbours are confirmed by; {@code null} for none
   * @param docs those that the question names, by their numbers in the segment
   * @param heap counts what the answers of all segments of the shard take when they are read
   */
  record Segment(
      AggregationContext context,
      String field,
      String canonical,
      String update,
      ConfirmTexts texts,
      LeafReaderContext leaf,
      int[] docs,
      AtomicLong heap) {}

  /** Starts to answer for the documents of a segment. */
  Writer open(Segment segment) throws IOException;

  /** Answers for one document after the other. */
  @FunctionalInterface
  interface Writer {

    /**
     * Writes the number of a document in the shard's reader and its value, or nothing if it has no
     * value.
     *
     * @param doc its number in the segment
     */
    void write(int doc, BytesStreamOutput out) throws IOException;
  }

  /** Reads the value of a document. */
  T read(ShardId shard, StreamInput in) throws IOException;

  /** Takes the documents of an answer. */
  @FunctionalInterface
  interface Taker<T> {
    void accept(ShardId shard, int doc, T value);
  }
}
