package io.simhash.core.cluster;

import io.simhash.core.GoldenFile;
import io.simhash.core.cluster.ClusterMaker.Linkage;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.elasticsearch.test.ESTestCase;

public class FingerprintClustersTests extends ESTestCase {

  private static int[] representatives(long[] fingerprints, int maxDistance, Linkage linkage) {
    List<NearValue> values =
        LongStream.of(fingerprints).mapToObj(f -> new NearValue(f, Optional.empty())).toList();
    return NeighbourJoinTests.representatives(
        new MemoryReader(values, List.of(), 0),
        new NearRule.Radius(maxDistance),
        Optional.empty(),
        linkage);
  }

  /** Two keys: equal first ones are one group only where the second ones are equal too. */
  public void testGroupsOfTwoKeys() {
    EqualGroups groups =
        EqualGroups.of(new long[] {7, 5, 7, 5, 7}, new long[] {2, 1, 1, 1, 2}, new int[0]);
    assertEquals(3, groups.groups());
    assertArrayEquals(new long[] {5, 7, 7}, groups.keys());
    assertArrayEquals(new int[] {1, 3}, groups.members(0));
    assertArrayEquals(new int[] {2}, groups.members(1));
    assertArrayEquals(new int[] {0, 4}, groups.members(2));
    assertEquals(1, EqualGroups.of(new long[10_000], new long[0], new int[0]).groups());
  }

  /** Numbers of elements come before the keys, and groups of different numbers are different. */
  public void testGroupsWithNumbers() {
    int[] same = {300_000, 2, 2, 2, 300_000, 2};
    EqualGroups groups =
        EqualGroups.of(new long[] {5, 7, 5, 7, 5, 5}, new long[] {1, 1, 1, 1, 1, 2}, same);
    assertArrayEquals(new long[] {5, 5, 7, 5}, groups.keys());
    assertArrayEquals(new int[] {2}, groups.members(0));
    assertArrayEquals(new int[] {5}, groups.members(1));
    assertArrayEquals(new int[] {1, 3}, groups.members(2));
    assertArrayEquals(new int[] {0, 4}, groups.members(3));
    EqualGroups cut = groups.cut(new long[] {9, 3, 8, 1, 4, 0});
    int[] firsts = IntStream.range(0, cut.groups()).map(cut::first).toArray();
    assertArrayEquals(new int[] {2, 5, 3, 1, 4, 0}, firsts);
  }

  public void testGoldenClusters() {
    List<List<String>> rows = GoldenFile.rows("clusters-v1.tsv");
    assertEquals(8, rows.size());
    for (List<String> row : rows) {
      Linkage linkage = Linkage.valueOf(row.get(0).toUpperCase(Locale.ROOT));
      int maxDistance = Integer.parseInt(row.get(1));
      long[] fingerprints = GoldenFile.hex(row.get(2));
      int[] expected =
          Arrays.stream(GoldenFile.longs(row.get(3))).mapToInt(Math::toIntExact).toArray();
      int[] got = representatives(fingerprints, maxDistance, linkage);
      assertArrayEquals(expected, got);
      int widest = 0;
      for (int representative : IntStream.of(got).distinct().toArray()) {
        long[] cluster =
            IntStream.range(0, got.length)
                .filter(i -> got[i] == representative)
                .mapToLong(i -> fingerprints[i])
                .toArray();
        widest = Math.max(widest, ClusterMaker.diameter(cluster, () -> {}));
      }
      assertEquals(Integer.parseInt(row.get(4)), widest);
    }
  }

  /** The lower bound of many fingerprints is at least half of the exact diameter. */
  public void testDiameterOfManyFingerprints() {
    long[] values = random().longs(ClusterMaker.EXACT + 1).map(v -> v & 0xFFFF_FFFFL).toArray();
    int bound = ClusterMaker.diameter(values, () -> {});
    assertTrue("" + bound, bound >= 16 && bound <= 32);
    assertEquals(0, ClusterMaker.diameter(new long[] {random().nextLong()}, () -> {}));
  }

  /** Comparing many fingerprints can be ended. */
  public void testCheckOfTheDiameter() {
    int[] calls = {0};
    ClusterMaker.diameter(random().longs(100).toArray(), () -> calls[0]++);
    assertEquals(100, calls[0]);
  }
}
