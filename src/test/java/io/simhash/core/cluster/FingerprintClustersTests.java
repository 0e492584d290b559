package io.simhash.core.cluster;

import io.simhash.core.GoldenFile;
import io.simhash.core.cluster.ClusterMaker.Linkage;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
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
        NearRule.ofDistance(maxDistance),
        Optional.empty(),
        linkage);
  }

  /** Two keys: equal first ones are one group only where the second ones are equal too. */
  public void testGroupsOfTwoKeys() {
    EqualGroups groups = EqualGroups.of(new long[] {7, 5, 7, 5, 7}, new long[] {2, 1, 1, 1, 2});
    assertEquals(3, groups.groups());
    assertArrayEquals(new long[] {5, 7, 7}, groups.keys());
    assertArrayEquals(new int[] {1, 3}, groups.members(0));
    assertArrayEquals(new int[] {2}, groups.members(1));
    assertArrayEquals(new int[] {0, 4}, groups.members(2));
    assertEquals(1, EqualGroups.of(new long[10_000]).groups());
  }

  /** Of a chain one linkage makes one wide cluster, the other many that the radius limits. */
  public void testChain() {
    long[] chain = chain(1_000, random().nextLong());
    int[] connected = representatives(chain, 3, Linkage.CONNECTED);
    assertArrayEquals(new int[chain.length], connected);
    assertEquals(64, ClusterMaker.diameter(chain, () -> {}));
    int[] stars = representatives(chain, 3, Linkage.STAR);
    for (int i = 0; i < chain.length; i++) {
      assertTrue(Fingerprint.distance(chain[i], chain[stars[i]]) <= 3);
    }
    for (int centre : IntStream.of(stars).distinct().toArray()) {
      long[] cluster =
          IntStream.range(0, chain.length)
              .filter(i -> stars[i] == centre)
              .mapToLong(i -> chain[i])
              .toArray();
      assertTrue(ClusterMaker.diameter(cluster, () -> {}) <= 6);
    }
  }

  /** Flips bits 0 to 2, then 3 to 5 and so on, again and again. */
  private static long[] chain(int length, long first) {
    long[] chain = new long[length];
    chain[0] = first;
    for (int i = 1; i < length; i++) {
      chain[i] = chain[i - 1];
      for (int bit = 0; bit < 3; bit++) {
        chain[i] ^= 1L << (3 * (i - 1) + bit) % 64;
      }
    }
    return chain;
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
