package io.simhash.core.profile;

import static org.junit.Assert.assertEquals;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.Weight;
import java.util.List;
import java.util.Locale;
import org.junit.Test;

/** Term frequency and word length. */
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
}
