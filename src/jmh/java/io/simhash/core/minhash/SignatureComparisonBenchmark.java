package io.simhash.core.minhash;

import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Time of comparing a signature of 1,024 components with a stored one. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SignatureComparisonBenchmark {

  private static final int STORED = 1024;
  private static final SignatureParameters PARAMETERS =
      new SignatureParameters(Optional.empty(), Bands.DEFAULT);

  private final Random random = new Random(42);
  private final byte[][] stored = new byte[STORED][];
  private Signature query;
  private int next;

  @Setup
  public void makeSignatures() {
    query = signature();
    for (int i = 0; i < STORED; i++) {
      stored[i] = signature().stored();
    }
  }

  private Signature signature() {
    return PARAMETERS.signature(random.longs(PARAMETERS.bands().hashes()).toArray());
  }

  @Benchmark
  public double similarity() {
    next = (next + 1) % STORED;
    return query.similarity(stored[next], 0);
  }
}
