package io.simhash.elasticsearch.analysis;

import io.simhash.core.feature.Tokens.Token;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import io.simhash.lucene.text.IdentifiedAnalyzer.Identified;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.util.IOUtils;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.env.TestEnvironment;
import org.elasticsearch.index.IndexService.IndexCreationContext;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.index.analysis.AnalysisRegistry;
import org.elasticsearch.index.analysis.AnalyzerProvider;
import org.elasticsearch.index.analysis.IndexAnalyzers;
import org.elasticsearch.index.analysis.NamedAnalyzer;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.scanners.StablePluginsRegistry;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.test.IndexSettingsModule;

/** The ready analyzers and those that an index defines, made by Elasticsearch's own registry. */
public class AnsjAnalysisModuleTests extends ESTestCase {

  private static final String ANALYZER = "index.analysis.analyzer.mine.";
  private static final String TEXT = "中国的云计算平台";

  private Path home;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    home = createTempDir();
    Files.createDirectories(home.resolve("config/simhash"));
  }

  private void write(String name, String content) throws IOException {
    Files.write(home.resolve("config").resolve(name), content.getBytes(StandardCharsets.UTF_8));
  }

  private AnalysisRegistry registry() throws IOException {
    Settings settings =
        Settings.builder().put(Environment.PATH_HOME_SETTING.getKey(), home).build();
    Environment environment = TestEnvironment.newEnvironment(settings);
    AnsjAnalysisModule module = new AnsjAnalysisModule(environment.configDir());
    AnalysisPlugin plugin =
        new AnalysisPlugin() {
          @Override
          public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
            return module.tokenizers();
          }

          @Override
          public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>>
              getAnalyzers() {
            return module.analyzers();
          }
        };
    return new AnalysisModule(environment, List.of(plugin), new StablePluginsRegistry())
        .getAnalysisRegistry();
  }

  private static IndexAnalyzers index(AnalysisRegistry registry, String... settings)
      throws IOException {
    Settings.Builder builder =
        Settings.builder().put(IndexMetadata.SETTING_VERSION_CREATED, IndexVersion.current());
    for (int i = 0; i < settings.length; i += 2) {
      builder.put(settings[i], settings[i + 1]);
    }
    IndexSettings indexSettings = IndexSettingsModule.newIndexSettings("index", builder.build());
    return registry.build(IndexCreationContext.CREATE_INDEX, indexSettings);
  }

  private static List<String> terms(Analyzer analyzer, String text) {
    return TokenSource.ANALYSIS.tokens(analyzer, text).stream().map(Token::term).toList();
  }

  private static Analyzer inner(Analyzer analyzer) {
    return ((NamedAnalyzer) analyzer).analyzer();
  }

  private static String identity(Analyzer analyzer) {
    return ((Identified) inner(analyzer)).identity();
  }

  public void testReadyAnalyzersAreFoundByName() throws IOException {
    try (AnalysisRegistry registry = registry();
        IndexAnalyzers analyzers = index(registry)) {
      for (String mode : List.of("base", "index", "query", "dic", "nlp")) {
        Analyzer global = registry.getAnalyzer("ansj_" + mode);
        assertEquals(List.of("中国", "的", "北京"), terms(global, "中国的北京。"));
        assertTrue(identity(global).startsWith("ansj_" + mode + ";"));
        assertSame(inner(global), inner(analyzers.get("ansj_" + mode)));
      }
      assertEquals(
          identity(registry.getAnalyzer("ansj_query")), identity(registry.getAnalyzer("ansj")));
    }
  }

  public void testDefaultFilesAreUsedWhereTheyExist() throws IOException {
    write("simhash/user.dic", "云计算平台\tnz\n");
    write("simhash/stopwords.txt", "# none\n的\n");
    try (AnalysisRegistry registry = registry()) {
      assertEquals(List.of("中国", "云计算平台"), terms(registry.getAnalyzer("ansj"), TEXT));
      try (IndexAnalyzers analyzers =
          index(
              registry,
              ANALYZER + "type",
              "ansj",
              ANALYZER + "user_dictionary_path",
              "_none_",
              ANALYZER + "stopwords",
              "_none_")) {
        assertEquals(List.of("中国", "的", "云", "计算", "平台"), terms(analyzers.get("mine"), TEXT));
        assertTrue(identity(analyzers.get("mine")).endsWith(";dictionary=none;stopwords=none"));
      }
    }
  }

  public void testAnIndexDefinesItsOwn() throws IOException {
    write("simhash/words.dic", "云计算\tnz\n");
    write("simhash/stop.txt", "\uFEFF的\n");
    try (AnalysisRegistry registry = registry();
        IndexAnalyzers analyzers =
            index(
                registry,
                ANALYZER + "type",
                "ansj",
                ANALYZER + "mode",
                "dic",
                ANALYZER + "user_dictionary_path",
                "simhash/words.dic",
                ANALYZER + "stopwords_path",
                "simhash/stop.txt",
                "index.analysis.tokenizer.cut.type",
                "ansj",
                "index.analysis.tokenizer.cut.user_dictionary_path",
                "simhash/words.dic",
                "index.analysis.analyzer.cut.tokenizer",
                "cut")) {
      assertEquals(List.of("中国", "云计算", "平台"), terms(analyzers.get("mine"), TEXT));
      assertTrue(identity(analyzers.get("mine")).startsWith("ansj_dic;"));
      assertEquals(List.of("中国", "的", "云计算", "平台"), terms(analyzers.get("cut"), TEXT));
    }
  }

  public void testTheIdentityOfACustomAnalyzerContainsTheDictionarysContent() throws IOException {
    List<String> identities = new ArrayList<>();
    for (String words : List.of("云计算\tnz\n", "平台\tnz\n", "# again\n云计算\tnz\n")) {
      write("simhash/words.dic", words);
      String tokenizer = "index.analysis.tokenizer.cut.";
      Settings settings =
          Settings.builder()
              .put(IndexMetadata.SETTING_VERSION_CREATED, IndexVersion.current())
              .put(tokenizer + "type", "ansj")
              .put(tokenizer + "user_dictionary_path", "simhash/words.dic")
              .put(ANALYZER + "tokenizer", "cut")
              .build();
      try (AnalysisRegistry registry = registry();
          IndexAnalyzers analyzers =
              registry.build(
                  IndexCreationContext.CREATE_INDEX,
                  IndexSettingsModule.newIndexSettings("index", settings))) {
        identities.add(AnalyzerLookup.ofIndex(analyzers, settings).find("mine").identity());
      }
    }
    assertNotEquals(identities.get(0), identities.get(1));
    assertEquals(identities.get(0), identities.get(2));
  }

  public void testStopWordsMayBeInTheSettings() throws IOException {
    Settings settings =
        Settings.builder()
            .put(IndexMetadata.SETTING_VERSION_CREATED, IndexVersion.current())
            .put(ANALYZER + "type", "ansj_nlp")
            .putList(ANALYZER + "stopwords", "的", "_english_")
            .build();
    try (AnalysisRegistry registry = registry();
        IndexAnalyzers analyzers =
            registry.build(
                IndexCreationContext.CREATE_INDEX,
                IndexSettingsModule.newIndexSettings("index", settings))) {
      assertEquals(List.of("中国", "北京", "sea"), terms(analyzers.get("mine"), "中国的北京 the SEA"));
    }
  }

  public void testABadDefaultFileRefusesTextsAndNothingElse() throws IOException {
    write("simhash/user.dic", "云计算\tnz\tmany\n");
    String cut = "index.analysis.tokenizer.cut.type";
    String own = "index.analysis.analyzer.own.";
    try (AnalysisRegistry registry = registry();
        IndexAnalyzers analyzers =
            index(registry, ANALYZER + "type", "ansj", cut, "ansj", own + "tokenizer", "cut")) {
      for (Analyzer analyzer :
          List.of(registry.getAnalyzer("ansj"), analyzers.get("mine"), analyzers.get("own"))) {
        assertRefuses(
            "[user_dictionary_path] [simhash/user.dic]: line [1] of the dictionary must have a"
                + " frequency in [1, 2147483647]",
            analyzer);
      }
      AnalyzerLookup lookup = AnalyzerLookup.ofIndex(analyzers, Settings.EMPTY);
      for (String name : List.of("ansj", "mine", "own")) {
        assertTrue(lookup.require(name).refusal().orElseThrow().startsWith("[user_dictionary"));
      }
      assertEquals(Optional.empty(), lookup.require("standard").refusal());
    }
  }

  private static void assertRefuses(String reason, Analyzer analyzer) {
    assertEquals(List.of(), terms(analyzer, ""));
    ElasticsearchStatusException e =
        expectThrows(ElasticsearchStatusException.class, () -> terms(analyzer, TEXT));
    assertEquals(reason, e.getMessage());
    assertEquals(RestStatus.FAILED_DEPENDENCY, e.status());
  }

  /** The things that an administrator may put in the place of a default file by mistake. */
  public void testWhateverIsInADefaultFilesPlaceIsNotIgnored() throws IOException {
    Path folder = home.resolve("config/simhash");
    Path stopWords = folder.resolve("stopwords.txt");
    Files.write(stopWords, new byte[] {'a', '\n', (byte) 0xD4, (byte) 0xC6, '\n'});
    assertDefaultRefuses("[stopwords_path] [simhash/stopwords.txt]: must be UTF-8");
    Files.delete(stopWords);
    Files.createDirectory(stopWords);
    assertDefaultRefuses(
        "[stopwords_path] [simhash/stopwords.txt]: must be a file, not a folder or a device");
    // The file system of the tests may add files to a folder.
    IOUtils.rm(stopWords);
    Files.createSymbolicLink(stopWords, folder.resolve("none.txt"));
    assertDefaultRefuses(
        "[stopwords_path] names a file that cannot be read: [simhash/stopwords.txt]");
    Files.delete(stopWords);
    try (AnalysisRegistry registry = registry()) {
      assertEquals(List.of("中国"), terms(registry.getAnalyzer("ansj"), "中国"));
    }
  }

  /** An analyzer that uses no default file is not refused because of one. */
  private void assertDefaultRefuses(String reason) throws IOException {
    try (AnalysisRegistry registry = registry();
        IndexAnalyzers analyzers =
            index(registry, ANALYZER + "type", "ansj", ANALYZER + "stopwords", "_none_")) {
      assertRefuses(reason, registry.getAnalyzer("ansj"));
      assertEquals(List.of("中国"), terms(analyzers.get("mine"), "中国"));
    }
  }

  public void testAFolderThatCannotBeReadRefusesTexts() throws IOException {
    IOUtils.rm(home.resolve("config/simhash"));
    Files.createFile(home.resolve("config/simhash"));
    try (AnalysisRegistry registry = registry()) {
      assertRefuses(
          "[user_dictionary_path]: the folder [simhash] cannot be read",
          registry.getAnalyzer("ansj"));
    }
  }
}
