package io.simhash.elasticsearch.stats;

import io.simhash.core.block.Blocks;
import io.simhash.core.stats.BitCounts;
import io.simhash.core.stats.BlockCounts;
import io.simhash.core.stats.FingerprintCounts;
import io.simhash.lucene.document.BandTerms;
import io.simhash.lucene.stats.TermDocuments;
import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * The counts of one {@code simhash} field, of one shard or of several. They have 2 MB for any
 * number of documents, and at most as much on the wire: of each block only the values that
 * documents have.
 */
final class FieldStats implements Writeable {

  private long documents;
  private long signatures;
  private final TermDocuments profiles = new TermDocuments();
  private final TermDocuments parameters = new TermDocuments();
  private final FingerprintCounts fingerprints = new FingerprintCounts();

  /** No document. */
  FieldStats() {}

  /**
   * The counts of one shard.
   *
   * @param documents the documents that could have the field
   * @param signatures the documents that have a signature
   * @param profiles the profiles of the fingerprints
   * @param parameters the parameters of the signatures
   */
  FieldStats(
      long documents,
      long signatures,
      TermDocuments profiles,
      TermDocuments parameters,
      FingerprintCounts fingerprints) {
    this.documents = documents;
    this.signatures = signatures;
    this.profiles.addAll(profiles);
    this.parameters.addAll(parameters);
    this.fingerprints.addAll(fingerprints);
  }

  FieldStats(StreamInput in) throws IOException {
    documents = in.readVLong();
    signatures = in.readVLong();
    readTerms(in, profiles);
    readTerms(in, parameters);
    for (BlockCounts block : fingerprints.blocks()) {
      readBlock(in, block);
    }
    fingerprints.bits().addAll(in.readVLong(), in.readVLongArray());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeVLong(documents);
    out.writeVLong(signatures);
    writeTerms(out, profiles);
    writeTerms(out, parameters);
    for (BlockCounts block : fingerprints.blocks()) {
      writeBlock(out, block);
    }
    BitCounts bits = fingerprints.bits();
    out.writeVLong(bits.fingerprints());
    out.writeVLongArray(bits.pairs());
  }

  private static void readTerms(StreamInput in, TermDocuments terms) throws IOException {
    in.readMap(StreamInput::readVLong).forEach(terms::add);
    terms.addOthers(in.readVLong());
  }

  private static void writeTerms(StreamOutput out, TermDocuments terms) throws IOException {
    out.writeMap(terms.byFrequency(), StreamOutput::writeVLong);
    out.writeVLong(terms.others());
  }

  /**
   * The number of values, and for each in rising order its distance from the last and its count.
   */
  private static void writeBlock(StreamOutput out, BlockCounts block) throws IOException {
    out.writeVInt(block.distinct());
    int last = 0;
    for (int value = 0; value < Blocks.VALUES; value++) {
      if (block.count(value) > 0) {
        out.writeVInt(value - last);
        out.writeVLong(block.count(value));
        last = value;
      }
    }
  }

  private static void readBlock(StreamInput in, BlockCounts block) throws IOException {
    int value = 0;
    for (int left = in.readVInt(); left > 0; left--) {
      value += in.readVInt();
      block.add(value, in.readVLong());
    }
  }

  /** Adds the counts of another shard. */
  void addAll(FieldStats other) {
    documents += other.documents;
    signatures += other.signatures;
    profiles.addAll(other.profiles);
    parameters.addAll(other.parameters);
    fingerprints.addAll(other.fingerprints);
  }

  /** The documents that could have the field: in a nested object, the objects. */
  long documents() {
    return documents;
  }

  /** The documents that have a signature. */
  long signatures() {
    return signatures;
  }

  /** The profiles of the fingerprints. */
  TermDocuments profiles() {
    return profiles;
  }

  /** The documents that have a fingerprint and no signature. */
  long withoutSignature() {
    return parameters.byFrequency().getOrDefault(BandTerms.NONE, 0L);
  }

  /** The parameters of the signatures, and the documents without one. */
  TermDocuments parameters() {
    return parameters;
  }

  /** The fingerprints. */
  FingerprintCounts fingerprints() {
    return fingerprints;
  }
}
