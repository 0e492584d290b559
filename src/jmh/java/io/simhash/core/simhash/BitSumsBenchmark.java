package io.simhash.core.simhash;

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

/** Are 16 additions a feature and 512 at the end faster than 64 additions a feature, and when? */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class BitSumsBenchmark {

  /** A short message, a news article, a long page, a statute. */
  @Param({"50", "200", "1000", "10000"})
  int features;

  private long[] hashes;
  private long[] weights;

  @Setup
  public void makeFeatures() {
    Random random = new Random(42);
    hashes = random.longs(features).toArray();
    weights = random.longs(features, 1, 10L << 20).toArray();
  }

  @Benchmark
  public long[] plain() {
    return sums(new PlainBitSums());
  }

  @Benchmark
  public long[] nibble() {
    return sums(new NibbleBitSums());
  }

  private long[] sums(BitSums sums) {
    for (int i = 0; i < features; i++) {
      sums.add(hashes[i], weights[i]);
    }
    return sums.sums();
  }
}
