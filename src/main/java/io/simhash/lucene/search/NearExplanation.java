package io.simhash.lucene.search;

import static io.simhash.core.base.Errors.sentence;

import io.simhash.core.block.Blocks;
import io.simhash.core.near.NearRule.Radius;
import io.simhash.core.near.NearRule.Similar;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.search.Explanation;

/** Says why a document is a neighbour of a value, or is none. */
final class NearExplanation {

  private final NearComparison near;
  private final int distance;
  private final double similarity;

  NearExplanation(NearComparison near, int doc) throws IOException {
    this.near = near;
    this.distance = near.distance(doc);
    this.similarity = near.similarity(doc);
  }

  /** The distance and, by similarity, the similarity, the bands and the head. */
  List<Explanation> details() throws IOException {
    List<Explanation> details = new ArrayList<>();
    details.add(ofDistance());
    if (near.rule instanceof Similar similar) {
      String where = "[" + SimHashFields.signatureField(near.field) + "]";
      if (similarity == NearValue.NO_SIMILARITY) {
        details.add(
            Explanation.match(0, "similarity unknown: no signature to compare in " + where));
        return details;
      }
      details.add(
          Explanation.match(
              similarity,
              "similarity, estimated Jaccard similarity of the signatures in " + where));
      int bands = near.value.signature().orElseThrow().parameters().bands().bands();
      details.add(Explanation.match(near.sharedBands(), "bands that are equal, of " + bands));
      if (similar.usesBands()) {
        details.add(
            Explanation.match(
                near.equalInHead(),
                "components of the head that are equal, of which neighbours have at least "
                    + near.minHead));
      }
    }
    return details;
  }

  /** Why the document is no neighbour. */
  String reason() {
    return switch (near.rule) {
      case Radius radius ->
          distance == NearValue.NO_DISTANCE
              ? "there is no distance: one of the two has no fingerprint"
              : aboveDistance(radius.maxDistance());
      case Similar similar -> reason(similar);
    };
  }

  private String reason(Similar similar) {
    if (similarity == NearValue.NO_SIMILARITY) {
      return "there is no similarity: the signatures cannot be compared, or one of the two has none";
    }
    if (similarity < similar.minSimilarity()) {
      return "similarity " + similarity + " is below min_similarity " + similar.minSimilarity();
    }
    if (distance > similar.maxDistance()) {
      return aboveDistance(similar.maxDistance());
    }
    int shared = near.sharedBands();
    return shared < near.minBands
        ? shared + " bands are shared, fewer than " + near.minBands
        : near.equalInHead() + " components of the head are equal, fewer than " + near.minHead;
  }

  private String aboveDistance(int maxDistance) {
    return "Hamming distance " + distance + " is above max_distance " + maxDistance;
  }

  private Explanation ofDistance() throws IOException {
    if (distance == NearValue.NO_DISTANCE) {
      String where =
          near.value.fingerprint().isEmpty() ? "the query" : "[" + near.field + "] of the document";
      return Explanation.match(0, "H unknown: no fingerprint in " + where);
    }
    long fingerprint = near.value.fingerprint().orElseThrow();
    long found = near.fingerprint();
    List<Integer> equal =
        IntStream.range(0, Blocks.COUNT)
            .filter(block -> Blocks.value(found ^ fingerprint, block) == 0)
            .boxed()
            .toList();
    return Explanation.match(
        distance,
        sentence(
            "H, Hamming distance of %s in [%s] from %s; equal blocks %s",
            Fingerprint.toHex(found), near.field, Fingerprint.toHex(fingerprint), equal));
  }
}
