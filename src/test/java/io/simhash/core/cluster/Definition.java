package io.simhash.core.cluster;

import io.simhash.core.cluster.ClusterMaker.Linkage;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Clusters as they are defined, on documents one by one, by comparing all with all. */
public final class Definition {

  private Definition() {}

  /** The lowest index of each document's component, or its centre. */
  public static int[] representatives(
      int size, Linkage linkage, ClusterMaker.Neighbours neighbours) {
    boolean[][] near = new boolean[size][size];
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < size; b++) {
        near[a][b] = a == b || neighbours.test(a, b);
      }
    }
    return linkage == Linkage.STAR ? stars(near) : connected(near);
  }

  private static int[] connected(boolean[][] near) {
    int[] lowest = IntStream.range(0, near.length).toArray();
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int a = 0; a < near.length; a++) {
        for (int b = 0; b < near.length; b++) {
          if (near[a][b] && lowest[b] < lowest[a]) {
            lowest[a] = lowest[b];
            changed = true;
          }
        }
      }
    }
    return lowest;
  }

  private static int[] stars(boolean[][] near) {
    int[] centres = new int[near.length];
    Arrays.fill(centres, -1);
    int[] degrees =
        Arrays.stream(near)
            .mapToInt(row -> (int) IntStream.range(0, row.length).filter(i -> row[i]).count())
            .toArray();
    while (true) {
      int centre = -1;
      for (int a = 0; a < near.length; a++) {
        if (centres[a] < 0 && (centre < 0 || degrees[a] > degrees[centre])) {
          centre = a;
        }
      }
      if (centre < 0) {
        return centres;
      }
      for (int b = 0; b < near.length; b++) {
        if (centres[b] < 0 && (near[centre][b] || b == centre)) {
          centres[b] = centre;
        }
      }
    }
  }
}
