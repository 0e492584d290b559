package io.simhash.elasticsearch.clusters;

import io.simhash.core.base.Errors;
import java.util.Map;
import java.util.TreeMap;

/** The heap and the time of a run of {@code _simhash/clusters}, computed before it reads. */
public final class ClusterCost {

  /** The documents of one question about bands: 5 MB of them. */
  static final int BATCH_OF_BANDS = 100_000;

  /** The shingles of one answer: as much as two texts of the maximum length have. */
  static final long TEXT_BYTES = 16 << 20;

  /**
   * Bytes of each document. Most are used twice: 32 to keep it and 80 while the answers of the
   * shards are put together, sorted and grouped; then 12 to keep it, 16 for its group, 4 to join
   * it, 48 for its bands, and 10 while one band is joined.
   */
  private static final int BYTES_PER_DOCUMENT = 120;

  /** Further bytes of each document with {@code same}: to keep its number, and to join it. */
  private static final int SAME_BYTES = 8;

  /** Bytes of each document whose bands are being read, in an answer and in its copy. */
  private static final int BYTES_PER_ROW = 160;

  /**
   * The answers of questions about texts that are in memory: two that are kept, see {@link
   * io.simhash.core.cluster.ElementReader#texts}, and one that is being read, in the response and
   * out of it.
   */
  private static final int TEXT_ANSWERS = 4;

  /** Bytes of a document in an answer about values, with {@code same}, and in one about bands. */
  private static final int VALUE_BYTES = 25;

  private static final int SAME_VALUE_BYTES = 5;

  private static final int BANDS_BYTES = 52;

  /** A search accounts for its answers, and for half as much while they are put together. */
  private static final double ACCOUNTED_BY_SEARCH = 1.5;

  /** By default, on two cores, a million took 8.3 s ({@code bin/benchmark --cluster-heap}). */
  private static final double SECONDS_PER_DOCUMENT = 8.3e-6;

  private ClusterCost() {}

  /**
   * The heap that a run accounts for until it writes clusters: what it reserves before it reads
   * documents, and what its searches account for.
   *
   * @param texts whether texts confirm neighbours
   * @param same whether documents must have equal values; what these take is accounted for besides,
   *     while documents are read
   */
  public static long heap(long documents, boolean texts, boolean same) {
    return documents * (BYTES_PER_DOCUMENT + (same ? SAME_BYTES : 0))
        + Math.min(documents, BATCH_OF_BANDS) * BYTES_PER_ROW
        + (texts ? TEXT_ANSWERS * TEXT_BYTES : 0)
        + ofSearches(documents, texts, same);
  }

  /** The time of a run with the default options, to a tenth of a second. */
  public static double seconds(long documents) {
    return Math.round(documents * SECONDS_PER_DOCUMENT * 10) / 10.0;
  }

  /** The part of the heap for which the largest search accounts. */
  static long ofSearches(long documents, boolean texts, boolean same) {
    long values = documents * (VALUE_BYTES + (same ? SAME_VALUE_BYTES : 0));
    long bands = Math.min(documents, BATCH_OF_BANDS) * BANDS_BYTES;
    long largest = Math.max(values, Math.max(bands, texts ? TEXT_BYTES : 0));
    return Math.round(largest * ACCOUNTED_BY_SEARCH);
  }

  /**
   * The number of documents above which the node always refuses a run with the default options.
   *
   * @param limit the heap that requests of the node may reserve together
   */
  static long refusedAbove(long limit, boolean same) {
    long low = 0;
    long high = ClusterOptions.DEFAULT_MAX_DOCUMENTS;
    while (low < high) {
      long middle = (low + high + 1) / 2;
      if (heap(middle, false, same) <= limit) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /**
   * The cost of a run with the default options, and with {@code same} or without, as a part of a
   * response: why the node would refuse it, or how long it would take.
   *
   * @param limit the heap that requests of the node may reserve together
   */
  public static Map<String, Object> body(long documents, long limit, boolean same) {
    long heap = heap(documents, false, same);
    Map<String, Object> body = new TreeMap<>();
    body.put("documents", documents);
    body.put("heap_in_bytes", heap);
    body.put("refused_above_documents", refusedAbove(limit, same));
    if (heap > limit) {
      String refused = "a run needs [%s] bytes of heap but requests of a node may reserve [%s]";
      body.put("refused", Errors.sentence(refused, heap, limit));
    } else if (documents > ClusterOptions.DEFAULT_MAX_DOCUMENTS) {
      body.put("refused", tooMany(documents, ClusterOptions.DEFAULT_MAX_DOCUMENTS));
    } else {
      body.put("seconds", seconds(documents));
    }
    return body;
  }

  /** Why a run with too many documents is refused. */
  static String tooMany(long documents, int most) {
    return Errors.sentence(
        "the documents to cluster must be at most [max_documents] [%s] but were [%s]",
        most, documents);
  }
}
