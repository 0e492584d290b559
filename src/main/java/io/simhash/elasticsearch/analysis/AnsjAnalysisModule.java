package io.simhash.elasticsearch.analysis;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.elasticsearch.config.ConfigFiles;
import io.simhash.lucene.ansj.AnsjAnalyzer;
import io.simhash.lucene.ansj.AnsjDictionary;
import io.simhash.lucene.ansj.AnsjMode;
import io.simhash.lucene.ansj.AnsjTokenizer;
import io.simhash.lucene.text.Identified;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.Tokenizer;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.analysis.Analysis;
import org.elasticsearch.index.analysis.AnalyzerProvider;
import org.elasticsearch.index.analysis.AnalyzerScope;
import org.elasticsearch.index.analysis.PreBuiltAnalyzerProvider;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;

/**
 * The analyzers, tokenizer and token filter of this plugin.
 *
 * <p>Ready analyzers, shared by all indices: {@code ansj} (the same as {@code ansj_query}), {@code
 * ansj_base}, {@code ansj_index}, {@code ansj_query}, {@code ansj_dic}, {@code ansj_nlp}. They use
 * {@code simhash/user.dic} and {@code simhash/stopwords.txt} under the config folder if these files
 * exist when the node starts.
 *
 * <p>To define in an index: analyzers of type {@code ansj} ({@code mode}, default {@code query};
 * {@code user_dictionary_path}; {@code stopwords} or {@code stopwords_path}), a tokenizer of type
 * {@code ansj} ({@code mode}, {@code user_dictionary_path}), token filters of type {@code simhash}.
 * A path is relative to the config folder; {@code _none_} turns a default file off.
 */
public final class AnsjAnalysisModule {

  private static final String ANSJ = "ansj";
  private static final String MODE = "mode";
  private static final String DICTIONARY = UserDictionaries.OPTION;
  private static final String STOP_WORDS = "stopwords";
  private static final String STOP_WORDS_PATH = "stopwords_path";
  private static final String NONE = "_none_";
  private static final String DEFAULT_DICTIONARY = "simhash/user.dic";
  private static final String DEFAULT_STOP_WORDS = "simhash/stopwords.txt";
  private static final Logger logger = LogManager.getLogger(AnsjAnalysisModule.class);

  private final ConfigFiles files;
  private final UserDictionaries dictionaries;

  /** The default words; both null if one of the files cannot be used. */
  private AnsjDictionary defaultDictionary = AnsjDictionary.EMPTY;

  private CharArraySet defaultStopWords = CharArraySet.EMPTY_SET;

  /** Why a default word file cannot be used. */
  private String refusal;

  /**
   * Reads the default word files. If one cannot be used, the analyzers that need it exist, but
   * analyzing a text with them is an error that gives the reason.
   */
  public AnsjAnalysisModule(Path configDirectory) {
    files = new ConfigFiles(configDirectory);
    dictionaries = new UserDictionaries(files);
    try {
      if (files.has(DEFAULT_DICTIONARY)) {
        defaultDictionary = dictionaries.read(DEFAULT_DICTIONARY);
      }
      if (files.has(DEFAULT_STOP_WORDS)) {
        defaultStopWords = readStopWords(DEFAULT_STOP_WORDS);
      }
    } catch (IllegalArgumentException e) {
      defaultDictionary = null;
      defaultStopWords = null;
      refusal = e.getMessage();
      logger.error("the analyzers [ansj*] refuse every text: {}", refusal);
    }
  }

  /** The tokenizer {@code ansj}. */
  public Map<String, AnalysisProvider<TokenizerFactory>> tokenizers() {
    return Map.of(ANSJ, (index, environment, name, settings) -> tokenizer(name, settings));
  }

  private TokenizerFactory tokenizer(String name, Settings settings) {
    OptionMap options = options(settings);
    AnsjMode mode = options.constant(MODE, AnsjMode.QUERY);
    AnsjDictionary dictionary = dictionary(options);
    options.requireEmpty();
    return dictionary == null
        ? TokenizerFactory.newFactory(name, () -> RefusingAnalyzer.tokenizer(refusal))
        : new Tokenizers(name, mode, dictionary);
  }

  private record Tokenizers(String name, AnsjMode mode, AnsjDictionary dictionary)
      implements TokenizerFactory, Identified {

    @Override
    public String identity() {
      return new AnsjAnalyzer(mode, dictionary, CharArraySet.EMPTY_SET).identity();
    }

    @Override
    public Tokenizer create() {
      return new AnsjTokenizer(mode, dictionary);
    }
  }

  /** The token filter {@code simhash}. */
  public Map<String, AnalysisProvider<TokenFilterFactory>> tokenFilters() {
    return Map.of(
        "simhash",
        (index, environment, name, settings) ->
            new SimHashTokenFilterFactory(name, options(settings)));
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
   * The ready analyzer of a mode, or an analyzer that an index defines with the type of its name.
   *
   * @param hasModeOption whether {@code mode} is only the default of the option {@code mode}
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
      AnsjDictionary dictionary = dictionary(options);
      CharArraySet stopWords = stopWords(options, environment, settings);
      options.requireEmpty();
      return new PreBuiltAnalyzerProvider(
          name, AnalyzerScope.INDEX, analyzer(ownMode, dictionary, stopWords));
    };
  }

  private Analyzer analyzer(AnsjMode mode, AnsjDictionary dictionary, CharArraySet stopWords) {
    return dictionary == null || stopWords == null
        ? new RefusingAnalyzer(refusal)
        : new AnsjAnalyzer(mode, dictionary, stopWords);
  }

  /** The options that the user typed; Elasticsearch adds settings of the index. */
  private static OptionMap options(Settings settings) {
    Map<String, Object> options = new LinkedHashMap<>();
    for (String key : settings.keySet()) {
      if (key.startsWith("index.") == false && key.equals("type") == false) {
        options.put(key, settings.get(key));
      }
    }
    return new OptionMap(options);
  }

  private AnsjDictionary dictionary(OptionMap options) {
    if (options.has(DICTIONARY) == false) {
      return defaultDictionary;
    }
    String name = options.string(DICTIONARY);
    return name.equals(NONE) ? AnsjDictionary.EMPTY : dictionaries.read(name);
  }

  private CharArraySet stopWords(OptionMap options, Environment environment, Settings settings) {
    if (options.has(STOP_WORDS) && options.has(STOP_WORDS_PATH)) {
      throw invalid("[stopwords] and [stopwords_path] cannot be set together");
    }
    if (options.has(STOP_WORDS_PATH)) {
      return readStopWords(options.string(STOP_WORDS_PATH));
    }
    if (options.has(STOP_WORDS)) {
      options.string(STOP_WORDS);
      return Analysis.parseStopWords(environment, settings, CharArraySet.EMPTY_SET);
    }
    return defaultStopWords;
  }

  private CharArraySet readStopWords(String name) {
    return files.read(STOP_WORDS_PATH, name, AnsjAnalyzer::readStopWords);
  }
}
