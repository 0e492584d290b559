package io.simhash.lucene.search;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
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
 * buckets are avoided where the plan allows. The look-up ends as soon as it costs more than a scan.
 */
final class BlockCandidates {

  private record Probe(BytesRef term, TermState state) {}

  /** The probed values of one block that the segment has. */
  private static final class Bucket {
    private final TermsEnum terms;
    private final int value;
    private final List<Probe> probes = new ArrayList<>();
    private long documents;

    Bucket(TermsEnum terms, int value) {
      this.terms = terms;
      this.value = value;
    }

    void lookUp(int from, int to) throws IOException {
      for (int probed : ProbePlan.values(value, from, to)) {
        BytesRef term = new BytesRef(Blocks.term(probed));
        if (terms.seekExact(term)) {
          probes.add(new Probe(term, terms.termState()));
          documents += terms.docFreq();
        }
      }
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
    LongPredicate affordable =
        candidates -> query.costs().total(plan.probes(), candidates) <= scanCost;
    if (affordable.test(1) == false) {
      return Optional.empty();
    }
    List<Bucket> buckets = new ArrayList<>();
    for (int block = 0; block < Blocks.COUNT; block++) {
      Terms terms = reader.terms(SimHashFields.blockField(query.field(), block));
      if (terms == null) {
        return Optional.empty();
      }
      buckets.add(new Bucket(terms.iterator(), Blocks.value(query.fingerprint(), block)));
    }
    List<Bucket> probed = lookUp(buckets, plan, affordable);
    return affordable.test(documents(probed))
        ? Optional.of(new BlockCandidates(probed))
        : Optional.empty();
  }

  private static List<Bucket> lookUp(List<Bucket> buckets, ProbePlan plan, LongPredicate affordable)
      throws IOException {
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
      if (affordable.test(documents(buckets)) == false) {
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
    }
    DocIdSetIterator iterator = union.build().iterator();
    return iterator == null ? DocIdSetIterator.empty() : iterator;
  }
}
