package io.simhash.lucene.search;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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
 * <p>First the values within the narrow radius are looked up in all four blocks, then the rest of
 * the wide radius in those blocks that have fewest documents so far, so that an overfull bucket is
 * left alone where the plan allows. The look-up is given up as soon as it costs more than a scan.
 */
final class BlockCandidates {

  /**
   * What a look-up in the terms dictionary and a candidate, from its posting to its verification,
   * cost in doc values that {@link NearScan} reads.
   *
   * <p>Thread time of what {@code NearQueryBenchmark} does, a million random fingerprints: 1.0 to
   * 1.5 ns a doc value, 0.25 to 0.6 µs a look-up, 0.10 to 0.13 µs a candidate. The two ways then
   * cross at a distance of 11: 1.1 ms by blocks, 1.0 to 1.5 by scan; 0.4 ms by blocks at 8, 2.0 at
   * 12.
   */
  static final int LOOKUP_COST = 300;

  static final int CANDIDATE_COST = 100;

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
   * Looks the candidates up.
   *
   * @param scanCost number of doc values that a scan would read
   * @return empty if a scan is cheaper, or if the block terms cannot be seen while the doc values
   *     can, as with field-level security that grants the parent field alone
   */
  static Optional<BlockCandidates> find(
      LeafReader reader, String field, long fingerprint, ProbePlan plan, long scanCost)
      throws IOException {
    long most = (scanCost - (long) plan.probes() * LOOKUP_COST) / CANDIDATE_COST;
    if (most <= 0) {
      return Optional.empty();
    }
    List<Bucket> buckets = new ArrayList<>();
    for (int block = 0; block < Blocks.COUNT; block++) {
      Terms terms = reader.terms(SimHashFields.blockField(field, block));
      if (terms == null) {
        return Optional.empty();
      }
      buckets.add(new Bucket(terms.iterator(), Blocks.value(fingerprint, block)));
    }
    List<Bucket> probed = lookUp(buckets, plan, most);
    return documents(probed) <= most ? Optional.of(new BlockCandidates(probed)) : Optional.empty();
  }

  private static List<Bucket> lookUp(List<Bucket> buckets, ProbePlan plan, long most)
      throws IOException {
    // Where narrow blocks need no probe, their exact values are looked up all the same: they tell
    // which blocks are the light ones.
    int narrow = Math.max(0, plan.narrowRadius());
    for (Bucket bucket : buckets) {
      bucket.lookUp(0, narrow);
    }
    List<Bucket> lightestFirst = new ArrayList<>(buckets);
    lightestFirst.sort(Comparator.comparingLong(bucket -> bucket.documents));
    List<Bucket> wide = lightestFirst.subList(0, plan.wideBlocks());
    if (plan.narrowRadius() < 0) {
      return wide;
    }
    for (Bucket bucket : wide) {
      if (documents(buckets) > most) {
        break; // A scan is cheaper already.
      }
      bucket.lookUp(narrow + 1, plan.wideRadius());
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
