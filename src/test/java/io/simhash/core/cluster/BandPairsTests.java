package io.simhash.core.cluster;

import io.simhash.core.Binomial;
import io.simhash.core.minhash.Bands;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.elasticsearch.test.ESTestCase;

public class BandPairsTests extends ESTestCase {

  private static int pairs(BandPairs plan) {
    int pairs = 0;
    for (int group = 0; group < plan.groups(); group++) {
      pairs += plan.pairs(plan.size(group)).size();
    }
    return pairs;
  }

  /** Each of 8 bands with the next two: 128 pairs of 64 bands. */
  public void testTheDefault() {
    BandPairs plan = BandPairs.of(Bands.DEFAULT, .51);
    assertEquals(2, plan.steps());
    assertEquals(8, plan.groups());
    assertEquals(128, pairs(plan));
    assertTrue("" + plan.recall(.51), plan.recall(.51) >= .997);
    assertEquals(.0017, 1 - plan.recall(.52), .00005);
    assertEquals(.0011, 1 - plan.recall(.53), .00005);
    assertEquals(.00002, 1 - plan.recall(.6), .000005);
    assertTrue("one step fewer", new BandPairs(Bands.DEFAULT, 1).recall(.51) < .997);
    assertEquals(1, plan.recall(1), 0);
    assertEquals(0, plan.recall(0), 0);
  }

  /** Where neighbours are confirmed: all 224 pairs of the groups, which lose one in 180 at .44. */
  public void testTheDefaultToConfirm() {
    BandPairs plan = BandPairs.of(Bands.DEFAULT, .44);
    assertEquals(4, plan.steps());
    assertEquals(224, pairs(plan));
    assertEquals(.0055, 1 - plan.recall(.44), .00005);
    assertEquals(.00033, 1 - plan.recall(.5), .000005);
  }

  /** The least number of steps with the recall, and at most all pairs. */
  public void testSteps() {
    for (Bands bands :
        List.of(
            Bands.DEFAULT,
            new Bands(64, 32, 1),
            new Bands(256, 41, 3),
            new Bands(64, 5, 2),
            new Bands(64, 1, 1))) {
      for (double minSimilarity : new double[] {.44, .52, .6, .9, 1}) {
        int steps = BandPairs.of(bands, minSimilarity).steps();
        boolean enough = new BandPairs(bands, steps).recall(minSimilarity) >= BandPairs.MIN_RECALL;
        assertTrue(bands + " at " + minSimilarity, steps == 4 || enough);
        assertTrue(
            bands + " at " + minSimilarity,
            steps == 1
                || new BandPairs(bands, steps - 1).recall(minSimilarity) < BandPairs.MIN_RECALL);
      }
    }
    assertEquals(1, BandPairs.of(Bands.DEFAULT, .6).steps());
  }

  /** Two bands of four rows and more would agree too rarely. */
  public void testALongBandIsItsOwnPair() {
    assertEquals(1, BandPairs.of(new Bands(1024, 64, 3), .9).steps());
    BandPairs plan = BandPairs.of(new Bands(84, 6, 14), .52);
    assertEquals(0, plan.steps());
    assertEquals(6, pairs(plan));
    assertEquals(1 - Math.pow(1 - Math.pow(.9, 14), 6), plan.recall(.9), 1e-12);
  }

  /** Each pair of different bands once, both in the group; each band as often as any other. */
  public void testPairs() {
    for (int steps = 0; steps <= 4; steps++) {
      BandPairs plan = new BandPairs(Bands.DEFAULT, steps);
      for (int size = 1; size <= 8; size++) {
        Set<Set<Integer>> found = new HashSet<>();
        int[] uses = new int[size];
        for (BandPairs.BandPair pair : plan.pairs(size)) {
          assertTrue(found.add(Set.copyOf(List.of(pair.first(), pair.second()))));
          assertTrue(pair.first() <= pair.second() && pair.second() < size);
          assertEquals(steps == 0 || size == 1, pair.first() == pair.second());
          uses[pair.first()]++;
          uses[pair.second()]++;
        }
        for (int band = 0; band < size; band++) {
          assertEquals(steps + " of " + size, uses[0], uses[band]);
        }
        boolean all = steps >= size / 2 && size > 1 && steps > 0;
        int expected = all ? size * (size - 1) / 2 : size * Math.max(1, steps);
        assertEquals(steps + " of " + size, size == 1 ? 1 : expected, found.size());
      }
    }
  }

  public void testGroups() {
    BandPairs plan = new BandPairs(new Bands(64, 17, 1), 2);
    assertEquals(3, plan.groups());
    assertEquals(8, plan.size(0));
    assertEquals(8, plan.size(1));
    assertEquals(1, plan.size(2));
    assertEquals(1, new BandPairs(new Bands(64, 8, 1), 2).groups());
  }

  /** Bands that agree at random, counted; the last group has fewer bands. */
  public void testRecallOfRandomPairs() {
    int trials = 20_000;
    for (Bands bands :
        List.of(Bands.DEFAULT, new Bands(256, 13, 2), new Bands(84, 28, 3), new Bands(64, 9, 1))) {
      for (int steps = 0; steps <= 4; steps++) {
        BandPairs plan = new BandPairs(bands, steps);
        double similarity = .2 + randomDouble() / 2;
        double agree = Math.pow(similarity, bands.rows());
        int found = 0;
        for (int trial = 0; trial < trials; trial++) {
          found += isFound(plan, agree) ? 1 : 0;
        }
        double recall = plan.recall(similarity);
        if (recall > 1e-9 && recall < 1 - 1e-9) {
          Binomial.assertPlausible(plan + " at " + similarity, found, trials, recall);
        }
      }
    }
  }

  private static boolean isFound(BandPairs plan, double agree) {
    boolean found = false;
    for (int group = 0; group < plan.groups(); group++) {
      boolean[] agrees = new boolean[plan.size(group)];
      for (int band = 0; band < agrees.length; band++) {
        agrees[band] = random().nextDouble() < agree;
      }
      for (BandPairs.BandPair pair : plan.pairs(agrees.length)) {
        found |= agrees[pair.first()] && agrees[pair.second()];
      }
    }
    return found;
  }

  public void testRefusals() {
    for (int steps : new int[] {-1, 5}) {
      Exception e =
          expectThrows(IllegalArgumentException.class, () -> new BandPairs(Bands.DEFAULT, steps));
      assertEquals("[steps] must be in [0, 4] but was [" + steps + "]", e.getMessage());
    }
  }
}
