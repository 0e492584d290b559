package io.simhash.evaluation;

import io.simhash.core.feature.FeatureExtractor.BodyField;
import io.simhash.core.feature.Tokens.Token;
import io.simhash.lucene.ansj.AnsjAnalyzer;
import io.simhash.lucene.ansj.AnsjAnalyzer.StopWords;
import io.simhash.lucene.ansj.AnsjDictionary;
import io.simhash.lucene.ansj.AnsjMode;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;

/** One pass over a corpus: each text is cut into tokens once and given to all who want it. */
final class Analysis {

  /** Wants analysed documents; called for different documents at the same time. */
  interface Sink {
    void accept(int document, BodyField body, Set<String> titleTerms);
  }

  /** The analyzer that the plugin takes for all languages unless another is named. */
  static final String ANSJ = "ansj";

  private Analysis() {}

  /**
   * The analyzer of this name, {@code ansj} or {@code standard}.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Analyzer analyzer(String name) {
    return switch (name) {
      case ANSJ -> new AnsjAnalyzer(AnsjMode.QUERY, AnsjDictionary.EMPTY, StopWords.EMPTY);
      case "standard" -> new StandardAnalyzer();
      default ->
          throw new IllegalArgumentException(
              "[--analyzer] must be one of [ansj, standard] but was [" + name + "]");
    };
  }

  static void run(
      List<Corpus.Document> documents,
      String analyzerName,
      List<? extends Sink> sinks,
      Progress progress) {
    Analyzer analyzer = analyzer(analyzerName);
    progress.start("analysing", documents.size());
    IntStream.range(0, documents.size())
        .parallel()
        .forEach(
            i -> {
              Corpus.Document document = documents.get(i);
              BodyField body =
                  new BodyField(document.content(), tokens(analyzer, document.content()), 1);
              Set<String> title =
                  tokens(analyzer, document.title()).stream()
                      .map(Token::term)
                      .collect(Collectors.toUnmodifiableSet());
              sinks.forEach(sink -> sink.accept(i, body, title));
              progress.step();
            });
    progress.end();
  }

  private static List<Token> tokens(Analyzer analyzer, String text) {
    return text.isEmpty() ? List.of() : TokenSource.ANALYSIS.tokens(analyzer, text);
  }
}
