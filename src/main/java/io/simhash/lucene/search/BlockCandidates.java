package io.simhash.lucene.search;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.DocIdSetBuilder;

/**
 * The documents of one segment that share a probed block value with the query: every neighbour is
 * among them.
 *
 * <p>First the values within the narrow bits are looked up in all four blocks, then the remaining
 * values within the wide bits in the blocks that have the fewest documents so far, so that overfull
 * buckets are avoided where the plan allows; where it does not, an {@link OverfullBucket} is split
 * by its sub-blocks if the segment has them. The look-up ends as soon as it costs more than a scan.
 */
final class BlockCandidates {

  private record Probe(BytesRef term, TermState state) {}

  /** The probed values of one block that the segment has. */
  private static final class Bucket {
    private final SimHashNearQuery query;
    private final int maxDistance;
    private final int block;
    private final TermsEnum terms;
    private final Optional<OverfullBucket.Level> subBlocks;
    private final List<Probe> probes = new ArrayList<>();
    private final List<OverfullBucket> overfull = new ArrayList<>();
    private long documents;

    Bucket(
        SimHashNearQuery query,
        int maxDistance,
        int block,
        TermsEnum terms,
        Optional<OverfullBucket.Level> subBlocks) {
      this.query = query;
      this.maxDistance = maxDistance;
      this.block = block;
      this.terms = terms;
      this.subBlocks = subBlocks;
    }

    void lookUp(int from, int to) throws IOException {
      int value = Blocks.value(query.fingerprint(), block);
      for (int probed : ProbePlan.values(value, from, to)) {
        BytesRef term = new BytesRef(Blocks.term(probed));
        if (terms.seekExact(term)) {
          Optional<OverfullBucket> split = split(probed, terms.docFreq());
          if (split.isPresent()) {
            overfull.add(split.get());
            documents += split.get().documents();
          } else {
            probes.add(new Probe(term, terms.termState()));
            documents += terms.docFreq();
          }
        }
      }
    }

    /** The part of a bucket that its sub-blocks leave; empty if all of it is read. */
    private Optional<OverfullBucket> split(int value, int size) throws IOException {
      return subBlocks.isEmpty()
          ? Optional.empty()
          : subBlocks
              .get()
              .find(query.fingerprint(), block, value, size, maxDistance, query.costs());
    }

    int subLookUps() {
      return overfull.stream().mapToInt(OverfullBucket::lookUps).sum();
    }
  }

  private final List<Bucket> buckets;
  private final long documents;

  private BlockCandidates(List<Bucket> buckets) {
    this.buckets = buckets;
    this.documents = documents(buckets);
  }

  private static long documents(List<Bucket> buckets) {
    return buckets.stream().mapToLong(bucket -> bucket.documents).sum();
  }

  private static int subLookUps(List<Bucket> buckets) {
    return buckets.stream().mapToInt(Bucket::subLookUps).sum();
  }

  /**
   * Looks up the candidates.
   *
   * @param plan the values to probe
   * @param scanCost number of doc values that a scan would read
   * @return empty if a scan is cheaper, or if the block terms cannot be seen while the doc values
   *     can, as with field-level security that grants the parent field alone
   */
  static Optional<BlockCandidates> find(
      LeafReader reader, SimHashNearQuery query, ProbePlan plan, long scanCost) throws IOException {
    if (query.costs().total(plan.probes(), 1) > scanCost) {
      return Optional.empty();
    }
    Predicate<List<Bucket>> affordable =
        buckets ->
            query.costs().total(plan.probes() + subLookUps(buckets), documents(buckets))
                <= scanCost;
    List<Terms> blocks = new ArrayList<>();
    for (int block = 0; block < Blocks.COUNT; block++) {
      Terms terms = reader.terms(SimHashFields.blockField(query.field(), block));
      if (terms == null) {
        return Optional.empty();
      }
      blocks.add(terms);
    }
    Optional<OverfullBucket.Level> level = OverfullBucket.Level.of(reader, query.field(), blocks);
    List<Bucket> buckets = new ArrayList<>();
    for (int block = 0; block < Blocks.COUNT; block++) {
      TermsEnum terms = blocks.get(block).iterator();
      buckets.add(new Bucket(query, plan.maxDistance(), block, terms, level));
    }
    List<Bucket> probed = lookUp(buckets, plan, affordable);
    return affordable.test(probed) ? Optional.of(new BlockCandidates(probed)) : Optional.empty();
  }

  private static List<Bucket> lookUp(
      List<Bucket> buckets, ProbePlan plan, Predicate<List<Bucket>> affordable) throws IOException {
    // Where narrow blocks need no probe, their exact values are looked up too: the number of
    // documents tells which blocks to probe.
    int narrow = Math.max(0, plan.narrowBits());
    for (Bucket bucket : buckets) {
      bucket.lookUp(0, narrow);
    }
    List<Bucket> lightestFirst = new ArrayList<>(buckets);
    lightestFirst.sort(Comparator.comparingLong(bucket -> bucket.documents));
    List<Bucket> wide = lightestFirst.subList(0, plan.wideBlocks());
    if (plan.narrowBits() < 0) {
      return wide;
    }
    for (Bucket bucket : wide) {
      if (affordable.test(buckets) == false) {
        break; // A scan is cheaper already.
      }
      bucket.lookUp(narrow + 1, plan.wideBits());
    }
    return buckets;
  }

  /** An upper bound of the number of candidates; deleted documents count. */
  long cost() {
    return documents;
  }

  /** The candidates, each once, in order. */
  DocIdSetIterator iterator(int maxDoc) throws IOException {
    DocIdSetBuilder union = new DocIdSetBuilder(maxDoc);
    PostingsEnum postings = null;
    for (Bucket bucket : buckets) {
      for (Probe probe : bucket.probes) {
        bucket.terms.seekExact(probe.term(), probe.state());
        postings = bucket.terms.postings(postings, PostingsEnum.NONE);
        union.add(postings);
      }
      for (OverfullBucket overfull : bucket.overfull) {
        overfull.addTo(union);
      }
    }
    DocIdSetIterator iterator = union.build().iterator();
    return iterator == null ? DocIdSetIterator.empty() : iterator;
  }
}
