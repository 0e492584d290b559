package io.simhash.core.profile;

import static org.junit.Assert.assertEquals;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.Weight;
import io.simhash.core.feature.Feature.Factors;
import java.util.List;
import java.util.Locale;
import org.junit.Test;

/** Term frequency and word length, and the product of all factors. */
public class FactorTests {

  @Test
  public void testTfGolden() {
    for (List<String> row : GoldenFile.rows("weights-v1.tsv", "tf")) {
      Tf tf = Tf.valueOf(row.get(0).toUpperCase(Locale.ROOT));
      double factor = tf.factor(Integer.parseInt(row.get(1)));
      assertEquals(row.toString(), Long.parseLong(row.get(2)), Weight.of(factor));
    }
  }

  @Test
  public void testLengthGolden() {
    for (List<String> row : GoldenFile.rows("weights-v1.tsv", "length")) {
      LengthFactor length = LengthFactor.valueOf(row.get(0).toUpperCase(Locale.ROOT));
      int[] xs = row.subList(1, 4).stream().mapToInt(Integer::parseInt).toArray();
      double factor = length.factor(xs[0], xs[1], xs[2]);
      assertEquals(row.toString(), Long.parseLong(row.get(4)), Weight.of(factor));
    }
  }

  /** Floating-point multiplication depends on its order, so the order is part of the contract. */
  @Test
  public void testProductInTheStatedOrder() {
    assertEquals(210 * 143 * 17.0, new Factors(2, 3, 5, 7, 11, 13, 17).product(), 0);
    double leftToRight = 0.1 * 0.7 * 1.1 * 1.3 * 5 * 3.3 * 0.9;
    assertEquals(leftToRight, new Factors(0.1, 0.7, 1.1, 1.3, 5, 3.3, 0.9).product(), 0);
  }
}
