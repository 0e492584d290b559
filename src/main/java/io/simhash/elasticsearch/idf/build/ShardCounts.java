package io.simhash.elasticsearch.idf.build;

import io.simhash.lucene.idf.TermCounts;
import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * What was counted on one shard or on several.
 *
 * @param mapped whether the field is mapped
 * @param documents documents that have the field
 * @param upperBound at least the number of its terms
 * @param terms the terms of the slice
 */
record ShardCounts(boolean mapped, long documents, long upperBound, TermCounts terms)
    implements Writeable {

  /** Nothing, of a shard without the field; a new one each time, as {@link #and} adds to it. */
  static ShardCounts unmapped() {
    return new ShardCounts(false, 0, 0, new TermCounts());
  }

  ShardCounts(StreamInput in) throws IOException {
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
    out.writeVLong(upperBound);
    out.writeLongArray(terms.hashes());
    out.writeVIntArray(terms.counts());
  }

  /** These and those together; takes those terms into its own. */
  ShardCounts and(ShardCounts other) {
    terms.addAll(other.terms);
    return new ShardCounts(
        mapped || other.mapped, documents + other.documents, upperBound + other.upperBound, terms);
  }
}
