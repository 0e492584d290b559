package io.simhash.lucene.search;

import io.simhash.core.near.NearValue;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time of looking up one block value in the terms dictionary, in ascending order and in any order.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TermLookupBenchmark {

  private static final String FIELD = "simhash";
  private static final int LOOK_UPS = 500;

  @Param({"100000", "1000000"})
  int documents;

  @Param({"true", "false"})
  boolean ascending;

  private final Random random = new Random(42);
  private OneSegment index;
  private final List<BytesRef> terms = new ArrayList<>();

  @Setup(Level.Trial)
  public void makeIndex() throws IOException {
    index = new OneSegment(documents, this::document);
    TermsEnum all = terms();
    for (BytesRef term = all.next(); term != null; term = all.next()) {
      terms.add(BytesRef.deepCopyOf(term));
    }
    Collections.shuffle(terms, random);
    terms.subList(LOOK_UPS, terms.size()).clear();
    if (ascending) {
      Collections.sort(terms);
    }
  }

  private Document document(int i) {
    Document document = new Document();
    SimHashFields.of(FIELD, new NearValue(random.nextLong(), Optional.empty()))
        .forEach(document::add);
    return document;
  }

  @TearDown(Level.Trial)
  public void delete() throws IOException {
    index.close();
  }

  private TermsEnum terms() throws IOException {
    return index.leaf().terms(SimHashFields.blockField(FIELD, 0)).iterator();
  }

  /** The look-up and the number of documents of the term. */
  @Benchmark
  @OperationsPerInvocation(LOOK_UPS)
  public long lookUp() throws IOException {
    TermsEnum found = terms();
    long sum = 0;
    for (BytesRef term : terms) {
      sum += found.seekExact(term) ? found.docFreq() : 0;
    }
    return sum;
  }
}
