package io.simhash.examples;

import static org.junit.Assert.assertEquals;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;
import io.simhash.core.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.Test;

/** Look up a few block values, verify the candidates, and miss no neighbour. */
public class Example2EveryNeighbourWithinARadius {

  /** For each of the four blocks: the value of the block, and the fingerprints that have it. */
  private final List<Map<Integer, List<Long>>> index =
      List.of(new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>());

  private void add(long fingerprint) {
    for (int block = 0; block < Blocks.COUNT; block++) {
      index
          .get(block)
          .computeIfAbsent(Blocks.value(fingerprint, block), value -> new ArrayList<>())
          .add(fingerprint);
    }
  }

  private Set<Long> within(int maxDistance, long query) {
    ProbePlan plan = new ProbePlan(maxDistance);
    Set<Long> neighbours = new LinkedHashSet<>();
    for (int block = 0; block < Blocks.COUNT; block++) {
      int bits = block < plan.wideBlocks() ? plan.wideBits() : plan.narrowBits();
      for (int value : ProbePlan.values(Blocks.BITS, Blocks.value(query, block), 0, bits)) {
        for (long candidate : index.get(block).getOrDefault(value, List.of())) {
          if (Fingerprint.distance(query, candidate) <= maxDistance) {
            neighbours.add(candidate);
          }
        }
      }
    }
    return neighbours;
  }

  @Test
  public void testTheReprintIsFoundAndTheMatchReportIsNot() {
    long announcement = Example1FingerprintOfAText.fingerprint(Texts.ANNOUNCEMENT);
    long reprint = Example1FingerprintOfAText.fingerprint(Texts.REPRINT);
    add(announcement);
    add(reprint);
    add(Example1FingerprintOfAText.fingerprint(Texts.MATCH_REPORT));

    assertEquals(Set.of(announcement), within(3, announcement));
    assertEquals(Set.of(announcement, reprint), within(7, announcement));
  }

  /** A maximum distance costs this number of look-ups. */
  @Test
  public void testLookUpsOfAMaximumDistance() {
    assertEquals(4, new ProbePlan(3).probes());
    assertEquals(68, new ProbePlan(7).probes());
    assertEquals(548, new ProbePlan(11).probes());
  }
}
