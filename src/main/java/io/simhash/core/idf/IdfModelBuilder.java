package io.simhash.core.idf;

import io.simhash.core.base.FeatureHash;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Gathers terms and their document frequencies and keeps the most frequent: of two terms in equally
 * many documents the one with the smaller hash, so that the order of the terms does not matter.
 *
 * <p>Memory for {@code maxTerms} terms, whatever is added; each costs O(log maxTerms).
 */
public final class IdfModelBuilder {

  /** The first term is the first to be dropped. */
  private static final Comparator<IdfModel.Entry> LEAST_FREQUENT =
      Comparator.comparingInt(IdfModel.Entry::documentFrequency)
          .thenComparing(Comparator.comparingLong(IdfModel.Entry::hash).reversed());

  private final int maxTerms;
  private final PriorityQueue<IdfModel.Entry> kept = new PriorityQueue<>(LEAST_FREQUENT);

  /**
   * @param maxTerms the maximum number of terms that are kept, at least 1
   */
  public IdfModelBuilder(int maxTerms) {
    this.maxTerms = maxTerms;
  }

  /** The hash under which a model keeps a term. */
  public static long hash(String term) {
    return FeatureHash.XXH3.hash(term);
  }

  /** Adds a term, which must not be added again. */
  public void add(long hash, int documentFrequency) {
    IdfModel.Entry entry = new IdfModel.Entry(hash, documentFrequency);
    if (kept.size() < maxTerms) {
      kept.add(entry);
    } else if (LEAST_FREQUENT.compare(kept.peek(), entry) < 0) {
      kept.poll();
      kept.add(entry);
    }
  }

  /** Terms that are kept. */
  public int size() {
    return kept.size();
  }

  /**
   * The model of a collection of so many documents. A frequency above it counts as all of them:
   * documents may be added while terms are counted.
   *
   * @param documents in [1, {@link IdfModel#MAX_DOCUMENTS}]
   * @throws IllegalArgumentException if there are too many documents, or a term was added twice
   */
  public IdfModel build(long documents) {
    List<IdfModel.Entry> entries =
        kept.stream()
            .map(
                e -> new IdfModel.Entry(e.hash(), (int) Math.min(documents, e.documentFrequency())))
            .toList();
    return IdfModel.of(documents, entries);
  }
}
