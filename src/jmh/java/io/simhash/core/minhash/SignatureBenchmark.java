package io.simhash.core.minhash;

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

/** How fast are two signatures compared, by bytes and by eight bytes, and would stopping pay? */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SignatureBenchmark {

  private static final int PAIRS = 64;

  @Param({"128", "384", "1024"})
  int components;

  private final byte[][] signatures = new byte[PAIRS][];
  private byte[] query;
  private int next;

  @Setup
  public void makeSignatures() {
    Random random = new Random(42);
    query = new byte[components + 3];
    random.nextBytes(query);
    for (int i = 0; i < PAIRS; i++) {
      signatures[i] = new byte[components + 3];
      random.nextBytes(signatures[i]);
    }
  }

  private byte[] stored() {
    next = (next + 1) % PAIRS;
    return signatures[next];
  }

  @Benchmark
  public int bytes() {
    byte[] stored = stored();
    int equal = 0;
    for (int i = 3; i < stored.length; i++) {
      equal += stored[i] == query[i] ? 1 : 0;
    }
    return equal;
  }

  @Benchmark
  public int eightBytes() {
    return EqualComponents.count(stored(), 3, query, 3, components, 8);
  }

  /** The first half, and the second one only if the two together can reach one half. */
  @Benchmark
  public int eightBytesStopping() {
    byte[] stored = stored();
    int half = components / 2;
    int equal = EqualComponents.count(stored, 3, query, 3, half, 8);
    return equal == 0
        ? 0
        : equal + EqualComponents.count(stored, 3 + half, query, 3 + half, half, 8);
  }
}
