package io.simhash.lucene.search;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
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

/**
 * The documents of one segment that share a probed block value with one of several fingerprints, as
 * pairs of a document and the number of the fingerprint.
 *
 * <p>The values of one block are looked up in ascending order, each once for all fingerprints.
 */
final class AnyCandidates {

  /** Pairs that are held at a time: 8 MB. */
  private static final int MAX_PAIRS = 1 << 20;

  /** Receives pairs. */
  @FunctionalInterface
  interface Receiver {

    /**
     * Receives pairs: the document in the upper 32 bits, the fingerprint's number in the lower.
     *
     * @param pairs ascending; equal pairs may follow one another, or come in another call
     */
    void accept(long[] pairs, int size) throws IOException;
  }

  /** One block: its terms and how far the probed values are from a fingerprint's own. */
  private record Block(int number, Terms terms, int bits) {

    double lookUps(int fingerprints) {
      return Math.min((double) fingerprints * ProbePlan.ball(bits), Blocks.VALUES);
    }

    double candidates(int fingerprints) throws IOException {
      double values = (double) fingerprints * ProbePlan.ball(bits);
      return values * terms.getSumDocFreq() / Math.max(1, distinct(terms));
    }
  }

  private final List<Block> blocks;
  private final long[] fingerprints;
  private final double candidates;
  private long[] pairs = new long[0];
  private int size;
  private long received;

  private AnyCandidates(List<Block> blocks, long[] fingerprints, double candidates) {
    this.blocks = blocks;
    this.fingerprints = fingerprints;
    this.candidates = candidates;
  }

  /**
   * Plans the look-up.
   *
   * @param documents the number of documents with a fingerprint
   * @return empty if a scan is estimated to cost less, or if the block terms cannot be seen while
   *     the doc values can
   */
  static Optional<AnyCandidates> plan(LeafReader reader, SimHashNearAnyQuery query, long documents)
      throws IOException {
    ProbePlan plan = new ProbePlan(query.rule().maxDistance());
    List<Terms> terms = new ArrayList<>();
    for (int block = 0; block < Blocks.COUNT; block++) {
      Terms of = reader.terms(SimHashFields.blockField(query.field(), block));
      if (of == null || of.getSumDocFreq() < 0) {
        return Optional.empty();
      }
      terms.add(of);
    }
    long[] fingerprints =
        query.fingerprints().stream().mapToLong(QueryFingerprint::fingerprint).toArray();
    List<Block> blocks = blocks(terms, plan);
    double lookUps = 0;
    double candidates = 0;
    for (Block block : blocks) {
      lookUps += block.lookUps(fingerprints.length);
      candidates += block.candidates(fingerprints.length);
    }
    double cost = query.costs().ofBlocks(lookUps, candidates);
    return cost <= query.costs().ofScan(documents, fingerprints.length)
        ? Optional.of(new AnyCandidates(blocks, fingerprints, candidates))
        : Optional.empty();
  }

  /** The blocks to probe; the wide ones are those with the smallest buckets on average. */
  private static List<Block> blocks(List<Terms> terms, ProbePlan plan) throws IOException {
    List<Integer> smallestFirst = new ArrayList<>();
    long[] distinct = new long[Blocks.COUNT];
    for (int block = 0; block < Blocks.COUNT; block++) {
      smallestFirst.add(block);
      distinct[block] = distinct(terms.get(block));
    }
    smallestFirst.sort(Comparator.comparingLong(block -> -distinct[block]));
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < Blocks.COUNT; i++) {
      int bits = i < plan.wideBlocks() ? plan.wideBits() : plan.narrowBits();
      if (bits >= 0) {
        int block = smallestFirst.get(i);
        blocks.add(new Block(block, terms.get(block), bits));
      }
    }
    return blocks;
  }

  /** The number of distinct values of a block, or the most there can be where it is not known. */
  private static long distinct(Terms terms) throws IOException {
    return terms.size() < 0 ? Blocks.VALUES : terms.size();
  }

  /** The estimated number of pairs. */
  long cost() {
    return (long) candidates;
  }

  /**
   * Looks up all pairs.
   *
   * @param maxPairs the number of pairs from which on a scan costs less
   * @return false if there were more; some pairs were passed on then
   */
  boolean find(long maxPairs, Runnable cancellation, Receiver receiver) throws IOException {
    for (Block block : blocks) {
      if (find(block, maxPairs, cancellation, receiver) == false) {
        return false;
      }
    }
    pass(receiver);
    return true;
  }

  private boolean find(Block block, long maxPairs, Runnable cancellation, Receiver receiver)
      throws IOException {
    long[] probes = probes(block);
    TermsEnum terms = block.terms().iterator();
    PostingsEnum postings = null;
    BytesRef term = new BytesRef(new byte[Blocks.DIGITS]);
    for (int from = 0, to; from < probes.length; from = to) {
      int value = (int) (probes[from] >>> Integer.SIZE);
      for (to = from + 1; to < probes.length && probes[to] >>> Integer.SIZE == value; to++) {}
      Blocks.term(value, term.bytes);
      if (terms.seekExact(term)) {
        cancellation.run();
        received += (long) terms.docFreq() * (to - from);
        if (received > maxPairs) {
          return false;
        }
        postings = terms.postings(postings, PostingsEnum.NONE);
        add(postings, probes, from, to, receiver);
      }
    }
    return true;
  }

  /** The values to look up, each in the upper 32 bits, with the fingerprints' numbers; sorted. */
  private long[] probes(Block block) {
    int ball = ProbePlan.ball(block.bits());
    long[] probes = new long[fingerprints.length * ball];
    for (int i = 0; i < fingerprints.length; i++) {
      int own = Blocks.value(fingerprints[i], block.number());
      int[] values = ProbePlan.values(own, 0, block.bits());
      for (int j = 0; j < ball; j++) {
        probes[i * ball + j] = (long) values[j] << Integer.SIZE | i;
      }
    }
    Arrays.sort(probes);
    return probes;
  }

  private void add(PostingsEnum postings, long[] probes, int from, int to, Receiver receiver)
      throws IOException {
    for (int doc = postings.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = postings.nextDoc()) {
      for (int i = from; i < to; i++) {
        if (size == MAX_PAIRS) {
          pass(receiver);
        }
        if (size == pairs.length) {
          int larger = Math.min(MAX_PAIRS, ArrayUtil.oversize(size + 1, Long.BYTES));
          pairs = Arrays.copyOf(pairs, larger);
        }
        pairs[size++] = (long) doc << Integer.SIZE | (int) probes[i];
      }
    }
  }

  private void pass(Receiver receiver) throws IOException {
    Arrays.sort(pairs, 0, size);
    receiver.accept(pairs, size);
    size = 0;
  }
}
