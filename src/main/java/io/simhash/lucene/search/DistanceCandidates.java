package io.simhash.lucene.search;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;
import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * The documents of one segment within a distance of a fingerprint: by {@link BlockCandidates}, or
 * by a {@link FingerprintScan} where that costs less.
 */
final class DistanceCandidates implements Candidates {

  private final LeafReader reader;
  private final String field;
  private final long fingerprint;
  private final ProbePlan plan;
  private final BlockCandidates.Costs costs;
  private final Runnable cancellation;
  private final long documents;
  private final double scan;
  private final boolean usesBlocks;

  /**
   * @param cancellation the check of a {@link Cancellation}
   */
  DistanceCandidates(
      LeafReader reader,
      String field,
      long fingerprint,
      int maxDistance,
      BlockCandidates.Costs costs,
      Runnable cancellation)
      throws IOException {
    this.reader = reader;
    this.field = field;
    this.fingerprint = fingerprint;
    this.plan = new ProbePlan(maxDistance);
    this.costs = costs;
    this.cancellation = cancellation;
    this.documents = SegmentNearValues.fingerprints(reader, field).cost();
    this.scan = costs.scan(documents, documents == reader.maxDoc());
    this.usesBlocks =
        costs.blocks(plan.probes(), evenlySpread()) <= scan
            && BlockCandidates.areVisible(reader, field);
  }

  /** The number of candidates by blocks, if the fingerprints are evenly spread. */
  private double evenlySpread() {
    return (double) documents * plan.probes() / Blocks.VALUES;
  }

  /** Whether blocks are looked up first. */
  boolean usesBlocks() {
    return usesBlocks;
  }

  /** The expected number of candidates, or of fingerprints that a scan compares; 0 for no match. */
  @Override
  public long cost() {
    return usesBlocks ? Math.max(1, (long) evenlySpread()) : documents;
  }

  @Override
  public DocIdSetIterator find(SearchReport report) throws IOException {
    if (usesBlocks) {
      FoundTerms found = BlockCandidates.lookUp(reader, field, fingerprint, plan, costs);
      if (costs.blocks(found.lookUps(), found.documents()) <= scan) {
        report.addBlocks(found.lookUps(), found.documents());
        return scan(found.iterator(reader.maxDoc()));
      }
    }
    report.addScan(documents);
    return scan(null);
  }

  private DocIdSetIterator scan(DocIdSetIterator candidates) throws IOException {
    return new FingerprintScan(
        reader, field, fingerprint, plan.maxDistance(), candidates, cancellation);
  }
}
