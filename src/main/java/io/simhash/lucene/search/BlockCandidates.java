package io.simhash.lucene.search;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;
import io.simhash.core.block.SubBlocks;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/**
 * The documents of one segment that share a probed block value with a fingerprint: every document
 * within the distance of a {@link ProbePlan} is among them. Where they would cost more than
 * comparing all fingerprints, a {@link FingerprintScan} takes their place.
 *
 * <p>First the values within the narrow bits are looked up in all four blocks, then the remaining
 * values within the wide bits in the blocks that have the fewest documents so far, so that overfull
 * buckets are avoided where the plan allows. Where it does not, an overfull bucket, the documents
 * of one value, is split: of its documents only those are candidates that share a probed value of
 * one of its {@link SubBlocks}, if the segment has their terms and that is cheaper.
 */
final class BlockCandidates implements SegmentCandidates {

  /**
   * Costs of finding the documents of a segment within a distance, in nanoseconds: by blocks, or by
   * a scan that compares all fingerprints.
   *
   * @param lookUp cost of looking up one block value in the terms dictionary
   * @param candidate cost of a candidate that blocks have found, with its posting
   * @param scanned cost of a fingerprint of a scan where all documents have one
   * @param scannedSparse the same where some have none
   */
  record Costs(double lookUp, double candidate, double scanned, double scannedSparse) {

    /**
     * Medians on 1 and 10 million random fingerprints, of the searches of {@code
     * NearQueryBenchmark}: 0.3 to 0.5 µs a look-up; 0.48 and 0.55 ns a fingerprint of a scan where
     * all documents have one, 4.6 where one in a hundred has none; with its posting, 31 to 37 ns a
     * candidate in the former, 69 to 87 in the latter. One value serves both: with 35 instead of
     * 45, blocks would be used from 46,332 instead of 47,288 documents at distance 7.
     */
    static final Costs MEASURED = new Costs(350, 45, 0.55, 4.7);

    double blocks(long lookUps, double candidates) {
      return lookUps * lookUp + candidates * candidate;
    }

    /** The cost of a scan of the documents with a fingerprint, which may be all documents. */
    double scan(long documents, boolean isFull) {
      return documents * (isFull ? scanned : scannedSparse);
    }
  }

  /**
   * A block or a sub-block of the fingerprint: its value, the term of each value, and the terms of
   * the probed values that exist.
   */
  private record Block(
      TermsEnum terms, int value, IntFunction<BytesRef> term, List<FoundTerm> found) {

    void lookUp(ProbePlan plan, int fromBits, int toBits) throws IOException {
      for (int probed : ProbePlan.values(plan.blockBits(), value, fromBits, toBits)) {
        FoundTerm.lookUp(terms, term.apply(probed), found);
      }
    }

    long documents() {
      return FoundTerm.documents(found);
    }
  }

  private final LeafReader reader;
  private final String field;
  private final long fingerprint;
  private final ProbePlan plan;
  private final Costs costs;
  private final Runnable check;
  private final long documents;
  private final double scan;

  /** Whether blocks are looked up first. */
  final boolean usesBlocks;

  BlockCandidates(
      LeafReader reader,
      String field,
      long fingerprint,
      int maxDistance,
      Costs costs,
      Runnable check)
      throws IOException {
    this.reader = reader;
    this.field = field;
    this.fingerprint = fingerprint;
    this.plan = new ProbePlan(maxDistance);
    this.costs = costs;
    this.check = check;
    this.documents = SegmentValues.fingerprints(reader, field).cost();
    this.scan = costs.scan(documents, documents == reader.maxDoc());
    this.usesBlocks = costs.blocks(plan.probes(), evenlySpread()) <= scan && areVisible();
  }

  /** The number of candidates, if the fingerprints are evenly spread. */
  private double evenlySpread() {
    return (double) documents * plan.probes() / Blocks.VALUES;
  }

  /** Whether the segment has the terms of all blocks, and they can be seen. */
  private boolean areVisible() throws IOException {
    boolean visible = true;
    for (int block = 0; block < Blocks.COUNT; block++) {
      visible &= terms(block) != null;
    }
    return visible;
  }

  /** The expected number of candidates, or of fingerprints that a scan compares; 0 for no match. */
  @Override
  public long cost() {
    return usesBlocks ? Math.max(1, (long) evenlySpread()) : documents;
  }

  @Override
  public DocIdSetIterator find(SearchReport report) throws IOException {
    if (usesBlocks) {
      List<FoundTerm> found = lookUp();
      if (costs.blocks(plan.probes(), FoundTerm.documents(found)) <= scan) {
        report.add(SearchReport.Way.BLOCKS, FoundTerm.documents(found));
        return FoundTerm.iterator(found, reader.maxDoc());
      }
    }
    report.add(SearchReport.Way.SCAN, documents);
    return new FingerprintScan(reader, field, fingerprint, plan.maxDistance(), check);
  }

  List<FoundTerm> lookUp() throws IOException {
    Terms subBlocks = subBlocks();
    List<Block> blocks = new ArrayList<>();
    for (int number = 0; number < Blocks.COUNT; number++) {
      int value = Blocks.value(fingerprint, number);
      IntFunction<BytesRef> term = probed -> new BytesRef(Blocks.term(probed));
      blocks.add(new Block(terms(number).iterator(), value, term, new ArrayList<>()));
    }
    lookUp(plan, blocks);
    List<FoundTerm> all = new ArrayList<>();
    for (int number = 0; number < Blocks.COUNT; number++) {
      Block block = blocks.get(number);
      long threshold = subBlocks == null ? Long.MAX_VALUE : threshold(terms(number));
      for (FoundTerm bucket : block.found) {
        all.addAll(
            bucket.documents() > threshold
                ? split(number, block.value, bucket, subBlocks)
                : List.of(bucket));
      }
    }
    return all;
  }

  private Terms terms(int block) throws IOException {
    return reader.terms(SimHashFields.blockField(field, block));
  }

  /** Looks up the values of four blocks or sub-blocks. */
  private static void lookUp(ProbePlan plan, List<Block> blocks) throws IOException {
    int narrow = Math.max(0, plan.narrowBits());
    for (Block block : blocks) {
      block.lookUp(plan, 0, narrow);
    }
    List<Block> lightestFirst = new ArrayList<>(blocks);
    lightestFirst.sort(Comparator.comparingLong(Block::documents));
    if (plan.narrowBits() < 0) {
      // Narrow blocks need no probe: their documents were only counted.
      lightestFirst.subList(plan.wideBlocks(), blocks.size()).forEach(b -> b.found.clear());
      return;
    }
    for (Block block : lightestFirst.subList(0, plan.wideBlocks())) {
      block.lookUp(plan, narrow + 1, plan.wideBits());
    }
  }

  /** The terms of the second level of blocks; null if hidden, or if a document lacks them. */
  private Terms subBlocks() throws IOException {
    Terms subBlocks = reader.terms(SimHashFields.subBlocksField(field));
    for (int block = 0; block < Blocks.COUNT && subBlocks != null; block++) {
      subBlocks = terms(block).getDocCount() == subBlocks.getDocCount() ? subBlocks : null;
    }
    return subBlocks;
  }

  /** The number of documents from which on a bucket is overfull. */
  private static long threshold(Terms terms) throws IOException {
    long distinct = terms.size() > 0 ? terms.size() : Blocks.VALUES;
    return Blocks.overfullAbove(terms.getSumDocFreq(), distinct);
  }

  /** The sub-block terms of a bucket or, where that is cheaper, the term of the bucket. */
  private List<FoundTerm> split(int number, int queried, FoundTerm bucket, Terms subBlocks)
      throws IOException {
    int value = Integer.parseInt(bucket.term().utf8ToString(), 16);
    int others = plan.maxDistance() - Integer.bitCount(value ^ queried);
    if (others > SubBlocks.COUNT * SubBlocks.BITS) {
      return List.of(bucket);
    }
    ProbePlan subPlan = new ProbePlan(others, SubBlocks.BITS);
    double whole = costs.blocks(0, bucket.documents());
    double evenlySpread = (double) bucket.documents() * subPlan.probes() / SubBlocks.VALUES;
    if (costs.blocks(subPlan.probes(), evenlySpread) >= whole) {
      return List.of(bucket);
    }
    TermsEnum terms = subBlocks.iterator();
    List<Block> subs = new ArrayList<>();
    for (int i = 0; i < SubBlocks.COUNT; i++) {
      int sub = i;
      IntFunction<BytesRef> term =
          probed -> SimHashFields.subBlockTerm(SubBlocks.term(number, value, sub, probed));
      subs.add(
          new Block(terms, SubBlocks.value(fingerprint, number, sub), term, new ArrayList<>()));
    }
    lookUp(subPlan, subs);
    List<FoundTerm> parts = subs.stream().flatMap(sub -> sub.found.stream()).toList();
    return costs.blocks(subPlan.probes(), FoundTerm.documents(parts)) < whole
        ? parts
        : List.of(bucket);
  }
}
