package io.simhash.core.feature;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.profile.Preset;
import io.simhash.core.profile.Profile;
import io.simhash.lucene.ansj.AnsjAnalyzer;
import io.simhash.lucene.ansj.AnsjDictionary;
import io.simhash.lucene.ansj.AnsjMode;
import io.simhash.lucene.text.TokenReader;
import io.simhash.texts.ChineseText;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
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

/** Time of making the features of a segmented Chinese text, by preset. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FeaturesBenchmark {

  /** A message, an article, a long page. */
  @Param({"300", "1000", "4500"})
  int characters;

  private final AnsjAnalyzer analyzer =
      new AnsjAnalyzer(AnsjMode.QUERY, AnsjDictionary.EMPTY, CharArraySet.EMPTY_SET);

  @Param({"DEFAULT", "WORDS", "COMPOSITE"})
  Preset preset;

  private FeatureExtractor extractor;
  private List<BodyField> body;

  @Setup
  public void segment() throws IOException {
    String text = ChineseText.ofLength(characters);
    body = List.of(new BodyField(text, TokenReader.read(analyzer, text), 1));
    Profile.Builder profile = Profile.builder(preset);
    if (preset == Preset.COMPOSITE) {
      profile.idf(shippedIdf());
    }
    extractor = new FeatureExtractor(profile.build());
  }

  private static IdfModel shippedIdf() throws IOException {
    try (InputStream in =
        new GZIPInputStream(Profile.class.getResourceAsStream("/io/simhash/idf/zh.tsv.gz"))) {
      return IdfModel.read(new InputStreamReader(in, StandardCharsets.UTF_8));
    }
  }

  @Benchmark
  public Features features() {
    return extractor.extract(body, Set.of());
  }
}
