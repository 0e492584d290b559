package io.simhash.core.cluster;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time to find all pairs within a distance among random fingerprints, one in 50 of which has a
 * planted neighbour within 3 bits. For a million it must be at most 600 ms at 3 bits.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class FingerprintPairsBenchmark {

  @Param({"1000000"})
  int documents;

  @Param({"3", "7", "12"})
  int maxDistance;

  private long[] fingerprints;

  @Setup
  public void makeFingerprints() {
    Random random = new Random(42);
    fingerprints = random.longs(documents).toArray();
    for (int i = 0; i < documents / 50; i++) {
      long copy = fingerprints[i];
      for (int bit = random.nextInt(4); bit > 0; bit--) {
        copy ^= 1L << random.nextInt(64);
      }
      fingerprints[documents - 1 - i] = copy;
    }
  }

  /** By the cheaper way. */
  @Benchmark
  public int pairs() {
    int[] pairs = {0};
    new FingerprintPairs(fingerprints, maxDistance, () -> {}).forEach((a, b) -> pairs[0]++);
    return pairs[0];
  }
}
