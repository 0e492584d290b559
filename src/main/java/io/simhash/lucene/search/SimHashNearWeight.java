package io.simhash.lucene.search;

import io.simhash.core.block.Blocks;
import io.simhash.core.simhash.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/** One search's use of a {@link SimHashNearQuery}. */
final class SimHashNearWeight extends Weight {

  private final SimHashNearQuery query;
  private final NearScores scores;

  SimHashNearWeight(SimHashNearQuery query, float boost) {
    super(query);
    this.query = query;
    this.scores = new NearScores(query, boost);
  }

  @Override
  public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
    Neighbours neighbours = new Neighbours(query, context.reader());
    long scanCost = neighbours.fingerprints().cost();
    if (scanCost == 0) {
      return null;
    }
    Optional<BlockCandidates> candidates =
        BlockCandidates.find(
            context.reader(), query.field(), query.fingerprint(), query.plan(), scanCost);
    if (candidates.isPresent() && candidates.get().cost() == 0) {
      return null;
    }
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) throws IOException {
        NearIterator near = new NearIterator(query, neighbours, scores, approximation(leadCost));
        return new NearScorer(query, near, scores);
      }

      /** Reading ahead pays unless other clauses leave far fewer documents to verify. */
      private DocIdSetIterator approximation(long leadCost) throws IOException {
        if (cost() >>> 3 > leadCost) {
          return neighbours.fingerprints();
        }
        return candidates.isPresent()
            ? candidates.get().iterator(context.reader().maxDoc())
            : new NearScan(query, new Neighbours(query, context.reader()).fingerprints());
      }

      @Override
      public long cost() {
        return candidates.map(BlockCandidates::cost).orElse(scanCost);
      }
    };
  }

  @Override
  public boolean isCacheable(LeafReaderContext context) {
    List<String> fields = new ArrayList<>(List.of(query.field()));
    query.secondOpinion().map(SecondOpinion::field).ifPresent(fields::add);
    return DocValues.isCacheable(context, fields.toArray(String[]::new));
  }

  @Override
  public Explanation explain(LeafReaderContext context, int doc) throws IOException {
    Neighbours neighbours = new Neighbours(query, context.reader());
    if (neighbours.advanceExact(doc) == false) {
      return Explanation.noMatch("no fingerprint in [" + query.field() + "]");
    }
    int distance = neighbours.distance();
    Explanation ofDistance = explainDistance(neighbours.current(), distance);
    if (distance > query.plan().radius()) {
      return Explanation.noMatch(
          "Hamming distance " + distance + " is above max_distance " + query.plan().radius(),
          ofDistance);
    }
    if (query.secondOpinion().isEmpty()) {
      return Explanation.match(
          scores.score(distance, 0),
          "neighbour, computed as boost * s with s = " + query.score().formula() + " from:",
          ofDistance);
    }
    return explain(query.secondOpinion().get(), neighbours.similarity(doc), distance, ofDistance);
  }

  private Explanation explain(
      SecondOpinion opinion, double similarity, int distance, Explanation ofDistance) {
    Explanation ofSimilarity =
        Explanation.match(
            similarity,
            "J, Jaccard similarity estimated from the signatures in [" + opinion.field() + "]");
    if (similarity < opinion.minSimilarity()) {
      return Explanation.noMatch(
          "similarity " + similarity + " is below min_similarity " + opinion.minSimilarity(),
          ofDistance,
          ofSimilarity);
    }
    return Explanation.match(
        scores.score(distance, similarity),
        "neighbour, computed as boost * (mu * s + (1 - mu) * J) with s = "
            + query.score().formula()
            + " and mu = "
            + opinion.mu()
            + " from:",
        ofDistance,
        ofSimilarity);
  }

  private Explanation explainDistance(long fingerprint, int distance) {
    List<Integer> equal = new ArrayList<>();
    for (int block = 0; block < Blocks.COUNT; block++) {
      if (Blocks.value(fingerprint, block) == Blocks.value(query.fingerprint(), block)) {
        equal.add(block);
      }
    }
    return Explanation.match(
        distance,
        "H, Hamming distance of "
            + Fingerprint.toHex(fingerprint)
            + " in ["
            + query.field()
            + "] from "
            + Fingerprint.toHex(query.fingerprint())
            + "; equal blocks "
            + equal);
  }
}
