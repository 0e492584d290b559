package io.simhash.elasticsearch.clusters;

import io.simhash.core.near.NearRule;
import java.io.IOException;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;

/**
 * A question of a cluster run to the shards of its point in time.
 *
 * @param kind what to answer
 * @param fields the fields to read
 * @param withSignatures with {@link Kind#FINGERPRINTS}: whether signatures matter
 * @param parameters with {@link Kind#BANDS}: those of the signatures to answer with, see {@link
 *     StoredSignatures#parameters}
 * @param firstBand the first band to answer with
 * @param bandCount the number of bands to answer with; with 0 the documents
 * @param docs with the other kinds: the documents of each shard, ascending
 * @param maxBytes with {@link Kind#SHINGLES}: the size of a shard's answer at most; further
 *     documents are left out
 */
record ShardQuestion(
    Kind kind,
    Fields fields,
    boolean withSignatures,
    long parameters,
    int firstBand,
    int bandCount,
    Map<ShardId, int[]> docs,
    long maxBytes)
    implements Writeable {

  /** The answers that there are. */
  enum Kind {
    /** The fingerprints of all documents that match the query. */
    FINGERPRINTS,
    /** All documents that match the query, with or without a fingerprint. */
    DOCUMENTS,
    /** Some bands of the documents that match the query and have signatures of some parameters. */
    BANDS,
    /** The signatures of some documents. */
    SIGNATURES,
    /** The ids of some documents. */
    MEMBERS,
    /** The shingles of the texts of some documents, of as many as the answer may hold. */
    SHINGLES
  }

  /**
   * The fields of a run.
   *
   * @param field the {@code simhash} field
   * @param canonical the field that decides which member is canonical; {@code null} for none
   * @param update the field that the ids of clusters are written to; {@code null} for none
   * @param confirm the texts that neighbours are confirmed by; {@code null} for none
   */
  record Fields(String field, String canonical, String update, Confirm confirm)
      implements Writeable {

    Fields(StreamInput in) throws IOException {
      this(
          in.readString(),
          in.readOptionalString(),
          in.readOptionalString(),
          in.readOptionalWriteable(Confirm::new));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeString(field);
      out.writeOptionalString(canonical);
      out.writeOptionalString(update);
      out.writeOptionalWriteable(confirm);
    }
  }

  /**
   * The documents that can have neighbours by a rule, and what it needs to know of them. Where
   * texts confirm neighbours, equal signatures tell that texts are equal.
   */
  static ShardQuestion fingerprints(Fields fields, NearRule rule) {
    boolean withSignatures = rule.usesSignatures() || fields.confirm() != null;
    return new ShardQuestion(Kind.FINGERPRINTS, fields, withSignatures, 0, 0, 0, Map.of(), 0);
  }

  /** All documents, with or without a fingerprint. */
  static ShardQuestion documents(Fields fields) {
    return new ShardQuestion(Kind.DOCUMENTS, fields, false, 0, 0, 0, Map.of(), 0);
  }

  /** The documents whose signatures have the parameters. */
  static ShardQuestion signed(Fields fields, long parameters) {
    return bands(fields, parameters, 0, 0);
  }

  /** Some bands of the same documents, in the same order. */
  static ShardQuestion bands(Fields fields, long parameters, int first, int count) {
    return new ShardQuestion(Kind.BANDS, fields, true, parameters, first, count, Map.of(), 0);
  }

  static ShardQuestion signatures(Fields fields, Map<ShardId, int[]> docs) {
    return new ShardQuestion(Kind.SIGNATURES, fields, true, 0, 0, 0, docs, 0);
  }

  static ShardQuestion members(Fields fields, Map<ShardId, int[]> docs) {
    return new ShardQuestion(Kind.MEMBERS, fields, false, 0, 0, 0, docs, 0);
  }

  static ShardQuestion shingles(Fields fields, Map<ShardId, int[]> docs, long maxBytes) {
    return new ShardQuestion(Kind.SHINGLES, fields, false, 0, 0, 0, docs, maxBytes);
  }

  ShardQuestion(StreamInput in) throws IOException {
    this(
        in.readEnum(Kind.class),
        new Fields(in),
        in.readBoolean(),
        in.readLong(),
        in.readVInt(),
        in.readVInt(),
        in.readMap(ShardId::new, StreamInput::readIntArray),
        in.readVLong());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeEnum(kind);
    fields.writeTo(out);
    out.writeBoolean(withSignatures);
    out.writeLong(parameters);
    out.writeVInt(firstBand);
    out.writeVInt(bandCount);
    out.writeMap(docs, StreamOutput::writeWriteable, StreamOutput::writeIntArray);
    out.writeVLong(maxBytes);
  }
}
