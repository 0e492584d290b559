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
 * @param docs the documents of each shard, ascending; {@code null} for all that match the search.
 *     Those that the caller may not read are left out of the answer
 * @param header the {@link SignatureHeader} of the signatures: {@link Part#BANDS} and {@link
 *     Part#HEAD} are read of these, and {@link Part#SHINGLES} and {@link Part#TEXT} are cut as
 *     these are by default
 * @param maxBytes the heap of the {@link Part#SHINGLES} of a shard at most; further documents are
 *     left out
 */
record ShardQuestion(Part part, Map<ShardId, int[]> docs, long header, long maxBytes)
    implements Writeable {

  /** In the answers about {@link Part#VALUE}, what a document has: one bit each. */
  static final int FINGERPRINT = 1;

  static final int SIGNATURE = 2;
  static final int SAME = 4;

  /** A part of a document. */
  enum Part {
    /** Nothing but that it matches. */
    NUMBER,
    /**
     * Of a document with a value the fingerprint, or that there is none, and its values that must
     * be equal: {@link NumberedDocuments#add}.
     */
    FINGERPRINT,
    /** This, and the hash and the header of the signature. */
    VALUE,
    /** The bands of the signature as they are stored. */
    BANDS,
    /** The components of the head of the signature as they are stored. */
    HEAD,
    /** The two parts of the signature. */
    SIGNATURE,
    /** A {@link ClusterDocument}. */
    DOCUMENT,
    /** The shingles of the texts. */
    SHINGLES,
    /** The hash of the set of shingles of a document that has some. */
    TEXT
  }

  /** A question about all documents that match. */
  static ShardQuestion ofAll(Part part) {
    return new ShardQuestion(part, null, 0, 0);
  }

  /** A question about some documents, where signatures have this header. */
  static ShardQuestion of(Part part, Map<ShardId, int[]> docs, long header) {
    return new ShardQuestion(part, docs, header, 0);
  }

  ShardQuestion(StreamInput in) throws IOException {
    this(
        in.readEnum(Part.class),
        in.readBoolean() ? in.readMap(ShardId::new, StreamInput::readIntArray) : null,
        in.readLong(),
        in.readVLong());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeEnum(part);
    out.writeBoolean(docs != null);
    if (docs != null) {
      out.writeMap(docs, StreamOutput::writeWriteable, StreamOutput::writeIntArray);
    }
    out.writeLong(header);
    out.writeVLong(maxBytes);
  }
}
