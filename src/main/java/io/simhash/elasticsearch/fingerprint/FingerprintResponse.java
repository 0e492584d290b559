package io.simhash.elasticsearch.fingerprint;

import io.simhash.core.base.Weight;
import io.simhash.core.block.Blocks;
import io.simhash.core.feature.Factors;
import io.simhash.core.feature.Feature;
import io.simhash.core.simhash.BitFlips;
import io.simhash.core.simhash.TextComparison;
import io.simhash.core.simhash.TextFingerprint;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/** A fingerprint with its tokens and their weights; for two texts, also their comparison. */
public final class FingerprintResponse extends ActionResponse implements ToXContentObject {

  private final TextFingerprint first;
  private final Optional<TextFingerprint> second;
  private final Optional<TextComparison> comparison;
  private final int maxTokens;

  FingerprintResponse(
      TextFingerprint first,
      Optional<TextFingerprint> second,
      Optional<TextComparison> comparison,
      int maxTokens) {
    this.first = first;
    this.second = second;
    this.comparison = comparison;
    this.maxTokens = maxTokens;
  }

  @Override
  public void writeTo(StreamOutput out) {
    TransportAction.localOnly();
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject();
    write(builder, first);
    if (second.isPresent()) {
      builder.startObject("compare_to");
      write(builder, second.get());
      builder.endObject();
    }
    if (comparison.isPresent()) {
      write(builder, comparison.get());
    }
    return builder.endObject();
  }

  private void write(XContentBuilder builder, TextFingerprint text) throws IOException {
    builder.field("fingerprint", text.hex());
    builder.field("profile", text.profile());
    builder.field("blocks", blocks(text.fingerprint()));
    builder.field("features", text.features().size());
    builder.field("effective_features", text.effectiveFeatures());
    builder.startArray("tokens");
    for (Feature feature : text.features().heaviest(maxTokens)) {
      write(builder, feature);
    }
    builder.endArray();
    builder.array("margins", text.marginsFromTheTop());
  }

  private static List<String> blocks(OptionalLong fingerprint) {
    return fingerprint.isEmpty()
        ? null
        : IntStream.range(0, Blocks.COUNT)
            .mapToObj(block -> Blocks.term(Blocks.value(fingerprint.getAsLong(), block)))
            .toList();
  }

  private static void write(XContentBuilder builder, Feature feature) throws IOException {
    Factors factors = feature.factors();
    builder.startObject();
    builder.field("text", feature.text());
    builder.field("part_of_speech", feature.partOfSpeech());
    builder.field("occurrences", feature.occurrences());
    builder.startObject("factors");
    builder.field("tf", factors.tf());
    builder.field("idf", factors.idf());
    builder.field("length", factors.length());
    builder.field("pos", factors.pos());
    builder.field("cue", factors.cue());
    builder.field("title", factors.title());
    builder.field("field", factors.field());
    builder.endObject();
    builder.field("weight", Weight.toDouble(feature.weight()));
    builder.endObject();
  }

  private static void write(XContentBuilder builder, TextComparison comparison) throws IOException {
    if (comparison.distance().isPresent()) {
      builder.field("distance", comparison.distance().getAsInt());
      builder.field("similarity", comparison.similarity().orElseThrow());
    } else {
      builder.nullField("distance");
      builder.nullField("similarity");
    }
    builder.field("jaccard", comparison.shingles().jaccard());
    builder.field("containment", comparison.shingles().containment());
    builder.startArray("flipped");
    for (BitFlips.Flip flip : comparison.flips()) {
      write(builder, flip);
    }
    builder.endArray();
  }

  private static void write(XContentBuilder builder, BitFlips.Flip flip) throws IOException {
    builder.startObject();
    builder.field("bit", flip.bit());
    builder.startArray("words");
    for (BitFlips.Pull pull : flip.pulls()) {
      builder.startObject();
      builder.field("text", pull.text());
      builder.field("pull", pull.first());
      builder.field("compare_to_pull", pull.second());
      builder.endObject();
    }
    builder.endArray();
    builder.endObject();
  }
}
