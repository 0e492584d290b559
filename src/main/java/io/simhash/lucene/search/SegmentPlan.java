package io.simhash.lucene.search;

import io.simhash.core.block.ProbePlan;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.LeafReader;

/** Chooses how the neighbours in one segment are found: by blocks, by a scan, or one by one. */
final class SegmentPlan {

  /** Other clauses lead where they leave fewer than this part of the documents. */
  private static final int LEAD = 8;

  private final LeafReader reader;
  private final SimHashNearQuery query;
  private final ProbePlan probes;
  private final long documents;
  private final boolean usesBlocks;
  private final SearchReport report;

  /**
   * @param maxDistance the maximum distance in this segment
   * @param documents number of documents with a fingerprint
   * @param report counts what {@link #find} does
   */
  SegmentPlan(
      LeafReader reader,
      SimHashNearQuery query,
      int maxDistance,
      long documents,
      SearchReport report)
      throws IOException {
    this.reader = reader;
    this.query = query;
    this.probes = new ProbePlan(maxDistance);
    this.documents = documents;
    this.report = report;
    this.usesBlocks =
        budget(Long.MAX_VALUE).isPlausible() && BlockCandidates.areVisible(reader, query.field());
  }

  private BlockBudget budget(long maxCandidates) {
    BlockCosts.Reading reading = query.costs().reading(documents == reader.maxDoc());
    return new BlockBudget(query.costs(), reading, probes, documents, maxCandidates);
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
   * Finds the neighbours.
   *
   * @param leadCost number of documents that the other clauses of the search leave
   * @param filter removes documents within the maximum distance that cannot match
   */
  NearDocs find(long leadCost, NearFilter filter, Runnable cancellation) throws IOException {
    if (cost() / LEAD > leadCost) {
      return each();
    }
    if (usesBlocks) {
      long maxCandidates = leadCost > documents ? Long.MAX_VALUE : LEAD * (leadCost + 1);
      Optional<BlockCandidates> candidates =
          BlockCandidates.find(reader, query, budget(maxCandidates), cancellation);
      if (candidates.isPresent()) {
        return among(candidates.get(), filter, cancellation);
      }
      if (documents / LEAD > leadCost) {
        return each();
      }
    }
    report.addScan(documents);
    return new NearScan(
        query.fingerprint(),
        probes.maxDistance(),
        filter,
        new DocValueFingerprints(reader, query.field()),
        documents,
        cancellation);
  }

  private NearDocs among(BlockCandidates candidates, NearFilter filter, Runnable cancellation)
      throws IOException {
    report.addBlocks(candidates.lookUps(), candidates.size());
    return new NearList(
        query.fingerprint(),
        probes.maxDistance(),
        filter,
        candidates,
        new DocValueFingerprints(reader, query.field()),
        reader.maxDoc(),
        cancellation);
  }

  private NearDocs each() throws IOException {
    report.addOneByOne();
    return new EachFingerprint(
        query.fingerprint(), DocValueFingerprints.docValues(reader, query.field()));
  }
}
