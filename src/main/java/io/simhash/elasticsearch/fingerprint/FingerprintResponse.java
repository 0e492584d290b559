package io.simhash.elasticsearch.fingerprint;

import io.simhash.core.base.Weight;
import io.simhash.core.block.Blocks;
import io.simhash.core.feature.Feature;
import io.simhash.core.minhash.Signature;
import io.simhash.core.simhash.TextComparison;
import io.simhash.core.simhash.TextComparison.Side;
import io.simhash.core.simhash.TextFingerprint;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/** A fingerprint with its tokens and their weights; for two texts, also their comparison. */
public final class FingerprintResponse extends ActionResponse implements ToXContentObject {

  private final List<Side> sides;
  private final Optional<TextComparison> comparison;
  private final int maxTokens;

  FingerprintResponse(List<Side> sides, Optional<TextComparison> comparison, int maxTokens) {
    this.sides = sides;
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
    write(builder, sides.getFirst());
    if (comparison.isPresent()) {
      builder.object("compare_to", other -> write(other, sides.getLast()));
      write(builder, comparison.get());
    }
    return builder.endObject();
  }

  private void write(XContentBuilder builder, Side side) throws IOException {
    TextFingerprint text = side.fingerprint();
    builder.field("fingerprint", text.hex());
    builder.field("profile", text.profile());
    builder.field("blocks", blocks(text.fingerprint()));
    builder.field("features", text.features().size());
    builder.field("effective_features", text.effectiveFeatures());
    builder.field("signature", side.signature().map(Signature::toBase64).orElse(null));
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
    builder
        .startObject()
        .field("text", feature.text())
        .field("part_of_speech", feature.partOfSpeech())
        .field("occurrences", feature.occurrences())
        .startObject("factors");
    for (Feature.Factor factor : Feature.Factor.values()) {
      builder.field(factor.toString(), feature.factor(factor));
    }
    builder.endObject().field("weight", Weight.toDouble(feature.weight())).endObject();
  }

  private static Double orNull(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }

  private static void write(XContentBuilder builder, TextComparison comparison) throws IOException {
    OptionalInt distance = comparison.distance();
    builder.field("distance", distance.isPresent() ? distance.getAsInt() : null);
    builder.field("score", orNull(comparison.score()));
    builder.field("similarity", orNull(comparison.similarity()));
    builder.field("jaccard", comparison.shingles().jaccard());
    builder.field("containment", comparison.shingles().containment());
    builder.startArray("flipped");
    for (TextComparison.Flip flip : comparison.flips()) {
      builder.startObject().field("bit", flip.bit()).startArray("words");
      for (TextComparison.Pull pull : flip.pulls()) {
        builder
            .startObject()
            .field("text", pull.text())
            .field("pull", pull.first())
            .field("compare_to_pull", pull.second())
            .endObject();
      }
      builder.endArray().endObject();
    }
    builder.endArray();
  }
}
