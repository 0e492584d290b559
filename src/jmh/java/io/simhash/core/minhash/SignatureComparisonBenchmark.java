package io.simhash.core.minhash;

import io.simhash.core.shingle.Shingling;
import java.util.Optional;
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
 * Time of comparing a signature of 384 components with a stored one, when nothing agrees and when
 * almost all components do.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SignatureComparisonBenchmark {

  private static final int COMPONENTS = 384;
  private static final int STORED = 1024;

  /** The share of components that agree. */
  @Param({"0", "0.5", "0.95"})
  double share;

  private Signature query;
  private byte[][] stored;
  private int next;

  @Setup
  public void makeSignatures() {
    Random random = new Random(42);
    long[] components = random.longs(COMPONENTS).toArray();
    query = signature(components);
    stored = new byte[STORED][];
    for (int i = 0; i < STORED; i++) {
      long[] other = components.clone();
      for (int j = 0; j < COMPONENTS; j++) {
        other[j] = random.nextDouble() < share ? other[j] : random.nextLong();
      }
      stored[i] = signature(other).stored();
    }
  }

  private static Signature signature(long[] components) {
    return Signature.of(Optional.of(Shingling.AUTO_CHARACTERS), components);
  }

  @Benchmark
  public double similarity() {
    next = (next + 1) % STORED;
    return query.similarity(stored[next], 0);
  }
}
