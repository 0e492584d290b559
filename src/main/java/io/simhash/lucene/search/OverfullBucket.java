package io.simhash.lucene.search;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.Overfull;
import io.simhash.core.block.ProbePlan;
import io.simhash.core.block.SubBlocks;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOConsumer;

/**
 * The documents of one overfull bucket that can be neighbours: those that share a probed value of
 * one of its {@link SubBlocks} with the query. Every neighbour in the bucket is among them.
 */
final class OverfullBucket {

  /** The second level of blocks of a segment. */
  static final class Level {

    private final long query;
    private final TermsEnum terms;
    private final long[] thresholds = new long[Blocks.COUNT];

    private Level(long query, TermsEnum terms) {
      this.query = query;
      this.terms = terms;
    }

    /**
     * The second level of a segment; empty if it has none, if it cannot be seen, or if a document
     * of the segment lacks it.
     *
     * @param blocks the terms of each block
     */
    static Optional<Level> of(LeafReader reader, SimHashNearQuery query, List<Terms> blocks)
        throws IOException {
      Terms subBlocks = reader.terms(SimHashFields.subBlocksField(query.field()));
      if (subBlocks == null) {
        return Optional.empty();
      }
      Level level = new Level(query.fingerprint().getAsLong(), subBlocks.iterator());
      for (int block = 0; block < Blocks.COUNT; block++) {
        Terms terms = blocks.get(block);
        if (terms.getDocCount() != subBlocks.getDocCount()) {
          return Optional.empty();
        }
        long distinct = terms.size() > 0 ? terms.size() : Blocks.VALUES;
        level.thresholds[block] = Overfull.threshold(terms.getSumDocFreq(), distinct);
      }
      return Optional.of(level);
    }

    /**
     * Looks up a bucket's sub-blocks.
     *
     * @param value the block value that the bucket's documents have
     * @param documents the number of these documents
     * @param budget the plan that the bucket is probed by, and costs
     * @return empty if the bucket is not overfull, or if reading all of it is cheaper
     */
    Optional<OverfullBucket> find(int block, int value, int documents, BlockCosts.Budget budget)
        throws IOException {
      int own = Integer.bitCount(value ^ Blocks.value(query, block));
      int others = budget.plan().maxDistance() - own;
      if (documents <= thresholds[block] || others > SubBlocks.COUNT * SubBlocks.BITS) {
        return Optional.empty();
      }
      OverfullBucket bucket = new OverfullBucket(terms, query, block, value);
      ProbePlan plan = new ProbePlan(others, SubBlocks.BITS);
      return bucket.lookUp(plan, documents, budget) ? Optional.of(bucket) : Optional.empty();
    }
  }

  private record Probe(BytesRef term, TermState state) {}

  /** One sub-block, and the documents that share its probed values. */
  private final class SubBlock {
    private final int number;
    private final int value;
    private final List<Probe> probes = new ArrayList<>();
    private long documents;

    SubBlock(long query, int number) {
      this.number = number;
      this.value = SubBlocks.value(query, block, number);
    }

    void lookUp(ProbePlan plan, int from, int to) throws IOException {
      for (int probed : plan.blockValues(value, from, to)) {
        int packed = SubBlocks.term(block, OverfullBucket.this.value, number, probed);
        BytesRef term = SimHashFields.subBlockTerm(packed);
        lookUps++;
        if (terms.seekExact(term)) {
          probes.add(new Probe(term, terms.termState()));
          documents += terms.docFreq();
        }
      }
    }
  }

  private final TermsEnum terms;
  private final int block;
  private final int value;
  private List<SubBlock> subBlocks = new ArrayList<>();
  private int lookUps;

  private OverfullBucket(TermsEnum terms, long query, int block, int value) {
    this.terms = terms;
    this.block = block;
    this.value = value;
    for (int number = 0; number < SubBlocks.COUNT; number++) {
      subBlocks.add(new SubBlock(query, number));
    }
  }

  /** Looks the values up while that is cheaper than reading all documents of the bucket. */
  private boolean lookUp(ProbePlan plan, long all, BlockCosts.Budget budget) throws IOException {
    double whole = budget.cost(0, all);
    double evenlySpread = (double) all * plan.probes() / SubBlocks.VALUES;
    if (budget.cost(plan.probes(), evenlySpread) >= whole) {
      return false;
    }
    // As in BlockCandidates: where narrow sub-blocks need no probe, their documents are counted.
    int narrow = Math.max(0, plan.narrowBits());
    for (SubBlock subBlock : subBlocks) {
      subBlock.lookUp(plan, 0, narrow);
    }
    subBlocks.sort(Comparator.comparingLong(subBlock -> subBlock.documents));
    List<SubBlock> wide = subBlocks.subList(0, plan.wideBlocks());
    if (plan.narrowBits() < 0) {
      subBlocks = wide;
    } else {
      for (SubBlock subBlock : wide) {
        if (budget.cost(plan.probes(), documents()) >= whole) {
          return false;
        }
        subBlock.lookUp(plan, narrow + 1, plan.wideBits());
      }
    }
    return budget.cost(lookUps, documents()) < whole;
  }

  /** The number of values that were looked up. */
  int lookUps() {
    return lookUps;
  }

  /** An upper bound of the number of documents; deleted ones count. */
  long documents() {
    return subBlocks.stream().mapToLong(subBlock -> subBlock.documents).sum();
  }

  /** Passes the terms dictionary at each term that was found. */
  void forEachTerm(IOConsumer<TermsEnum> consumer) throws IOException {
    for (SubBlock subBlock : subBlocks) {
      for (Probe probe : subBlock.probes) {
        terms.seekExact(probe.term(), probe.state());
        consumer.accept(terms);
      }
    }
  }
}
