package io.simhash.elasticsearch.stats;

import io.simhash.core.block.BlockCounts;
import io.simhash.core.block.Blocks;
import io.simhash.lucene.document.BandTerms;
import io.simhash.lucene.stats.TermDocuments;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The counts of one {@code simhash} field, of one shard or of several, and their part of the
 * response. They take 4 MB for any number of documents, and at most as much on the wire: of each
 * block and band only the values that documents have.
 */
final class FieldStats implements Writeable, ToXContentObject {

  private static final int LARGEST_BUCKETS = 5;

  private long documents;
  private final TermDocuments profiles = new TermDocuments();
  private final TermDocuments parameters = new TermDocuments();
  private final List<BlockCounts> blocks;
  private final List<BlockCounts> bands;

  private static List<BlockCounts> counts() {
    return Stream.generate(BlockCounts::new).limit(Blocks.COUNT).toList();
  }

  /** No document. */
  FieldStats() {
    blocks = counts();
    bands = counts();
  }

  /**
   * The counts of one shard.
   *
   * @param documents the documents that could have the field: in a nested object, the objects
   * @param profiles the profiles of the fingerprints
   * @param parameters the parameters of the signatures, and the documents with a fingerprint alone
   * @param blocks the fingerprints in each block; kept, and changed by {@link #addAll}
   * @param bands the signatures in each of the first bands
   */
  FieldStats(
      long documents,
      TermDocuments profiles,
      TermDocuments parameters,
      List<BlockCounts> blocks,
      List<BlockCounts> bands) {
    this.documents = documents;
    this.profiles.addAll(profiles);
    this.parameters.addAll(parameters);
    this.blocks = blocks;
    this.bands = bands;
  }

  FieldStats(StreamInput in) throws IOException {
    this();
    documents = in.readVLong();
    readTerms(in, profiles);
    readTerms(in, parameters);
    for (BlockCounts block : blocks) {
      readBlock(in, block);
    }
    for (BlockCounts band : bands) {
      readBlock(in, band);
    }
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeVLong(documents);
    writeTerms(out, profiles);
    writeTerms(out, parameters);
    for (BlockCounts block : blocks) {
      writeBlock(out, block);
    }
    for (BlockCounts band : bands) {
      writeBlock(out, band);
    }
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
    profiles.addAll(other.profiles);
    parameters.addAll(other.parameters);
    addAll(blocks, other.blocks);
    addAll(bands, other.bands);
  }

  private static void addAll(List<BlockCounts> counts, List<BlockCounts> added) {
    for (int i = 0; i < counts.size(); i++) {
      counts.get(i).addAll(added.get(i));
    }
  }

  /** Blocks are left out where no document has a fingerprint, bands where none has a signature. */
  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    long fingerprints = blocks.getFirst().documents();
    Map<String, Long> signed = parameters.byFrequency();
    long unsigned = Objects.requireNonNullElse(signed.remove(BandTerms.NONE), 0L);
    builder
        .startObject()
        .field("documents", documents)
        .field("fingerprints", fingerprints)
        .field("without_fingerprint", documents - fingerprints)
        .field("without_profile", parameters.total() - profiles.total())
        .field("signatures", parameters.total() - unsigned)
        .field("without_signature", unsigned);
    terms(builder, "profiles", "profile", profiles.byFrequency());
    builder.field("other_profiles", profiles.others());
    terms(builder, "signature_parameters", "parameters", signed);
    builder.field("other_signature_parameters", parameters.others());
    blocks(builder, "blocks", blocks);
    blocks(builder, "bands", bands);
    return builder.endObject();
  }

  private static void terms(
      XContentBuilder builder, String name, String termName, Map<String, Long> terms)
      throws IOException {
    builder.startArray(name);
    for (Map.Entry<String, Long> term : terms.entrySet()) {
      builder
          .startObject()
          .field(termName, term.getKey())
          .field("documents", term.getValue())
          .endObject();
    }
    builder.endArray();
  }

  private static void blocks(XContentBuilder builder, String name, List<BlockCounts> counts)
      throws IOException {
    if (counts.getFirst().documents() > 0) {
      builder.startArray(name);
      for (BlockCounts each : counts) {
        // A signature may have fewer bands.
        if (each.documents() > 0) {
          block(builder, each);
        }
      }
      builder.endArray();
    }
  }

  private static void block(XContentBuilder builder, BlockCounts block) throws IOException {
    builder
        .startObject()
        .field("distinct_values", block.distinct())
        // Four digits after the point, for readers.
        .field("average_bucket", Math.round(block.average() * 1e4) / 1e4)
        .startArray("largest_buckets");
    for (BlockCounts.Bucket bucket : block.largest(LARGEST_BUCKETS)) {
      builder
          .startObject()
          .field("value", Blocks.term(bucket.value()))
          .field("documents", bucket.documents())
          .endObject();
    }
    builder
        .endArray()
        .startObject("overfull")
        .field("threshold", block.threshold())
        .field("buckets", block.overfullBuckets())
        .field("documents", block.overfullDocuments())
        .endObject()
        .endObject();
  }
}
