package io.simhash.elasticsearch.analysis;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.elasticsearch.analysis.ConfigFiles.Content;
import io.simhash.elasticsearch.analysis.RefusingAnalyzer.RefusingTokenizer;
import io.simhash.lucene.ansj.AnsjAnalyzer;
import io.simhash.lucene.ansj.AnsjAnalyzer.StopWords;
import io.simhash.lucene.ansj.AnsjDictionary;
import io.simhash.lucene.ansj.AnsjMode;
import io.simhash.lucene.ansj.AnsjTokenizer;
import io.simhash.lucene.text.IdentifiedAnalyzer.Identified;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.Tokenizer;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.analysis.Analysis;
import org.elasticsearch.index.analysis.AnalyzerProvider;
import org.elasticsearch.index.analysis.AnalyzerScope;
import org.elasticsearch.index.analysis.PreBuiltAnalyzerProvider;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;

/**
 * The analyzers and the tokenizer of this plugin.
 *
 * <p>Ready analyzers, shared by all indices: {@code ansj} (the same as {@code ansj_query}) and
 * {@code ansj_<mode>}. They use the default files if these exist when the node starts, and refuse
 * every text with a file that cannot be used.
 *
 * <p>To define in an index: analyzers of type {@code ansj} ({@code mode}, {@code
 * user_dictionary_path}, {@code stopwords} or {@code stopwords_path}), a tokenizer of type {@code
 * ansj} ({@code mode}, {@code user_dictionary_path}).
 */
public final class AnsjAnalysisModule {

  private static final String ANSJ = "ansj";
  private static final String MODE = "mode";
  private static final String DICTIONARY_PATH = "user_dictionary_path";
  private static final String STOP_WORDS = "stopwords";
  private static final String STOP_WORDS_PATH = "stopwords_path";
  private static final String NONE = "_none_";
  static final String DEFAULT_DICTIONARY = "simhash/user.dic";
  static final String DEFAULT_STOP_WORDS = "simhash/stopwords.txt";
  private final ConfigFiles<AnsjDictionary> dictionaries;
  private final ConfigFiles<StopWords> stopWordFiles;
  private final Content<AnsjDictionary> defaultDictionary;
  private final Content<StopWords> defaultStopWords;

  /** Reads the word files of the node with that config folder. */
  public AnsjAnalysisModule(Path config) {
    dictionaries = new ConfigFiles<>(config, DICTIONARY_PATH, ".dic", AnsjDictionary::read);
    stopWordFiles = new ConfigFiles<>(config, STOP_WORDS_PATH, ".txt", StopWords::read);
    defaultDictionary = dictionaries.findOrElse(DEFAULT_DICTIONARY, AnsjDictionary.EMPTY);
    defaultStopWords = stopWordFiles.findOrElse(DEFAULT_STOP_WORDS, StopWords.EMPTY);
  }

  /** The tokenizer {@code ansj}. */
  public Map<String, AnalysisProvider<TokenizerFactory>> tokenizers() {
    return Map.of(ANSJ, (index, environment, name, settings) -> tokenizer(index, name, settings));
  }

  private TokenizerFactory tokenizer(IndexSettings index, String name, Settings settings) {
    OptionMap options = options(settings);
    AnsjMode mode = options.constant(MODE, AnsjMode.QUERY);
    Content<AnsjDictionary> dictionary = dictionary(isRequired(index, name), options);
    options.requireEmpty();
    Optional<String> refusal = dictionary.refusal();
    return refusal.isPresent()
        ? new Tokenizers(
            name, RefusingAnalyzer.IDENTITY, refusal, () -> new RefusingTokenizer(refusal.get()))
        : new Tokenizers(
            name,
            new AnsjAnalyzer(mode, dictionary.value(), StopWords.EMPTY).identity(),
            refusal,
            () -> new AnsjTokenizer(mode, dictionary.value()));
  }

  /** Makes tokenizers, also for custom analyzers. */
  record Tokenizers(
      String name, String identity, Optional<String> refusal, Supplier<Tokenizer> tokenizer)
      implements TokenizerFactory, Identified {

    @Override
    public Tokenizer create() {
      return tokenizer.get();
    }
  }

  /** The ready analyzers, and the types of the same names for indices to define others. */
  public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> analyzers() {
    Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> providers = new HashMap<>();
    providers.put(ANSJ, provider(AnsjMode.QUERY, true));
    for (AnsjMode mode : AnsjMode.values()) {
      providers.put(ANSJ + "_" + mode, provider(mode, false));
    }
    return providers;
  }

  /**
   * The ready analyzer of a mode, or one that an index defines with the type of the same name: then
   * the mode is only the default if there is an option {@code mode}.
   */
  private AnalysisProvider<AnalyzerProvider<? extends Analyzer>> provider(
      AnsjMode mode, boolean hasModeOption) {
    Analyzer ready = analyzer(mode, defaultDictionary, defaultStopWords);
    return (index, environment, name, settings) -> {
      // Only the settings of a definition have a type.
      if (settings.hasValue("type") == false) {
        return new PreBuiltAnalyzerProvider(name, AnalyzerScope.GLOBAL, ready);
      }
      OptionMap options = options(settings);
      AnsjMode ownMode = hasModeOption ? options.constant(MODE, mode) : mode;
      boolean required = isRequired(index, name);
      Content<AnsjDictionary> dictionary = dictionary(required, options);
      Content<StopWords> stopWords = stopWords(required, options, environment, settings);
      options.requireEmpty();
      return new PreBuiltAnalyzerProvider(
          name, AnalyzerScope.INDEX, analyzer(ownMode, dictionary, stopWords));
    };
  }

  private static Analyzer analyzer(
      AnsjMode mode, Content<AnsjDictionary> dictionary, Content<StopWords> stopWords) {
    Optional<String> refusal = dictionary.refusal().or(stopWords::refusal);
    return refusal.isPresent()
        ? new RefusingAnalyzer(refusal.get())
        : new AnsjAnalyzer(mode, dictionary.value(), stopWords.value());
  }

  /** The options that the user set; Elasticsearch adds settings of the index. */
  private static OptionMap options(Settings settings) {
    Map<String, Object> options = new LinkedHashMap<>();
    for (String key : settings.keySet()) {
      if (key.startsWith("index.") == false && key.equals("type") == false) {
        options.put(key, settings.get(key));
      }
    }
    return new OptionMap(options);
  }

  private Content<AnsjDictionary> dictionary(boolean required, OptionMap options) {
    if (options.has(DICTIONARY_PATH) == false) {
      return defaultDictionary;
    }
    String name = options.string(DICTIONARY_PATH);
    return name.equals(NONE) ? Content.of(AnsjDictionary.EMPTY) : dictionaries.find(name, required);
  }

  private Content<StopWords> stopWords(
      boolean required, OptionMap options, Environment environment, Settings settings) {
    if (options.has(STOP_WORDS) && options.has(STOP_WORDS_PATH)) {
      throw invalid("[stopwords] and [stopwords_path] cannot be set together");
    }
    if (options.has(STOP_WORDS_PATH)) {
      return stopWordFiles.find(options.string(STOP_WORDS_PATH), required);
    }
    if (options.has(STOP_WORDS)) {
      options.string(STOP_WORDS);
      CharArraySet words = Analysis.parseStopWords(environment, settings, CharArraySet.EMPTY_SET);
      return Content.of(new StopWords(words));
    }
    return defaultStopWords;
  }

  /**
   * Whether the files that an index names must be usable: where it is being created, or a request
   * to {@code _analyze} has the definition.
   */
  private static boolean isRequired(IndexSettings index, String component) {
    return ConfigFiles.isNew(index) || component.startsWith("__anonymous__");
  }
}
