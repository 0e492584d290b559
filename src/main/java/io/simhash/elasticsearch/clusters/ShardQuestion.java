package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;

/**
 * A question of a cluster run to the shards: one part of each document. A {@link
 * DocumentsAggregator} answers it on every shard: one document after the other, its number in the
 * shard's reader and the part; a document without the part is left out.
 *
 * @param part the part
 * @param docs the documents of each shard, ascending; {@code null} for all that match the search.
 *     Those that the caller may not read are left out of the answer
 * @param parameters the parameters of the signatures whose {@link Part#BANDS} are read, or whose
 *     shingles {@link Part#SHINGLES} and {@link Part#TEXT} have by default; see {@link
 *     RunValues#parameters}
 * @param firstBand the first of the bands
 * @param bands their number
 * @param maxBytes the heap of the {@link Part#SHINGLES} of a shard at most; further documents are
 *     left out
 */
record ShardQuestion(
    Part part, Map<ShardId, int[]> docs, long parameters, int firstBand, int bands, long maxBytes)
    implements Writeable {

  /** A part of a document. */
  enum Part {
    /** Nothing but that it matches. */
    NUMBER,
    /** The fingerprint, see {@link RunValues#add}. */
    FINGERPRINT,
    /** The fingerprint or that there is none, and the hash and the parameters of the signature. */
    VALUE,
    /** Some consecutive bands of the signature, 2 bytes each. */
    BANDS,
    /** The signature as it is stored. */
    SIGNATURE,
    /** A {@link RunDocument}. */
    DOCUMENT,
    /** The shingles of the texts. */
    SHINGLES,
    /** The hash of the set of shingles of a document that has some. */
    TEXT
  }

  /** A question about all documents that match. */
  static ShardQuestion ofAll(Part part) {
    return new ShardQuestion(part, null, 0, 0, 0, 0);
  }

  /** A question about some documents. */
  static ShardQuestion of(Part part, Map<ShardId, int[]> docs) {
    return new ShardQuestion(part, docs, 0, 0, 0, 0);
  }

  /** The bands of all documents that match and have a signature of some parameters. */
  static ShardQuestion ofBands(long parameters, int firstBand, int bands) {
    return new ShardQuestion(Part.BANDS, null, parameters, firstBand, bands, 0);
  }

  /** The shingles of as many of some documents as fit, where signatures have these parameters. */
  static ShardQuestion ofShingles(Map<ShardId, int[]> docs, long parameters, long maxBytes) {
    return new ShardQuestion(Part.SHINGLES, docs, parameters, 0, 0, maxBytes);
  }

  /** The hashes of the texts of some documents, where signatures have these parameters. */
  static ShardQuestion ofTexts(Map<ShardId, int[]> docs, long parameters) {
    return new ShardQuestion(Part.TEXT, docs, parameters, 0, 0, 0);
  }

  ShardQuestion(StreamInput in) throws IOException {
    this(
        in.readEnum(Part.class),
        in.readBoolean() ? in.readMap(ShardId::new, StreamInput::readIntArray) : null,
        in.readLong(),
        in.readVInt(),
        in.readVInt(),
        in.readVLong());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeEnum(part);
    out.writeBoolean(docs != null);
    if (docs != null) {
      out.writeMap(docs, StreamOutput::writeWriteable, StreamOutput::writeIntArray);
    }
    out.writeLong(parameters);
    out.writeVInt(firstBand);
    out.writeVInt(bands);
    out.writeVLong(maxBytes);
  }

  /** Takes a document by its number in the shard's reader, and reads its part. */
  @FunctionalInterface
  interface Taker {
    void accept(ShardId shard, int doc, StreamInput in) throws IOException;
  }
}
