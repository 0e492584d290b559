package io.simhash.core.minhash;

import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHasher;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
 * Time from a set of element hashes to its signature of 1,024 components, by the plugin and by
 * other libraries. Theirs are of two bits, as ours, where they have the choice; ours includes the
 * bands. The sets are random, and take turns.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SignatureBenchmark {

  private static final int SETS = 64;
  private static final int COMPONENTS = Bands.DEFAULT.hashes();
  private static final int BITS = 2;

  @Param({"100", "490", "3000"})
  int elements;

  private final SimilarityHasher minHash =
      SimilarityHashing.minHash(COMPONENTS, BITS).createHasher();
  private final SimilarityHasher superMinHash =
      SimilarityHashing.superMinHash(COMPONENTS, BITS).createHasher();
  private final info.debatty.java.lsh.MinHash javaLsh =
      new info.debatty.java.lsh.MinHash(COMPONENTS, Integer.MAX_VALUE, 1);

  private long[][] sets;
  private ElementHashProvider[] providers;
  private Set<Integer>[] integers;
  private int next;

  /** Fills the sets. */
  @Setup
  @SuppressWarnings("unchecked")
  public void fill() {
    Random random = new Random(1);
    sets =
        Stream.generate(() -> random.longs(elements).toArray()).limit(SETS).toArray(long[][]::new);
    providers =
        Arrays.stream(sets).map(ElementHashProvider::ofValues).toArray(ElementHashProvider[]::new);
    integers =
        IntStream.range(0, SETS)
            .mapToObj(
                set ->
                    Arrays.stream(sets[set])
                        .mapToObj(hash -> (int) (hash >>> 33))
                        .collect(Collectors.toCollection(HashSet::new)))
            .toArray(Set[]::new);
  }

  private int next() {
    next = (next + 1) % SETS;
    return next;
  }

  /** The plugin's signature. */
  @Benchmark
  public Object plugin() {
    return SignatureParameters.DEFAULT.ofElements(sets[next()]);
  }

  @Benchmark
  public byte[] hash4jMinHash() {
    return minHash.compute(providers[next()]);
  }

  @Benchmark
  public byte[] hash4jSuperMinHash() {
    return superMinHash.compute(providers[next()]);
  }

  /** Of integers, which is what it takes. */
  @Benchmark
  public int[] javaLshMinHash() {
    return javaLsh.signature(integers[next()]);
  }
}
