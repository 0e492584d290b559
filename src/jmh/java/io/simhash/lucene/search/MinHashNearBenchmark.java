package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.lucene.document.MinHashFields;
import java.io.IOException;
import java.util.List;
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
 * Time of a query without bands on one segment of random signatures of 384 components, with and
 * without prefixes, and where one document in a hundred has no signature.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
public class MinHashNearBenchmark {

  private static final String FIELD = "body";

  @Param({"1000000"})
  public int documents;

  @Param({"0.4", "0.5", "0.53"})
  public double minSimilarity;

  @Param({"full", "sparse", "no prefixes"})
  public String field;

  private final Random random = new Random(20261122);
  private OneSegment index;

  @Setup(Level.Trial)
  public void makeIndex() throws IOException {
    index = new OneSegment(documents, this::document);
  }

  private Document document(int i) {
    Document document = new Document();
    if (field.equals("no prefixes")) {
      document.add(MinHashFields.of(FIELD, signature()));
    } else if (field.equals("full") || i % 100 > 0) {
      MinHashFields.of(FIELD, signature(), List.of()).forEach(document::add);
    }
    return document;
  }

  private Signature signature() {
    return Signature.of(Optional.empty(), random.longs(384).toArray());
  }

  @TearDown(Level.Trial)
  public void remove() throws IOException {
    index.close();
  }

  /** The whole search, top 10. */
  @Benchmark
  public Object query10() throws IOException {
    return index
        .searcher()
        .search(new MinHashNearQuery(FIELD, signature(), minSimilarity, null), 10);
  }
}
