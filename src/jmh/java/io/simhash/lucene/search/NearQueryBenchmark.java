package io.simhash.lucene.search;

import io.simhash.core.block.ProbePlan;
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
 * Time of a near query on one segment of random fingerprints: as the query decides, by blocks alone
 * and by scan alone; with doc values that all documents have, and with one document in a hundred
 * without a fingerprint. {@link BlockCandidates.Costs} should change from blocks to scan at the
 * distance from which on the scan is faster.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class NearQueryBenchmark {

  private static final String FIELD = "simhash";

  @Param({"1000000"})
  public int documents;

  @Param({"3", "7", "11", "12", "24"})
  public int maxDistance;

  @Param({"full", "sparse"})
  public String fingerprints;

  private final Random random = new Random(20261121);
  private OneSegment index;

  @Setup(Level.Trial)
  public void makeIndex() throws IOException {
    index = new OneSegment(documents, this::document);
  }

  private Document document(int i) {
    Document document = new Document();
    if (fingerprints.equals("full") || random.nextInt(100) > 0) {
      SimHashFields.of(FIELD, value()).forEach(document::add);
    }
    return document;
  }

  @TearDown(Level.Trial)
  public void remove() throws IOException {
    index.close();
  }

  private NearValue value() {
    return new NearValue(random.nextLong(), Optional.empty());
  }

  private SimHashNearQuery query(BlockCandidates.Costs costs) {
    return new SimHashNearQuery(
        FIELD,
        value(),
        NearRule.ofDistance(maxDistance),
        DistanceScore.RECIPROCAL,
        costs,
        Cancellation.NONE);
  }

  private static BlockCandidates.Costs costs(double blocks) {
    return new BlockCandidates.Costs(blocks, blocks, 1, 1);
  }

  /** The whole search, top 10. */
  @Benchmark
  public Object query10() throws IOException {
    return index.searcher().search(query(BlockCandidates.Costs.MEASURED), 10);
  }

  /** The whole search by blocks, whatever it costs. */
  @Benchmark
  public Object blocks() throws IOException {
    return index.searcher().search(query(costs(0)), 10);
  }

  /** The whole search by scan, whatever it costs. */
  @Benchmark
  public Object scan() throws IOException {
    return index.searcher().search(query(costs(1e9)), 10);
  }

  /** The look-ups alone. */
  @Benchmark
  public long lookUps() throws IOException {
    return BlockCandidates.lookUp(
            index.leaf(), FIELD, random.nextLong(), new ProbePlan(maxDistance), costs(0))
        .documents();
  }
}
