package io.simhash.evaluation;

import java.util.Arrays;

/** Which documents have a key, and with what weight. Keys of a single document are left out. */
final class Postings {

  private final Vectors vectors;
  private final long[] keys;
  private final int[] starts;
  private final int[] documents;
  private final float[] weights;

  private Postings(Vectors vectors, long[] keys, int[] starts) {
    this.vectors = vectors;
    this.keys = keys;
    this.starts = starts;
    documents = new int[starts[keys.length]];
    weights = new float[starts[keys.length]];
  }

  static Postings of(Vectors vectors) {
    long[] all = new long[size(vectors)];
    int at = 0;
    for (int document = 0; document < vectors.size(); document++) {
      long[] own = vectors.keys(document);
      System.arraycopy(own, 0, all, at, own.length);
      at += own.length;
    }
    Arrays.parallelSort(all);
    return of(vectors, all).fill();
  }

  private static int size(Vectors vectors) {
    long size = 0;
    for (int document = 0; document < vectors.size(); document++) {
      size += vectors.keys(document).length;
    }
    return Math.toIntExact(size);
  }

  /** Keeps the keys that are at least twice in {@code all}, in place. */
  private static Postings of(Vectors vectors, long[] all) {
    int[] starts = new int[all.length / 2 + 1];
    int kept = 0;
    for (int i = 0, next; i < all.length; i = next) {
      next = i + 1;
      while (next < all.length && all[next] == all[i]) {
        next++;
      }
      if (next - i > 1) {
        all[kept] = all[i];
        starts[kept + 1] = starts[kept] + next - i;
        kept++;
      }
    }
    return new Postings(vectors, Arrays.copyOf(all, kept), Arrays.copyOf(starts, kept + 1));
  }

  private Postings fill() {
    int[] next = Arrays.copyOf(starts, keys.length);
    for (int document = 0; document < vectors.size(); document++) {
      long[] own = vectors.keys(document);
      for (int i = 0; i < own.length; i++) {
        int key = Arrays.binarySearch(keys, own[i]);
        if (key >= 0) {
          documents[next[key]] = document;
          weights[next[key]] = vectors.weight(document, i);
          next[key]++;
        }
      }
    }
    return this;
  }

  /**
   * Adds up, for every document before {@code document}, the products over common keys.
   *
   * @param dots zeros, one for each document; takes the sums
   * @param touched takes the documents that have a sum
   * @return how many have one
   */
  int dots(int document, double[] dots, int[] touched) {
    int count = 0;
    long[] own = vectors.keys(document);
    for (int i = 0; i < own.length; i++) {
      int key = Arrays.binarySearch(keys, own[i]);
      int end = key < 0 ? 0 : starts[key + 1];
      float weight = vectors.weight(document, i);
      for (int p = key < 0 ? 0 : starts[key]; p < end && documents[p] < document; p++) {
        int other = documents[p];
        if (dots[other] == 0) {
          touched[count++] = other;
        }
        dots[other] += (double) weight * weights[p];
      }
    }
    return count;
  }
}
