package io.simhash.core.simhash;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.Weight;
import io.simhash.core.feature.Feature;
import io.simhash.core.feature.Features;
import io.simhash.core.profile.Profile.Ties;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.test.ESTestCase;

public class BitFlipsTests extends ESTestCase {

  private static Feature feature(String text, long hash, double weight) {
    return new Feature(text, "", 1, Map.of(), hash, Weight.of(weight));
  }

  private static long[] sums(Features features) {
    SimHash sums = new SimHash();
    features.list().forEach(feature -> sums.add(feature.hash(), feature.weight()));
    return sums.sums();
  }

  private static long fingerprint(Features features, Ties ties) {
    return SimHash.of(sums(features), ties);
  }

  private static List<TextComparison.Flip> flips(Features first, Features second, int limit) {
    return TextComparison.flips(
        first, fingerprint(first, Ties.ZERO), second, fingerprint(second, Ties.ZERO), limit);
  }

  /** "storm" holds the top bit up against "calm"; when it weighs less, the bit falls. */
  public void testNamesTheWordThatTurnsTheBit() {
    long top = 1L << 63;
    Feature calm = feature("calm", 0, 2);
    Features first = new Features(List.of(feature("storm", top, 3), calm));
    Features second = new Features(List.of(feature("storm", top, 1), calm));
    assertEquals(
        List.of(new TextComparison.Flip(0, List.of(new TextComparison.Pull("storm", 3, 1)))),
        flips(first, second, 5));
    assertEquals(
        List.of(new TextComparison.Flip(0, List.of(new TextComparison.Pull("storm", 1, 3)))),
        flips(second, first, 5));
  }

  public void testGreatestDifferenceFirstAndThenByText() {
    Features first =
        new Features(
            List.of(
                feature("b", 1, 2), feature("a", 1, 2), feature("c", 1, 4), feature("x", 0, 1)));
    Features second =
        new Features(List.of(feature("c", 1, 1), feature("x", 0, 9), feature("y", 1, 1)));
    // The last bit falls from 2+2+4-1 to 1-9+1; y pulls it up, so it did not turn it.
    List<TextComparison.Pull> pulls =
        List.of(
            new TextComparison.Pull("x", -1, -9),
            new TextComparison.Pull("c", 4, 1),
            new TextComparison.Pull("a", 2, 0),
            new TextComparison.Pull("b", 2, 0));
    assertEquals(List.of(new TextComparison.Flip(63, pulls)), flips(first, second, 5));
    assertEquals(
        List.of(new TextComparison.Flip(63, pulls.subList(0, 2))), flips(first, second, 2));
  }

  /** Its pull on a bit that its hash does not have is 0, not -0. */
  public void testAFeatureThatIsMissingPullsByZero() {
    Features first = new Features(List.of(feature("a", 1, 2)));
    Features second = new Features(List.of(feature("a", 1, 2), feature("b", 0, 3)));
    TextComparison.Pull pull = new TextComparison.Pull("b", 0.0, -3);
    assertEquals(List.of(new TextComparison.Flip(63, List.of(pull))), flips(first, second, 5));
    TextComparison.Pull back = new TextComparison.Pull("b", -3, 0.0);
    assertEquals(List.of(new TextComparison.Flip(63, List.of(back))), flips(second, first, 5));
  }

  public void testEqualTextsFlipNothing() {
    Features features = randomFeatures();
    assertEquals(List.of(), flips(features, features, 5));
  }

  /** The pulls of a turned bit outweigh what the other features did against the turn. */
  public void testPullsExplainTheSums() {
    for (int round = 0; round < 50; round++) {
      Features first = randomFeatures();
      Features second = randomFeatures();
      Ties ties = randomFrom(Ties.values());
      long x = fingerprint(first, ties);
      long y = fingerprint(second, ties);
      List<TextComparison.Flip> flips =
          TextComparison.flips(first, x, second, y, Integer.MAX_VALUE);
      assertEquals(Fingerprint.distance(x, y), flips.size());
      for (TextComparison.Flip flip : flips) {
        int shift = 63 - flip.bit();
        assertEquals(1, (x ^ y) >>> shift & 1);
        double turn = Weight.toDouble(sums(first)[shift] - sums(second)[shift]);
        double pulled = flip.pulls().stream().mapToDouble(p -> p.first() - p.second()).sum();
        assertEquals((x >>> shift & 1) == 1, turn > 0);
        assertTrue(Math.abs(pulled) >= Math.abs(turn));
        assertEquals(Math.signum(turn), Math.signum(pulled), 0);
      }
    }
  }

  private static Features randomFeatures() {
    List<Feature> features = new ArrayList<>();
    Set<String> texts = new HashSet<>();
    for (int i = between(1, 30); i > 0; i--) {
      String text = "w" + between(1, 40);
      if (texts.add(text)) {
        features.add(feature(text, FeatureHash.XXH3.hash(text), between(1, 8)));
      }
    }
    return new Features(features);
  }
}
