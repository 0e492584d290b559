package io.simhash.core.near;

import io.simhash.core.simhash.Fingerprint;
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
}
