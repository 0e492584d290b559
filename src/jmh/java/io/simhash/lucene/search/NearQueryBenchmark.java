package io.simhash.lucene.search;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.IOUtils;
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
  private Path folder;
  private Directory directory;
  private DirectoryReader reader;
  private IndexSearcher searcher;

  /** An index of one segment in a temporary folder, and a searcher without a cache of queries. */
  @Setup(Level.Trial)
  public void makeIndex() throws IOException {
    folder = Files.createTempDirectory("simhash-benchmark");
    directory = new MMapDirectory(folder);
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (int i = 0; i < documents; i++) {
        writer.addDocument(document());
      }
      writer.forceMerge(1);
    }
    reader = DirectoryReader.open(directory);
    searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
  }

  private Document document() {
    Document document = new Document();
    if (fingerprints.equals("full") || random.nextInt(100) > 0) {
      SimHashFields.of(FIELD, value()).forEach(document::add);
    }
    return document;
  }

  @TearDown(Level.Trial)
  public void remove() throws IOException {
    IOUtils.close(reader, directory);
    IOUtils.rm(folder);
  }

  private NearValue value() {
    return new NearValue(random.nextLong(), Optional.empty());
  }

  private SimHashNearQuery query(BlockCandidates.Costs costs) {
    return new SimHashNearQuery(
        FIELD,
        value(),
        new NearRule.Radius(maxDistance),
        DistanceScore.RECIPROCAL,
        costs,
        searcher -> () -> {});
  }

  private static BlockCandidates.Costs costs(double blocks) {
    return new BlockCandidates.Costs(blocks, blocks, 1, 1);
  }

  /** The whole search, top 10. */
  @Benchmark
  public Object query10() throws IOException {
    return searcher.search(query(BlockCandidates.Costs.MEASURED), 10);
  }

  /** The whole search by blocks, whatever it costs. */
  @Benchmark
  public Object blocks() throws IOException {
    return searcher.search(query(costs(0)), 10);
  }

  /** The whole search by scan, whatever it costs. */
  @Benchmark
  public Object scan() throws IOException {
    return searcher.search(query(costs(1e9)), 10);
  }

  /** The look-ups alone. */
  @Benchmark
  public long lookUps() throws IOException {
    return FoundTerm.documents(
        new BlockCandidates(
                reader.leaves().get(0).reader(),
                FIELD,
                random.nextLong(),
                maxDistance,
                costs(0),
                () -> {})
            .lookUp());
  }
}
