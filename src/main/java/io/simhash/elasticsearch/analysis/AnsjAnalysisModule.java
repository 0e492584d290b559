package io.simhash.elasticsearch.analysis;

import io.simhash.core.base.OptionMap;
import io.simhash.lucene.ansj.AnsjAnalyzer;
import io.simhash.lucene.ansj.AnsjDictionary;
import io.simhash.lucene.ansj.AnsjMode;
import io.simhash.lucene.ansj.AnsjVocabulary;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.analysis.Analysis;
import org.elasticsearch.index.analysis.AnalyzerProvider;
import org.elasticsearch.index.analysis.AnalyzerScope;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;

/**
 * What the plugin adds to analysis.
 *
 * <p>Ready analyzers, shared by all indices: {@code ansj} (the same as {@code ansj_query}), {@code
 * ansj_base}, {@code ansj_index}, {@code ansj_query}, {@code ansj_dic}, {@code ansj_nlp}. They use
 * {@link #DEFAULT_DICTIONARY} and {@link #DEFAULT_STOP_WORDS} under the config folder where these
 * files exist when the node starts.
 *
 * <p>To define in an index: analyzers of type {@code ansj} ({@code mode}, default {@code query};
 * {@code user_dictionary_path}; {@code stopwords} or {@code stopwords_path}), a tokenizer of type
 * {@code ansj} ({@code mode}, {@code user_dictionary_path}), token filters of type {@code simhash}.
 * A path is one under the config folder; {@code _none_} turns a default file off.
 */
public final class AnsjAnalysisModule {

  /** The ready analyzers' user dictionary. */
  public static final String DEFAULT_DICTIONARY = "simhash/user.dic";

  /** The ready analyzers' stop words. */
  public static final String DEFAULT_STOP_WORDS = "simhash/stopwords.txt";

  private static final Logger logger = LogManager.getLogger(AnsjAnalysisModule.class);
  private static final String ANSJ = "ansj";
  private static final String NONE = "_none_";

  private final ConfigFiles files;
  private final Map<String, Analyzer> ready = new LinkedHashMap<>();
  private AnsjVocabulary defaults = AnsjVocabulary.EMPTY;
  private String refusal = null;

  /**
   * Reads the default word files. Where one cannot be used, analyzers that need it are there all
   * the same and refuse every text with the reason.
   */
  public AnsjAnalysisModule(Path configDirectory) {
    files = new ConfigFiles(configDirectory);
    try {
      defaults = new AnsjVocabulary(readDefaultDictionary(), readDefaultStopWords());
    } catch (IllegalArgumentException e) {
      refusal = e.getMessage();
      logger.error("the analyzers [ansj*] refuse every text: {}", refusal);
    }
    ready.put(ANSJ, readyAnalyzer(AnsjMode.QUERY));
    for (AnsjMode mode : AnsjMode.values()) {
      ready.put(ANSJ + "_" + mode, readyAnalyzer(mode));
    }
  }

  private AnsjDictionary readDefaultDictionary() {
    return files.has(DEFAULT_DICTIONARY)
        ? files.dictionary("user_dictionary_path", DEFAULT_DICTIONARY)
        : AnsjDictionary.EMPTY;
  }

  private CharArraySet readDefaultStopWords() {
    return files.has(DEFAULT_STOP_WORDS)
        ? new CharArraySet(files.words("stopwords_path", DEFAULT_STOP_WORDS), false)
        : CharArraySet.EMPTY_SET;
  }

  private Analyzer readyAnalyzer(AnsjMode mode) {
    return refusal == null ? new AnsjAnalyzer(mode, defaults) : new RefusingAnalyzer(refusal);
  }

  /** The tokenizer {@code ansj}. */
  public Map<String, AnalysisProvider<TokenizerFactory>> tokenizers() {
    return Map.of(ANSJ, (index, environment, name, settings) -> tokenizer(name, settings));
  }

  private TokenizerFactory tokenizer(String name, Settings settings) {
    OptionMap options = options(settings);
    boolean needsDefaults = options.has("user_dictionary_path") == false;
    AnsjMode mode = mode(options);
    AnsjDictionary dictionary = dictionary(options);
    options.requireEmpty();
    return refusal != null && needsDefaults
        ? TokenizerFactory.newFactory(name, () -> RefusingAnalyzer.tokenizer(refusal))
        : new AnsjTokenizerFactory(name, mode, dictionary);
  }

  /** The token filter {@code simhash}. */
  public Map<String, AnalysisProvider<TokenFilterFactory>> tokenFilters() {
    return Map.of(
        "simhash",
        (index, environment, name, settings) ->
            new SimHashTokenFilterFactory(name, options(settings)));
  }

  /** The ready analyzers, and what defines others of type {@code ansj}. */
  public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> analyzers() {
    Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> providers =
        new LinkedHashMap<>();
    ready.forEach(
        (type, analyzer) ->
            providers.put(
                type,
                (index, environment, name, settings) ->
                    isReady(settings)
                        ? new AnsjAnalyzerProvider(name, AnalyzerScope.GLOBAL, analyzer)
                        : defined(type, environment, name, settings)));
    return providers;
  }

  private AnalyzerProvider<Analyzer> defined(
      String type, Environment environment, String name, Settings settings) {
    OptionMap options = options(settings);
    boolean hasStopWords = options.has("stopwords") || options.has("stopwords_path");
    boolean needsDefaults = options.has("user_dictionary_path") == false || hasStopWords == false;
    AnsjMode mode =
        type.equals(ANSJ)
            ? mode(options)
            : AnsjMode.parse("type", type.substring(ANSJ.length() + 1));
    AnsjDictionary dictionary = dictionary(options);
    CharArraySet stopWords = stopWords(options, environment, settings);
    options.requireEmpty();
    Analyzer analyzer =
        refusal != null && needsDefaults
            ? new RefusingAnalyzer(refusal)
            : new AnsjAnalyzer(mode, new AnsjVocabulary(dictionary, stopWords));
    return new AnsjAnalyzerProvider(name, AnalyzerScope.INDEX, analyzer);
  }

  /** A definition has a type; without one Elasticsearch asks for the thing as it comes. */
  private static boolean isReady(Settings settings) {
    return settings.hasValue("type") == false;
  }

  /** What the user typed; Elasticsearch adds settings of the index. */
  private static OptionMap options(Settings settings) {
    Map<String, Object> given = new LinkedHashMap<>();
    for (String key : settings.keySet()) {
      if (key.startsWith("index.") == false && key.equals("type") == false) {
        given.put(key, settings.get(key));
      }
    }
    return new OptionMap(given);
  }

  private static AnsjMode mode(OptionMap options) {
    return options.has("mode") ? AnsjMode.parse("mode", options.string("mode")) : AnsjMode.QUERY;
  }

  private AnsjDictionary dictionary(OptionMap options) {
    if (options.has("user_dictionary_path") == false) {
      return defaults.dictionary();
    }
    String path = options.string("user_dictionary_path");
    return path.equals(NONE)
        ? AnsjDictionary.EMPTY
        : files.dictionary("user_dictionary_path", path);
  }

  private CharArraySet stopWords(OptionMap options, Environment environment, Settings settings) {
    if (options.has("stopwords") && options.has("stopwords_path")) {
      throw new IllegalArgumentException(
          "[stopwords] and [stopwords_path] cannot stand side by side");
    }
    if (options.has("stopwords_path")) {
      List<String> words = files.words("stopwords_path", options.string("stopwords_path"));
      return new CharArraySet(words, false);
    }
    if (options.has("stopwords")) {
      options.string("stopwords");
      return Analysis.parseStopWords(environment, settings, CharArraySet.EMPTY_SET);
    }
    return defaults.stopWords();
  }
}
