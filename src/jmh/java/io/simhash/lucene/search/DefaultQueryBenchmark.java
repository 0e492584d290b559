package io.simhash.lucene.search;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
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
 * Time of a query with signatures on one segment of unrelated documents: the default one, which
 * finds candidates by bands, and one with a lower minimum similarity, which compares all.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class DefaultQueryBenchmark {

  private static final String FIELD = "simhash";
  private static final SignatureParameters PARAMETERS =
      new SignatureParameters(Optional.empty(), Bands.DEFAULT);

  @Param({"1000000"})
  public int documents;

  @Param({"0.51", "0.4"})
  public double minSimilarity;

  private final Random random = new Random(20261122);
  private OneSegment index;

  @Setup(Level.Trial)
  public void makeIndex() throws IOException {
    index = new OneSegment(documents, this::document);
  }

  private Document document(int i) {
    Document document = new Document();
    SimHashFields.of(FIELD, value()).forEach(document::add);
    return document;
  }

  @TearDown(Level.Trial)
  public void remove() throws IOException {
    index.close();
  }

  private NearValue value() {
    long[] minima = random.longs(PARAMETERS.bands().hashes()).toArray();
    return new NearValue(random.nextLong(), Optional.of(PARAMETERS.signature(minima)));
  }

  /** The whole search, top 10. */
  @Benchmark
  public Object query10() throws IOException {
    NearRule rule = NearRule.of(null, minSimilarity);
    SimHashNearQuery query = new SimHashNearQuery(FIELD, value(), rule, DistanceScore.SIMILARITY);
    return index.searcher().search(query, 10);
  }
}
