package io.simhash.core.simhash;

import io.simhash.core.feature.BodyField;
import io.simhash.core.feature.FeatureExtractor;
import io.simhash.core.feature.Features;
import io.simhash.core.profile.Preset;
import io.simhash.core.profile.Profile;
import io.simhash.lucene.ansj.AnsjAnalyzer;
import io.simhash.lucene.ansj.AnsjDictionary;
import io.simhash.lucene.ansj.AnsjMode;
import io.simhash.lucene.text.TokenReader;
import io.simhash.texts.ChineseText;
import java.util.List;
import java.util.Set;
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

/** Time of making the fingerprint of the features of a Chinese text. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FingerprintBenchmark {

  /** A message, an article, a long page. */
  @Param({"300", "1000", "4500"})
  int characters;

  private final AnsjAnalyzer analyzer =
      new AnsjAnalyzer(AnsjMode.QUERY, AnsjDictionary.EMPTY, CharArraySet.EMPTY_SET);

  private final Profile profile = Profile.builder(Preset.DEFAULT).build();
  private Features features;

  @Setup
  public void extract() {
    String text = ChineseText.ofLength(characters);
    BodyField body = new BodyField(text, TokenReader.read(analyzer, text), 1);
    features = new FeatureExtractor(profile).extract(List.of(body), Set.of());
  }

  @Benchmark
  public TextFingerprint fingerprint() {
    return SimHash.fingerprint(features, profile);
  }
}
