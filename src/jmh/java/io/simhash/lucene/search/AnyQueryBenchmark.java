package io.simhash.lucene.search;

import io.simhash.core.near.NearRule;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
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
 * Time of a query for many fingerprints, by blocks, by scan and as it decides, against one query
 * for each of them. {@link AnyCosts} should change from blocks to scan where the scan is faster.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class AnyQueryBenchmark {

  private static final String FIELD = "simhash";

  @Param({"1000000"})
  public int documents;

  @Param({"1000"})
  public int fingerprints;

  @Param({"3", "7", "8", "11"})
  public int maxDistance;

  private final Random random = new Random(20261122);
  private OneSegment index;

  @Setup(Level.Trial)
  public void makeIndex() throws IOException {
    index = new OneSegment(documents, this::document);
  }

  private Document document(int i) {
    Document document = new Document();
    SimHashFields.of(FIELD, random.nextLong()).forEach(document::add);
    return document;
  }

  @TearDown(Level.Trial)
  public void remove() throws IOException {
    index.close();
  }

  private Object any(AnyCosts costs) throws IOException {
    List<QueryFingerprint> several = new ArrayList<>();
    for (int i = 0; i < fingerprints; i++) {
      String name = Integer.toString(i);
      several.add(
          new QueryFingerprint(name, random.nextLong(), Optional.empty(), Optional.empty()));
    }
    return index
        .searcher()
        .search(
            new SimHashNearAnyQuery(
                FIELD,
                several,
                NearRule.ofDistance(maxDistance),
                DistanceScore.RECIPROCAL,
                costs,
                Cancellation.NONE),
            100);
  }

  @Benchmark
  public Object asItDecides() throws IOException {
    return any(AnyCosts.MEASURED);
  }

  @Benchmark
  public Object byBlocks() throws IOException {
    return any(new AnyCosts(0, 0, 0));
  }

  @Benchmark
  public Object byScan() throws IOException {
    return any(new AnyCosts(1e9, 1e9, 0));
  }

  /** One query for each fingerprint. */
  @Benchmark
  public Object oneByOne() throws IOException {
    Object last = null;
    for (int i = 0; i < fingerprints; i++) {
      last =
          index
              .searcher()
              .search(
                  new SimHashNearQuery(
                      FIELD, random.nextLong(), maxDistance, DistanceScore.RECIPROCAL),
                  100);
    }
    return last;
  }
}
