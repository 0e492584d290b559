package io.simhash.lucene.ansj;

import io.simhash.core.feature.Token;
import io.simhash.lucene.text.TokenReader;
import io.simhash.texts.ChineseText;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.analysis.CharArraySet;
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

/** Time of segmenting a Chinese text by the analyzer {@code ansj}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SegmentationBenchmark {

  /** A message, an article, a long page. */
  @Param({"300", "1000", "4500"})
  int characters;

  private final AnsjAnalyzer analyzer =
      new AnsjAnalyzer(AnsjMode.QUERY, AnsjDictionary.EMPTY, CharArraySet.EMPTY_SET);
  private String text;

  @Setup
  public void readText() {
    text = ChineseText.ofLength(characters);
  }

  @Benchmark
  public List<Token> tokens() {
    return TokenReader.read(analyzer, text);
  }
}
