package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.document.Document;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time of the default query on one segment of unrelated documents: the radius alone, and with
 * signatures.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class DefaultQueryBenchmark {

  private static final String FIELD = "simhash";
  private static final int COMPONENTS = 384;

  @Param({"1000000"})
  public int documents;

  private final Random random = new Random(20261122);
  private OneSegment index;

  @Setup(Level.Trial)
  public void makeIndex() throws IOException {
    index = new OneSegment(documents, this::document);
  }

  private Document document(int i) {
    Document document = new Document();
    SimHashFields.of(FIELD, random.nextLong()).forEach(document::add);
    SimHashFields.of(FIELD, signature()).forEach(document::add);
    return document;
  }

  @TearDown(Level.Trial)
  public void remove() throws IOException {
    index.close();
  }

  private Signature signature() {
    return Signature.of(
        Optional.of(new Shingling(Shingling.Unit.CHARACTER, Shingling.AUTO)),
        random.longs(COMPONENTS).toArray());
  }

  private Object search(NearRule rule) throws IOException {
    SimHashNearQuery query =
        new SimHashNearQuery(
            FIELD,
            random.nextLong(),
            Optional.of(signature()),
            rule,
            DistanceScore.RECIPROCAL,
            Optional.empty());
    return index.searcher().search(query, 10);
  }

  /** The radius of the default query without its signatures. */
  @Benchmark
  public Object radius() throws IOException {
    return search(NearRule.ofDistance(NearRule.of(null, null, false).maxDistance()));
  }

  /** The default query. */
  @Benchmark
  public Object withSignatures() throws IOException {
    return search(NearRule.of(null, null, false));
  }
}
