package io.simhash.core.simhash;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time of the distances of one fingerprint to each of an array: the least time of a scan, where
 * reading the values takes none.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DistanceScanBenchmark {

  private static final int FINGERPRINTS = 1_000_000;

  /** Few hits, and 3 % of all. */
  @Param({"3", "12", "24"})
  int maxDistance;

  private long[] fingerprints;
  private long query;

  @Setup
  public void makeFingerprints() {
    Random random = new Random(42);
    fingerprints = random.longs(FINGERPRINTS).toArray();
    query = random.nextLong();
  }

  @Benchmark
  @OperationsPerInvocation(FINGERPRINTS)
  public int scan() {
    int hits = 0;
    for (long fingerprint : fingerprints) {
      hits += Fingerprint.distance(query, fingerprint) <= maxDistance ? 1 : 0;
    }
    return hits;
  }
}
