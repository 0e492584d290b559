package io.simhash.lucene.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/** Makes the scorers and explanations of a {@link SimHashNearAnyQuery}. */
final class SimHashNearAnyWeight extends Weight {

  private final SimHashNearAnyQuery query;
  private final float boost;
  private final Runnable cancellation;

  SimHashNearAnyWeight(SimHashNearAnyQuery query, float boost, Runnable cancellation) {
    super(query);
    this.query = query;
    this.boost = boost;
    this.cancellation = cancellation;
  }

  @Override
  public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
    LeafReader reader = context.reader();
    long documents = SegmentFingerprints.docValues(reader, query.field()).cost();
    return documents == 0
        ? null
        : new Supplier(reader, documents, AnyCandidates.plan(reader, query, documents));
  }

  /** Finds the neighbours of one segment, by blocks or by a scan. */
  final class Supplier extends ScorerSupplier {

    private final LeafReader reader;
    private final long documents;
    private final Optional<AnyCandidates> blocks;

    private Supplier(LeafReader reader, long documents, Optional<AnyCandidates> blocks) {
      this.reader = reader;
      this.documents = documents;
      this.blocks = blocks;
    }

    /**
     * Blocks or a scan; but if other clauses leave few documents, only those are compared, one
     * after the other. Blocks that turn out to be fuller than on average are given up for a scan.
     */
    @Override
    public Scorer get(long leadCost) throws IOException {
      AnyVerifier verifier = AnyVerifier.of(reader, query, boost);
      if (blocks.isPresent() && cost() >>> 3 <= leadCost) {
        Optional<ScoredDocs> found = find(blocks.get(), verifier);
        if (found.isPresent()) {
          return new FoundScorer(found.get(), maxScore());
        }
      }
      return new AnyScanScorer(
          SegmentFingerprints.docValues(reader, query.field()),
          query.fingerprints().size(),
          leadCost < documents / 2 ? verifier::best : new AnyGroup(reader, query, verifier)::best,
          maxScore(),
          cancellation);
    }

    private Optional<ScoredDocs> find(AnyCandidates candidates, AnyVerifier verifier)
        throws IOException {
      AnyCosts costs = query.costs();
      double scan = costs.ofScan(documents, query.fingerprints().size());
      double maxPairs = costs.candidate() == 0 ? Long.MAX_VALUE : scan / costs.candidate();
      ScoredDocs[] all = {new ScoredDocs()};
      boolean complete =
          candidates.find(
              (long) maxPairs,
              cancellation,
              (pairs, size) ->
                  all[0] = all[0].merge(verified(verifier.restarted(reader, query), pairs, size)));
      return complete ? Optional.of(all[0]) : Optional.empty();
    }

    private ScoredDocs verified(AnyVerifier verifier, long[] pairs, int size) throws IOException {
      ScoredDocs found = new ScoredDocs();
      boolean exists = false;
      for (int i = 0; i < size; i++) {
        int doc = (int) (pairs[i] >>> Integer.SIZE);
        if (i == 0 || doc != pairs[i - 1] >>> Integer.SIZE) {
          exists = verifier.advanceExact(doc);
        }
        float score = exists ? verifier.score((int) pairs[i]) : AnyVerifier.NONE;
        if (score != AnyVerifier.NONE) {
          found.add(doc, score);
        }
      }
      return found;
    }

    @Override
    public long cost() {
      return blocks.map(b -> Math.min(b.cost(), documents)).orElse(documents);
    }

    boolean usesBlocks() {
      return blocks.isPresent();
    }
  }

  private float maxScore() {
    return new NearScores(query.score(), boost).maxScore(0);
  }

  @Override
  public boolean isCacheable(LeafReaderContext context) {
    return DocValues.isCacheable(context, query.field(), query.signatureField());
  }

  @Override
  public Explanation explain(LeafReaderContext context, int doc) throws IOException {
    Map<String, Float> named = AnyVerifier.of(context.reader(), query, boost).named(doc);
    if (named.isEmpty()) {
      return Explanation.noMatch(
          "no neighbour of any of " + query.fingerprints().size() + " fingerprints");
    }
    float best = Collections.max(named.values());
    List<Explanation> details = new ArrayList<>();
    named.forEach(
        (name, score) -> details.add(Explanation.match(score, "neighbour of [" + name + "]")));
    return Explanation.match(best, "neighbour of several fingerprints, max of:", details);
  }
}
