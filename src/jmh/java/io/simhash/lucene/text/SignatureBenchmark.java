package io.simhash.lucene.text;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
 * Time of making the signature of a set, by its size. Hashing the strings of the set is part of it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SignatureBenchmark {

  @Param({"10", "100", "1000", "10000"})
  int elements;

  private final TextMinHasher hasher = new TextMinHasher(Bands.DEFAULT, Optional.empty());
  private List<String> values;

  @Setup
  public void makeSet() {
    Random random = new Random(42);
    values = Stream.generate(() -> Long.toString(random.nextLong(), 36)).limit(elements).toList();
  }

  @Benchmark
  public Optional<Signature> signature() {
    return hasher.of(values);
  }
}
