package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;

/**
 * The answer of one shard to a {@link ShardQuestion}; arrays that were not asked for are empty.
 *
 * @param shard the shard
 * @param docs the numbers of documents in the shard's reader, ascending
 * @param fingerprints of each of {@code docs}
 * @param withoutFingerprint the places in {@code docs} of those that have none, ascending
 * @param hashes of the signature of each of {@code docs}, 0 for none; empty if signatures do not
 *     matter
 * @param parameters of the signatures, each once, see {@link StoredSignatures#parameters}
 * @param bands of all documents with a signature, band by band within a document: 2 bytes each, the
 *     most significant first
 * @param signatures the stored form for each of {@code docs}; empty bytes for none
 * @param members a description of each of {@code docs}, all of the shard's index
 * @param shingles the hashes of the shingles of each of {@code docs}
 */
record ShardValues(
    ShardId shard,
    int[] docs,
    long[] fingerprints,
    int[] withoutFingerprint,
    long[] hashes,
    long[] parameters,
    byte[] bands,
    List<BytesReference> signatures,
    List<Member> members,
    List<long[]> shingles)
    implements Writeable {

  private static final long[] NONE = {};
  private static final int[] NO_PLACES = {};
  private static final byte[] NO_BANDS = {};

  static ShardValues ofFingerprints(
      ShardId shard,
      int[] docs,
      long[] fingerprints,
      int[] withoutFingerprint,
      long[] hashes,
      long[] parameters) {
    return new ShardValues(
        shard,
        docs,
        fingerprints,
        withoutFingerprint,
        hashes,
        parameters,
        NO_BANDS,
        List.of(),
        List.of(),
        List.of());
  }

  static ShardValues ofDocuments(ShardId shard, int[] docs) {
    return ofBands(shard, docs, NO_BANDS);
  }

  static ShardValues ofBands(ShardId shard, int[] docs, byte[] bands) {
    return new ShardValues(
        shard, docs, NONE, NO_PLACES, NONE, NONE, bands, List.of(), List.of(), List.of());
  }

  static ShardValues ofSignatures(ShardId shard, int[] docs, List<BytesReference> signatures) {
    return new ShardValues(
        shard, docs, NONE, NO_PLACES, NONE, NONE, NO_BANDS, signatures, List.of(), List.of());
  }

  static ShardValues ofMembers(ShardId shard, int[] docs, List<Member> members) {
    return new ShardValues(
        shard, docs, NONE, NO_PLACES, NONE, NONE, NO_BANDS, List.of(), members, List.of());
  }

  static ShardValues ofShingles(ShardId shard, int[] docs, List<long[]> shingles) {
    return new ShardValues(
        shard, docs, NONE, NO_PLACES, NONE, NONE, NO_BANDS, List.of(), List.of(), shingles);
  }

  ShardValues(StreamInput in) throws IOException {
    this(new ShardId(in), in);
  }

  private ShardValues(ShardId shard, StreamInput in) throws IOException {
    this(
        shard,
        in.readIntArray(),
        in.readLongArray(),
        in.readIntArray(),
        in.readLongArray(),
        in.readLongArray(),
        in.readByteArray(),
        in.readCollectionAsList(StreamInput::readBytesReference),
        in.readCollectionAsList(from -> new Member(from, shard.getIndexName())),
        in.readCollectionAsList(StreamInput::readLongArray));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    shard.writeTo(out);
    out.writeIntArray(docs);
    out.writeLongArray(fingerprints);
    out.writeIntArray(withoutFingerprint);
    out.writeLongArray(hashes);
    out.writeLongArray(parameters);
    out.writeByteArray(bands);
    out.writeCollection(signatures, StreamOutput::writeBytesReference);
    out.writeCollection(members);
    out.writeCollection(shingles, StreamOutput::writeLongArray);
  }
}
