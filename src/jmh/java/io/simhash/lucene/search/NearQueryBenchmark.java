package io.simhash.lucene.search;

import io.simhash.core.block.ProbePlan;
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
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
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
 * Time of a near query on one segment of random fingerprints: as the query decides, by blocks
 * alone, by scan alone and by a scan that reads one value at a time. {@link BlockCosts} should
 * change from blocks to scan at the distance from which on the scan is faster.
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

  @Param({"0", "3", "7", "8", "10", "11", "12", "15", "16"})
  public int maxDistance;

  private final Random random = new Random(20261121);
  private Path folder;
  private Directory directory;
  private DirectoryReader reader;
  private IndexSearcher searcher;
  private LeafReader leaf;

  @Setup(Level.Trial)
  public void index() throws IOException {
    folder = Files.createTempDirectory("near-query-benchmark");
    directory = new MMapDirectory(folder);
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (int i = 0; i < documents; i++) {
        Document document = new Document();
        SimHashFields.of(FIELD, random.nextLong()).forEach(document::add);
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    reader = DirectoryReader.open(directory);
    searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    leaf = reader.leaves().get(0).reader();
  }

  @TearDown(Level.Trial)
  public void remove() throws IOException {
    reader.close();
    directory.close();
    IOUtils.rm(folder);
  }

  private SimHashNearQuery query() {
    return new SimHashNearQuery(FIELD, random.nextLong(), maxDistance, DistanceScore.RECIPROCAL);
  }

  /** The whole search, top 10. */
  @Benchmark
  public Object query10() throws IOException {
    return searcher.search(query(), 10);
  }

  /** Counting by blocks, whatever it costs. */
  @Benchmark
  public int blocks() throws IOException {
    SimHashNearQuery query = query();
    return count(query, candidates(query).iterator(leaf.maxDoc()), fingerprints());
  }

  private BlockCandidates candidates(SimHashNearQuery query) throws IOException {
    ProbePlan plan = new ProbePlan(maxDistance);
    return BlockCandidates.find(leaf, query, plan, Long.MAX_VALUE).orElseThrow();
  }

  private NumericDocValues fingerprints() throws IOException {
    return SimHashNearWeight.fingerprints(leaf, FIELD);
  }

  /** Counting by scan, whatever it costs. */
  @Benchmark
  public int scan() throws IOException {
    SimHashNearQuery query = query();
    NearScan scan = new NearScan(query.fingerprint(), maxDistance, fingerprints());
    return count(query, scan, fingerprints());
  }

  /** The same without {@link NearScan}. */
  @Benchmark
  public int scanEach() throws IOException {
    NumericDocValues fingerprints = fingerprints();
    return count(query(), fingerprints, fingerprints);
  }

  /** The look-ups alone. */
  @Benchmark
  public long lookUps() throws IOException {
    return candidates(query()).cost();
  }

  private int count(
      SimHashNearQuery query, DocIdSetIterator candidates, NumericDocValues fingerprints)
      throws IOException {
    SegmentSignatures none = new SegmentSignatures(leaf, FIELD, Optional.empty());
    SegmentPrefixes prefixes = new SegmentPrefixes(leaf, FIELD, Optional.empty(), 0, 0);
    SimHashNearScorer.Values values =
        new SimHashNearScorer.Values(fingerprints, prefixes, none, none);
    NearScores scores = new NearScores(query, 1);
    DocIdSetIterator iterator =
        new SimHashNearScorer(query, query.rule(), scores, candidates, values, () -> {}).iterator();
    int count = 0;
    while (iterator.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      count++;
    }
    return count;
  }
}
