package io.simhash.core.near;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A sample of documents in which near-duplicates are together: those with the smallest keys.
 *
 * <p>The {@link #key} of a document is a hash of the value of its first band, so that two documents
 * that share the band are both in the sample or both not: of documents with similarity J and bands
 * of two rows a part of {@code J²}. Where there is no signature, it is a hash of the first 16 bits
 * of the fingerprint, which two random fingerprints at distance H share with probability {@code
 * C(48, H) / C(64, H)}: .41 at 3 bits, .02 at 12.
 *
 * <p>The sample does not depend on the order of the values, nor on how they are divided into parts
 * that are merged. Among documents with equal keys a given order decides.
 *
 * @param <E> what is known of a document
 */
public final class NearSample<E> {

  /** The limit of a sample that holds all documents. */
  public static final long NO_LIMIT = Long.MAX_VALUE;

  private static final int BITS_OF_ALL = Integer.SIZE;

  private record Sampled<E>(long key, E element) {}

  private final int size;
  private final Comparator<Sampled<E>> smallestFirst;
  private final PriorityQueue<Sampled<E>> largestFirst;
  private long limit = NO_LIMIT;
  private long others;

  /**
   * @param size the maximum number of documents, at least 1
   * @param order a total order, which decides among equal keys
   */
  public NearSample(int size, Comparator<E> order) {
    this.size = size;
    this.smallestFirst =
        Comparator.<Sampled<E>>comparingLong(Sampled::key).thenComparing(Sampled::element, order);
    this.largestFirst = new PriorityQueue<>(smallestFirst.reversed());
  }

  /**
   * The key of a document with this value, at least 0: 31 bits by which near-duplicates are
   * together, then 32 bits of a hash of the value.
   */
  public static long key(NearValue value) {
    long fingerprint = value.fingerprint().orElse(0);
    long shared =
        value.signature().isPresent()
            ? value.signature().get().band(0)
            : fingerprint >>> Long.SIZE - Short.SIZE;
    long all = value.signature().isPresent() ? value.signature().get().hash() : 0;
    return mix(shared) >>> BITS_OF_ALL + 1 << BITS_OF_ALL | mix(all ^ fingerprint) >>> BITS_OF_ALL;
  }

  /** The output function of SplitMix64. */
  private static long mix(long z) {
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  /** Adds a document; of a full sample, the one with the largest key is left out. */
  public void add(NearValue value, E element) {
    long key = key(value);
    if (key > limit) {
      others++;
      return;
    }
    largestFirst.add(new Sampled<>(key, element));
    if (largestFirst.size() > size) {
      largestFirst.poll();
      others++;
      limit = largestFirst.peek().key();
    }
  }

  /**
   * Merges the {@link #limit} and the {@link #others} of another sample: documents with larger keys
   * than its limit are left out here too. Its documents are added by {@link #add}.
   */
  public void merge(long otherLimit, long otherOthers) {
    limit = Math.min(limit, otherLimit);
    others += otherOthers;
    while (largestFirst.isEmpty() == false && largestFirst.peek().key() > limit) {
      largestFirst.poll();
      others++;
    }
  }

  public int size() {
    return largestFirst.size();
  }

  /** The largest key of a document that the sample may hold. */
  public long limit() {
    return limit;
  }

  /** The number of documents that are not in the sample. */
  public long others() {
    return others;
  }

  /** The documents, those with the smallest keys first. */
  public List<E> elements() {
    return largestFirst.stream().sorted(smallestFirst).map(Sampled::element).toList();
  }
}
