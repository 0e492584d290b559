package io.simhash.lucene.text;

import io.simhash.core.feature.FeatureExtractor;
import io.simhash.core.feature.FeatureExtractor.BodyField;
import io.simhash.core.minhash.Bands;
import io.simhash.core.profile.Profile;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.SimHash;
import io.simhash.core.simhash.TextFingerprint;
import io.simhash.lucene.ansj.AnsjAnalyzer;
import io.simhash.lucene.ansj.AnsjAnalyzer.StopWords;
import io.simhash.lucene.ansj.AnsjDictionary;
import io.simhash.lucene.ansj.AnsjMode;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.apache.lucene.analysis.TokenStream;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Time of each step from a real text to its fingerprint and signature. Times and bytes ({@code
 * -prof gc}) are those of one document.
 *
 * <p>{@code -p file=…} names JSON lines with {@code content}, perhaps compressed by gzip. The first
 * 500 texts are used; of a shorter file, its texts again and again.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(1)
public class TextBenchmark {

  private static final int DOCUMENTS = 500;

  @Param("src/demo/articles.jsonl")
  String file;

  private final AnsjAnalyzer analyzer =
      new AnsjAnalyzer(AnsjMode.QUERY, AnsjDictionary.EMPTY, StopWords.EMPTY);
  private final Profile profile = Profile.builder().analysis(analyzer.identity()).build();
  private final FeatureExtractor extractor = new FeatureExtractor(profile);
  private final TextFingerprinter fingerprinter =
      new TextFingerprinter(
          profile, Optional.of(new IdentifiedAnalyzer(analyzer, analyzer.identity())));
  private final TextShingles shingles = new TextShingles(Shingling.AUTO_CHARACTERS, null);
  private final TextMinHasher minHasher = new TextMinHasher(Bands.DEFAULT, Optional.of(shingles));

  private final List<String> texts = new ArrayList<>();
  private final List<List<BodyField>> bodies = new ArrayList<>();

  /** Reads the texts and prints how many tokens they have, for times a token. */
  @Setup
  public void readTexts() throws IOException {
    try (BufferedReader reader = new BufferedReader(open(Path.of(file)))) {
      List<String> lines = reader.lines().limit(DOCUMENTS).toList();
      for (int i = 0; i < DOCUMENTS; i++) {
        String line = lines.get(i % lines.size());
        Map<String, Object> document =
            XContentHelper.convertToMap(JsonXContent.jsonXContent, line, false);
        texts.add((String) document.get("content"));
      }
    }
    long tokens = 0;
    for (String text : texts) {
      BodyField body = new BodyField(text, TokenSource.ANALYSIS.tokens(analyzer, text), 1);
      bodies.add(List.of(body));
      tokens += body.tokens().size();
    }
    long characters = texts.stream().mapToLong(String::length).sum();
    System.out.printf(
        "# a document has %d characters and %d tokens%n",
        characters / DOCUMENTS, tokens / DOCUMENTS);
  }

  private static Reader open(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    boolean zipped = file.toString().endsWith(".gz");
    return new InputStreamReader(
        zipped ? new GZIPInputStream(bytes) : bytes, StandardCharsets.UTF_8);
  }

  /** The analyzer's tokens, which are only counted. */
  @Benchmark
  @OperationsPerInvocation(DOCUMENTS)
  public long analysis() throws IOException {
    long tokens = 0;
    for (String text : texts) {
      try (TokenStream stream = analyzer.tokenStream("text", text)) {
        stream.reset();
        while (stream.incrementToken()) {
          tokens++;
        }
        stream.end();
      }
    }
    return tokens;
  }

  /** The tokens as the fingerprint needs them. */
  @Benchmark
  @OperationsPerInvocation(DOCUMENTS)
  public void tokens(Blackhole out) {
    texts.forEach(text -> out.consume(TokenSource.ANALYSIS.tokens(analyzer, text)));
  }

  /** From tokens to features. */
  @Benchmark
  @OperationsPerInvocation(DOCUMENTS)
  public void features(Blackhole out) {
    bodies.forEach(body -> out.consume(extractor.extract(body, Set.of())));
  }

  /** From tokens to the fingerprint. */
  @Benchmark
  @OperationsPerInvocation(DOCUMENTS)
  public void fingerprintOfTokens(Blackhole out) {
    bodies.forEach(
        body -> out.consume(SimHash.fingerprint(extractor.extract(body, Set.of()), profile)));
  }

  /** From text to the fingerprint: the processor with {@code "signature": false}. */
  @Benchmark
  @OperationsPerInvocation(DOCUMENTS)
  public void fingerprint(Blackhole out) {
    for (String text : texts) {
      TextFingerprint made = fingerprinter.of(text);
      out.consume(made.effectiveFeatures());
    }
  }

  /** The element hashes of the signature. */
  @Benchmark
  @OperationsPerInvocation(DOCUMENTS)
  public void shingles(Blackhole out) {
    texts.forEach(text -> out.consume(shingles.hashes(List.of(text))));
  }

  /** From text to the signature. */
  @Benchmark
  @OperationsPerInvocation(DOCUMENTS)
  public void signature(Blackhole out) {
    texts.forEach(text -> out.consume(minHasher.of(List.of(text))));
  }
}
