package io.simhash.lucene.search;

import io.simhash.core.block.ProbePlan;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.DocIdSetIterator;

/** Chooses how the documents of a segment within a distance are found: by blocks or by a scan. */
final class SegmentPlan {

  private final LeafReader reader;
  private final SimHashNearQuery query;
  private final ProbePlan probes;
  private final long documents;
  private final boolean usesBlocks;

  /**
   * @param documents number of documents with a fingerprint
   */
  SegmentPlan(LeafReader reader, SimHashNearQuery query, int maxDistance, long documents)
      throws IOException {
    this.reader = reader;
    this.query = query;
    this.probes = new ProbePlan(maxDistance);
    this.documents = documents;
    this.usesBlocks =
        budget(Long.MAX_VALUE).isPlausible() && BlockCandidates.areVisible(reader, query.field());
  }

  private BlockCosts.Budget budget(long maxCandidates) {
    BlockCosts.Reading reading = query.costs().reading(documents == reader.maxDoc());
    return new BlockCosts.Budget(query.costs(), reading, probes, documents, maxCandidates);
  }

  /** Whether blocks are tried first. */
  boolean usesBlocks() {
    return usesBlocks;
  }

  /** Documents that are compared: an expectation if blocks are tried first. */
  long cost() {
    return usesBlocks ? budget(Long.MAX_VALUE).expectedCandidates() : documents;
  }

  /**
   * Finds the documents.
   *
   * @param maxCandidates the number of candidates from which on other clauses of the search leave
   *     fewer
   * @param report counts what is done
   * @return empty if there are more candidates
   */
  Optional<DocIdSetIterator> find(long maxCandidates, SearchReport report, Runnable cancellation)
      throws IOException {
    if (cost() > maxCandidates) {
      return Optional.empty();
    }
    long fingerprint = query.fingerprint().getAsLong();
    SegmentFingerprints fingerprints = new SegmentFingerprints(reader, query.field());
    if (usesBlocks) {
      Optional<BlockCandidates> candidates =
          BlockCandidates.find(reader, query, budget(maxCandidates), cancellation);
      if (candidates.isPresent()) {
        report.addBlocks(candidates.get().lookUps(), candidates.get().size());
        candidates.get().sort(reader.maxDoc());
        return Optional.of(
            new SegmentFingerprints.NearList(
                fingerprint,
                probes.maxDistance(),
                candidates.get().docs(),
                candidates.get().size(),
                fingerprints,
                cancellation));
      }
      if (documents > maxCandidates) {
        return Optional.empty();
      }
    }
    report.addScan(documents);
    return Optional.of(
        new SegmentFingerprints.NearScan(
            fingerprint, probes.maxDistance(), fingerprints, documents, cancellation));
  }
}
