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
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.LSBRadixSorter;
import org.apache.lucene.util.packed.PackedInts;

/**
 * The documents of one segment that share a probed block value with the query: every neighbour is
 * among them.
 *
 * <p>First the values within the narrow bits are looked up in all four blocks, then the remaining
 * values within the wide bits in the blocks that have the fewest documents so far, so that overfull
 * buckets are avoided where the plan allows; where it does not, an {@link OverfullBucket} is split
 * by its sub-blocks if the segment has them. The look-up ends as soon as it costs more than its
 * {@link BlockCosts.Budget}.
 */
final class BlockCandidates {

  /** One block: its terms dictionary, which stays at the value that was found last. */
  private static final class Block {
    private final int number;
    private final TermsEnum terms;
    private final int value;
    private long documents;

    Block(int number, TermsEnum terms, int value) {
      this.number = number;
      this.terms = terms;
      this.value = value;
    }
  }

  private final BlockCosts.Budget budget;
  private final Optional<OverfullBucket.Level> subBlocks;
  private final Runnable cancellation;
  private final BytesRef term = new BytesRef(Blocks.DIGITS);
  private PostingsEnum postings;
  private int[] docs = new int[64];
  private int size;
  private int lookUps;
  private int subLookUps;

  private BlockCandidates(
      BlockCosts.Budget budget, Optional<OverfullBucket.Level> subBlocks, Runnable cancellation) {
    this.budget = budget;
    this.subBlocks = subBlocks;
    this.cancellation = cancellation;
    this.term.length = Blocks.DIGITS;
  }

  /** Whether a segment has the terms of all blocks, and they can be seen. */
  static boolean areVisible(LeafReader reader, String field) throws IOException {
    for (int block = 0; block < Blocks.COUNT; block++) {
      if (reader.terms(SimHashFields.blockField(field, block)) == null) {
        return false;
      }
    }
    return true;
  }

  /**
   * Looks up the candidates.
   *
   * @param budget how much they may cost
   * @param cancellation the check of a {@link Cancellation}
   * @return empty if they cost more, or if the block terms cannot be seen while the doc values can,
   *     as with field-level security that grants the parent field alone
   */
  static Optional<BlockCandidates> find(
      LeafReader reader, SimHashNearQuery query, BlockCosts.Budget budget, Runnable cancellation)
      throws IOException {
    if (budget.isPlausible() == false) {
      return Optional.empty();
    }
    long fingerprint = query.fingerprint().getAsLong();
    List<Terms> terms = new ArrayList<>();
    List<Block> blocks = new ArrayList<>();
    for (int block = 0; block < Blocks.COUNT; block++) {
      Terms ofBlock = reader.terms(SimHashFields.blockField(query.field(), block));
      if (ofBlock == null) {
        return Optional.empty();
      }
      terms.add(ofBlock);
      int value = Blocks.value(fingerprint, block);
      blocks.add(new Block(block, ofBlock.iterator(), value));
    }
    Optional<OverfullBucket.Level> subBlocks = OverfullBucket.Level.of(reader, query, terms);
    BlockCandidates candidates = new BlockCandidates(budget, subBlocks, cancellation);
    return candidates.collect(blocks) ? Optional.of(candidates) : Optional.empty();
  }

  /** Returns false if the candidates cost too much. */
  private boolean collect(List<Block> blocks) throws IOException {
    ProbePlan plan = budget.plan();
    if (plan.narrowBits() < 0) {
      return collectLightest(blocks);
    }
    for (Block block : blocks) {
      if (collect(block, 0, plan.narrowBits()) == false) {
        return false;
      }
    }
    for (Block block : lightest(blocks)) {
      if (collect(block, plan.narrowBits() + 1, plan.wideBits()) == false) {
        return false;
      }
    }
    return true;
  }

  /**
   * Narrow blocks need no probe: the query's own values are looked up in all blocks, and the number
   * of documents tells which of them to read.
   */
  private boolean collectLightest(List<Block> blocks) throws IOException {
    List<Block> existing = new ArrayList<>();
    for (Block block : blocks) {
      if (seek(block, block.value)) {
        block.documents = block.terms.docFreq();
        existing.add(block);
      }
    }
    List<Block> lightest = lightest(blocks);
    existing.retainAll(lightest);
    for (Block block : existing) {
      if (add(block, block.value) == false) {
        return false;
      }
    }
    return true;
  }

  private List<Block> lightest(List<Block> blocks) {
    List<Block> lightestFirst = new ArrayList<>(blocks);
    lightestFirst.sort(Comparator.comparingLong(block -> block.documents));
    return lightestFirst.subList(0, budget.plan().wideBlocks());
  }

  /** Adds the documents of all values that differ by some numbers of bits. */
  private boolean collect(Block block, int fromBits, int toBits) throws IOException {
    for (int value : ProbePlan.values(block.value, fromBits, toBits)) {
      if (seek(block, value)) {
        block.documents += block.terms.docFreq();
        if (add(block, value) == false) {
          return false;
        }
      }
    }
    cancellation.run();
    return true;
  }

  private boolean seek(Block block, int value) throws IOException {
    lookUps++;
    Blocks.term(value, term.bytes);
    return block.terms.seekExact(term);
  }

  /** Adds the documents of the value that was found; returns false if they are too many. */
  private boolean add(Block block, int value) throws IOException {
    int count = block.terms.docFreq();
    if (subBlocks.isPresent()) {
      Optional<OverfullBucket> overfull = subBlocks.get().find(block.number, value, count, budget);
      if (overfull.isPresent()) {
        return add(overfull.get());
      }
    }
    if (budget.affords(lookUps, subLookUps, (long) size + count) == false) {
      return false;
    }
    append(block.terms);
    return true;
  }

  private boolean add(OverfullBucket overfull) throws IOException {
    subLookUps += overfull.lookUps();
    if (budget.affords(lookUps, subLookUps, size + overfull.documents()) == false) {
      return false;
    }
    overfull.forEachTerm(this::append);
    return true;
  }

  private void append(TermsEnum found) throws IOException {
    docs = ArrayUtil.grow(docs, size + found.docFreq());
    postings = found.postings(postings, PostingsEnum.NONE);
    int end = size;
    for (int doc = postings.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = postings.nextDoc()) {
      docs[end++] = doc;
    }
    size = end;
  }

  /** Number of values of blocks and sub-blocks that were looked up. */
  int lookUps() {
    return lookUps + subLookUps;
  }

  /** Number of candidates; those in several buckets count several times, deleted ones too. */
  int size() {
    return size;
  }

  /** The candidates as they were found: {@link #size} documents, some of them several times. */
  int[] docs() {
    return docs;
  }

  /** Puts the candidates into ascending order, each once. */
  void sort(int maxDoc) {
    new LSBRadixSorter().sort(PackedInts.bitsRequired(maxDoc), docs, size);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || docs[i] != docs[i - 1]) {
        docs[kept++] = docs[i];
      }
    }
    size = kept;
  }
}
