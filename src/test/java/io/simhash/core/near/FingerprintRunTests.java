package io.simhash.core.near;

import io.simhash.core.simhash.Fingerprint;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.elasticsearch.test.ESTestCase;

public class FingerprintRunTests extends ESTestCase {

  /** Every distance and all lengths, with many near fingerprints and with few. */
  public void testEqualsBruteForce() {
    FingerprintRun run = new FingerprintRun();
    for (int maxDistance = 0; maxDistance <= 64; maxDistance++) {
      for (int times = 0; times < 20; times++) {
        long fingerprint = randomLong();
        int from = randomIntBetween(0, 600);
        int count = times == 0 ? FingerprintRun.SIZE : randomIntBetween(0, FingerprintRun.SIZE);
        long[] all = random().longs(from + count + randomIntBetween(0, 20)).toArray();
        for (int near = randomIntBetween(0, randomBoolean() ? 3 : 400); near > 0; near--) {
          // At the maximum distance and around it.
          int bits = Math.clamp(maxDistance + randomIntBetween(-1, 2), 0, 64);
          all[randomIntBetween(0, Math.max(0, all.length - 1))] = flipped(fingerprint, bits);
        }
        run.compare(fingerprint, all, from, count, maxDistance);
        int max = maxDistance;
        int[] expected =
            IntStream.range(0, count)
                .filter(i -> Fingerprint.distance(all[from + i], fingerprint) <= max)
                .toArray();
        assertArrayEquals(expected, IntStream.range(0, run.size()).map(run::position).toArray());
        assertArrayEquals(
            Arrays.stream(expected)
                .map(i -> Fingerprint.distance(all[from + i], fingerprint))
                .toArray(),
            IntStream.range(0, run.size()).map(run::distance).toArray());
      }
    }
  }

  private static long flipped(long fingerprint, int bits) {
    long flipped = fingerprint;
    for (int bit : shuffledList(IntStream.range(0, 64).boxed().toList()).subList(0, bits)) {
      flipped ^= 1L << bit;
    }
    return flipped;
  }

  public void testAllAreNear() {
    FingerprintRun run = new FingerprintRun();
    run.compare(-1, new long[FingerprintRun.SIZE], 0, FingerprintRun.SIZE, 64);
    assertEquals(FingerprintRun.SIZE, run.size());
    run.compare(-1, new long[FingerprintRun.SIZE], 0, FingerprintRun.SIZE, 63);
    assertEquals(0, run.size());
    run.compare(0, new long[FingerprintRun.SIZE], 0, FingerprintRun.SIZE, 0);
    assertEquals(FingerprintRun.SIZE, run.size());
    run.compare(0, new long[0], 0, 0, 64);
    assertEquals(0, run.size());
  }

  /** One in 3,240 within 18 bits, one in 8 within 27: the limits of the three loops. */
  public void testSharesOfUnrelatedFingerprints() {
    assertEquals(3_240, 1 / share(18), 5);
    assertEquals(8, 1 / share(27), .5);
  }

  private static double share(int maxDistance) {
    double choices = 1;
    double sum = 1;
    for (int i = 1; i <= maxDistance; i++) {
      choices *= (65.0 - i) / i;
      sum += choices;
    }
    return sum / Math.pow(2, 64);
  }
}
