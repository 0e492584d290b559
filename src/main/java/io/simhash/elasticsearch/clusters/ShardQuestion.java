package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.SignatureBands;
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
 * @param signedOnly with {@link Kind#FINGERPRINTS}: whether documents without a signature are left
 *     out
 * @param parameters with {@link Kind#BANDS}: those of the signatures to answer with, see {@link
 *     StoredSignatures#parameters}
 * @param bands with {@link Kind#BANDS}: how signatures are cut
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
    boolean signedOnly,
    long parameters,
    SignatureBands bands,
    int firstBand,
    int bandCount,
    Map<ShardId, int[]> docs,
    long maxBytes)
    implements Writeable {

  private static final SignatureBands NO_BANDS = new SignatureBands(1, 1);

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
    boolean signedOnly = rule.alone().isEmpty();
    return new ShardQuestion(
        Kind.FINGERPRINTS,
        fields,
        rule.usesSignatures() || signedOnly || fields.confirm() != null,
        signedOnly,
        0,
        NO_BANDS,
        0,
        0,
        Map.of(),
        0);
  }

  /** All documents, with or without a fingerprint. */
  static ShardQuestion documents(Fields fields) {
    return new ShardQuestion(Kind.DOCUMENTS, fields, false, false, 0, NO_BANDS, 0, 0, Map.of(), 0);
  }

  /** The documents whose signatures have the parameters. */
  static ShardQuestion signed(Fields fields, long parameters) {
    return bands(fields, parameters, NO_BANDS, 0, 0);
  }

  /** Some bands of the same documents, in the same order. */
  static ShardQuestion bands(
      Fields fields, long parameters, SignatureBands bands, int first, int count) {
    return new ShardQuestion(
        Kind.BANDS, fields, true, false, parameters, bands, first, count, Map.of(), 0);
  }

  static ShardQuestion signatures(Fields fields, Map<ShardId, int[]> docs) {
    return new ShardQuestion(Kind.SIGNATURES, fields, true, false, 0, NO_BANDS, 0, 0, docs, 0);
  }

  static ShardQuestion members(Fields fields, Map<ShardId, int[]> docs) {
    return new ShardQuestion(Kind.MEMBERS, fields, false, false, 0, NO_BANDS, 0, 0, docs, 0);
  }

  static ShardQuestion shingles(Fields fields, Map<ShardId, int[]> docs, long maxBytes) {
    return new ShardQuestion(
        Kind.SHINGLES, fields, false, false, 0, NO_BANDS, 0, 0, docs, maxBytes);
  }

  ShardQuestion(StreamInput in) throws IOException {
    this(
        in.readEnum(Kind.class),
        new Fields(in),
        in.readBoolean(),
        in.readBoolean(),
        in.readLong(),
        new SignatureBands(in.readVInt(), in.readVInt()),
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
    out.writeBoolean(signedOnly);
    out.writeLong(parameters);
    out.writeVInt(bands.components());
    out.writeVInt(bands.rows());
    out.writeVInt(firstBand);
    out.writeVInt(bandCount);
    out.writeMap(docs, StreamOutput::writeWriteable, StreamOutput::writeIntArray);
    out.writeVLong(maxBytes);
  }
}
