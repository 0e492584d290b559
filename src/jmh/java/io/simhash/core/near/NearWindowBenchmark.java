package io.simhash.core.near;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.SignatureParameters;
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
 * Time to compare a document with all documents of a full window by the default decision, against
 * deciding about each of them by the rule. As in English text, about a third of the documents are
 * within the maximum distance.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class NearWindowBenchmark {

  private static final SignatureParameters PARAMETERS =
      new SignatureParameters(Optional.empty(), Bands.DEFAULT);
  private static final double SET_BIT = .3;

  @Param({"20000"})
  int documents;

  private final Random random = new Random(20261122);
  private final NearRule rule = NearRule.of(null, null);
  private final NearWindow<Integer> window = new NearWindow<>();
  private NearValue[] values;
  private int next;

  @Setup
  public void fill() {
    values = new NearValue[documents];
    for (int i = 0; i < documents; i++) {
      values[i] = value();
      window.add(values[i], i);
    }
  }

  private NearValue value() {
    long fingerprint = 0;
    for (int bit = 0; bit < Long.SIZE; bit++) {
      fingerprint = fingerprint << 1 | (random.nextDouble() < SET_BIT ? 1 : 0);
    }
    long[] minima = random.longs(PARAMETERS.bands().hashes()).toArray();
    return new NearValue(fingerprint, Optional.of(PARAMETERS.signature(minima)));
  }

  private NearValue next() {
    next = (next + 1) % documents;
    return values[next];
  }

  @Benchmark
  public int window() {
    return window.neighbours(next(), rule, null, e -> true, 1).size();
  }

  @Benchmark
  public int byRule() {
    NearValue sought = next();
    int found = 0;
    for (NearValue each : values) {
      found += rule.holds(sought, each) ? 1 : 0;
    }
    return found;
  }
}
