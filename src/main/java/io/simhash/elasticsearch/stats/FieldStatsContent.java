package io.simhash.elasticsearch.stats;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;
import io.simhash.core.stats.BitCounts;
import io.simhash.core.stats.BlockCounts;
import io.simhash.core.stats.ExpectedCandidates;
import io.simhash.lucene.document.BandTerms;
import io.simhash.lucene.stats.TermDocuments;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The statistics of one field as a response shows them. Those of blocks and bits are left out where
 * no document has a fingerprint.
 */
record FieldStatsContent(FieldStats stats) implements ToXContentObject {

  private static final int LARGEST_BUCKETS = 5;
  private static final int BITS = 5;
  private static final List<Integer> RADII = List.of(0, 3, 7, 8, 11, 12);

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    long fingerprints = stats.fingerprints().fingerprints();
    builder
        .startObject()
        .field("documents", stats.documents())
        .field("fingerprints", fingerprints)
        .field("without_fingerprint", stats.documents() - fingerprints)
        .field("without_profile", stats.parameters().total() - stats.profiles().total())
        .field("signatures", stats.signatures())
        .field("without_signature", stats.withoutSignature());
    terms(builder, "profile", stats.profiles());
    terms(builder, "parameters", stats.parameters());
    if (fingerprints > 0) {
      builder.startArray("blocks");
      for (BlockCounts block : stats.fingerprints().blocks()) {
        block(builder, block);
      }
      builder.endArray();
      bits(builder, stats.fingerprints().bits());
      expected(builder, new ExpectedCandidates(stats.fingerprints().blocks()));
    }
    return builder.endObject();
  }

  private static void terms(XContentBuilder builder, String name, TermDocuments terms)
      throws IOException {
    boolean profiles = name.equals("profile");
    builder.startArray(profiles ? "profiles" : "signature_parameters");
    for (Map.Entry<String, Long> term : terms.byFrequency().entrySet()) {
      if (profiles == false && term.getKey().equals(BandTerms.NONE)) {
        continue;
      }
      builder
          .startObject()
          .field(name, term.getKey())
          .field("documents", term.getValue())
          .endObject();
    }
    builder.endArray();
    builder.field(profiles ? "other_profiles" : "other_signature_parameters", terms.others());
  }

  private static void block(XContentBuilder builder, BlockCounts block) throws IOException {
    builder
        .startObject()
        .field("distinct_values", block.distinct())
        .field("average_bucket", rounded(block.average()))
        .field("entropy", rounded(block.entropy()));
    builder.startArray("largest_buckets");
    for (BlockCounts.Bucket bucket : block.largest(LARGEST_BUCKETS)) {
      builder
          .startObject()
          .field("value", Blocks.term(bucket.value()))
          .field("documents", bucket.documents())
          .endObject();
    }
    builder.endArray();
    builder
        .startObject("overfull")
        .field("threshold", block.threshold())
        .field("buckets", block.overfullBuckets())
        .field("documents", block.overfullDocuments())
        .endObject()
        .endObject();
  }

  private static void bits(XContentBuilder builder, BitCounts bits) throws IOException {
    builder.startObject("bits").startArray("ones");
    for (BitCounts.Share share : bits.shares()) {
      builder.value(rounded(share.ones()));
    }
    builder.endArray().startArray("most_unbalanced");
    for (BitCounts.Share share : bits.mostUnbalanced(BITS)) {
      builder
          .startObject()
          .field("bit", share.bit())
          .field("ones", rounded(share.ones()))
          .endObject();
    }
    builder.endArray().startArray("most_correlated");
    for (BitCounts.Correlation correlation : bits.mostCorrelated(BITS)) {
      builder
          .startObject()
          .array("bits", correlation.first(), correlation.second())
          .field("correlation", rounded(correlation.phi()))
          .endObject();
    }
    builder.endArray().endObject();
  }

  private static void expected(XContentBuilder builder, ExpectedCandidates expected)
      throws IOException {
    builder.startArray("expected_candidates");
    for (int radius : RADII) {
      builder
          .startObject()
          .field("max_distance", radius)
          .field("look_ups", new ProbePlan(radius).probes())
          .field("candidates", rounded(expected.at(radius)))
          .endObject();
    }
    builder.endArray();
  }

  /** Four digits after the point, for readers. */
  private static double rounded(double value) {
    return Math.round(value * 1e4) / 1e4;
  }
}
