package io.simhash.elasticsearch.mapper;

import static org.elasticsearch.index.query.QueryBuilders.matchQuery;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailures;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;

import io.simhash.elasticsearch.PluginNode;
import io.simhash.elasticsearch.SimHashPlugin;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Terms;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.engine.Engine;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.elasticsearch.xcontent.XContentType;

/** A text field and its multi-fields with the same analyzer: one analysis, the same index. */
public class SharedAnalysisTests extends PluginNode {

  private static final String SIMHASH = "{'type': 'simhash', 'analyzer': 'counting'}";
  private static final String MINHASH =
      "{'type': 'minhash', 'analyzer': 'counting', 'shingle': {'unit': 'token', 'size': 2}}";

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(SimHashPlugin.class, CountingAnalysisPlugin.class);
  }

  private static String words(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> randomAlphaOfLengthBetween(1, 4).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(" "));
  }

  private void create(String index, Settings settings, String properties) {
    indicesAdmin()
        .prepareCreate(index)
        .setSettings(settings)
        .setMapping("{\"properties\":" + properties.replace('\'', '"') + "}")
        .get();
  }

  private void create(String index, String properties) {
    create(index, Settings.EMPTY, properties);
  }

  private void index(String index, Object text) throws IOException {
    XContentBuilder source = XContentFactory.jsonBuilder();
    prepareIndex(index).setSource(source.map(Map.of("text", text))).get();
  }

  private int analyses(String index, Object text) throws IOException {
    CountingAnalysisPlugin.ANALYSED.set(0);
    index(index, text);
    return CountingAnalysisPlugin.ANALYSED.get();
  }

  private static String text(String analyzer, String multiFields) {
    return String.format(
        Locale.ROOT,
        "{'text': {'type': 'text', 'analyzer': '%s', 'fields': {%s}}}",
        analyzer,
        multiFields);
  }

  public void testATextIsAnalysedOnce() throws IOException {
    create("news", text("counting", "'near': " + SIMHASH));
    assertThat(analyses("news", words(50)), equalTo(1));
    create("both", text("counting", "'near': " + SIMHASH + ", 'set': " + MINHASH));
    assertThat(analyses("both", words(50)), equalTo(1));
    create("sets", text("counting", "'set': " + MINHASH));
    // The values of an array are one text to the signature, which is analysed as such.
    assertThat(analyses("sets", List.of(words(50), words(9), words(20))), equalTo(3 + 1));
  }

  public void testAnotherAnalyzerAnalysesAgain() throws IOException {
    create("news", text("counting_too", "'near': " + SIMHASH));
    assertThat(analyses("news", words(50)), equalTo(2));
    create("alone", "{'text': " + SIMHASH + "}");
    assertThat(analyses("alone", words(50)), equalTo(1));
    create(
        "unindexed",
        "{'text': {'type': 'text', 'index': false, 'store': true, 'analyzer': 'counting',"
            + " 'fields': {'near': "
            + SIMHASH
            + "}}}");
    assertThat(analyses("unindexed", words(50)), equalTo(1));
  }

  public void testAFieldBesideTheTextSharesToo() throws IOException {
    create(
        "news",
        "{'text': {'type': 'text', 'analyzer': 'counting', 'copy_to': 'copy'},"
            + "'copy': {'type': 'text', 'analyzer': 'counting', 'fields': {'near': "
            + SIMHASH
            + "}}}");
    assertThat(analyses("news", words(50)), equalTo(2));
  }

  public void testTheIndexIsTheSame() throws IOException {
    for (String analyzer : List.of("counting", "with_payloads")) {
      assertSameIndex(
          analyzer,
          "'term_vector': 'with_positions_offsets_payloads', 'index_options': 'offsets',"
              + " 'store': true, 'index_phrases': true, 'index_prefixes': {},"
              + " 'position_increment_gap': 7,");
      assertSameIndex(analyzer, "'index_options': 'docs', 'norms': false,");
      assertSameIndex(analyzer, "'fielddata': true, 'similarity': 'boolean',");
    }
    assertSameIndex("with_frequencies", "'index_options': 'freqs',");
  }

  private void assertSameIndex(String analyzer, String options) throws IOException {
    String same = "'analyzer': '" + analyzer + "'";
    String simhash = SIMHASH.replace("'analyzer': 'counting'", same);
    String minhash = MINHASH.replace("'analyzer': 'counting'", same);
    // Sorted, because merges may change the order of documents.
    Settings.Builder settings = Settings.builder().put("index.sort.field", "number");
    if (randomBoolean()) {
      settings.put("index.mapping.source.mode", "synthetic");
    }
    String field =
        "{'number': {'type': 'integer'}, 'text': {'type': 'text',"
            + options
            + same
            + ", 'fields': {%s}}, 'one':"
            + " {'type': 'text',"
            + options
            + same
            + ", 'copy_to': 'two', 'fields': {%s}}, 'two':"
            + " {'type': 'text',"
            + options
            + same
            + ", 'fields': {%s}}}";
    create("plain", settings.build(), String.format(Locale.ROOT, field, "", "", ""));
    create(
        "shared",
        settings.build(),
        String.format(
            Locale.ROOT,
            field,
            "'s': " + minhash,
            "'n': " + simhash + ", 's': " + minhash,
            "'n': " + simhash));
    for (int i = 0; i < 30; i++) {
      XContentBuilder source = XContentFactory.jsonBuilder();
      List<String> several =
          IntStream.range(0, between(0, 4)).mapToObj(j -> words(between(0, 20))).toList();
      source.map(Map.of("number", i, "text", several, "one", words(between(0, 60))));
      for (String index : List.of("plain", "shared")) {
        prepareIndex(index).setId(String.valueOf(i)).setSource(source).get();
      }
    }
    try (Engine.Searcher plain = searcher("plain");
        Engine.Searcher shared = searcher("shared")) {
      assertSameTexts(
          plain.getLeafContexts().get(0).reader(), shared.getLeafContexts().get(0).reader());
    }
    for (int i = 0; i < 30; i++) {
      assertEquals(
          client().prepareGet("plain", String.valueOf(i)).get().getSourceAsMap(),
          client().prepareGet("shared", String.valueOf(i)).get().getSourceAsMap());
    }
    indicesAdmin().prepareDelete("plain", "shared").get();
  }

  /** The one segment of an index. */
  private Engine.Searcher searcher(String index) {
    assertNoFailures(indicesAdmin().prepareForceMerge(index).setMaxNumSegments(1).get());
    indicesAdmin().prepareRefresh(index).get();
    IndicesService indices = getInstanceFromNode(IndicesService.class);
    return indices.indexServiceSafe(resolveIndex(index)).getShard(0).acquireSearcher("test");
  }

  /** Terms, positions, offsets, payloads, norms, term vectors and stored fields of the texts. */
  private void assertSameTexts(LeafReader plain, LeafReader shared) throws IOException {
    Set<String> fields = new TreeSet<>();
    for (LeafReader reader : List.of(plain, shared)) {
      reader.getFieldInfos().forEach(info -> fields.add(info.name));
    }
    fields.removeIf(name -> name.matches("(text|one|two)(\\._index_.*|\\._original.*)?") == false);
    assertThat(fields, hasItems("text", "one", "two"));
    for (String field : fields) {
      assertTermsEquals(field, plain, plain.terms(field), shared.terms(field), true);
      assertNorms(plain.getNormValues(field), shared.getNormValues(field));
    }
    for (int i = 0; i < plain.maxDoc(); i++) {
      for (String field : fields) {
        Terms vector = plain.termVectors().get(i, field);
        assertTermsEquals(field, plain, vector, shared.termVectors().get(i, field), true);
      }
      assertEquals(
          plain.storedFields().document(i, fields).toString(),
          shared.storedFields().document(i, fields).toString());
    }
  }

  private void assertNorms(NumericDocValues plain, NumericDocValues shared) throws IOException {
    assertEquals(plain == null, shared == null);
    if (plain != null) {
      assertDocValuesEquals("norms", Integer.MAX_VALUE, plain, shared);
    }
  }

  public void testATextThatIsTooLongIsRefused() throws IOException {
    create("shared", text("counting", "'near': " + SIMHASH));
    Exception refused = expectThrows(Exception.class, () -> index("shared", "xy ".repeat(400_000)));
    assertThat(ExceptionsHelper.stackTrace(refused), containsString("a text must have at most"));
  }

  public void testUpdatesAndReplays() throws IOException {
    create("news", text("counting", "'near': " + SIMHASH));
    for (int i = 0; i < 5; i++) {
      prepareIndex("news")
          .setId("1")
          .setSource("{\"text\":\"" + words(40) + " last" + i + "\"}", XContentType.JSON)
          .get();
      // Reads the document from the translog, where it is indexed in memory again.
      assertTrue(client().prepareGet("news", "1").setRealtime(true).get().isExists());
    }
    indicesAdmin().prepareRefresh("news").get();
    assertResponse(
        client().prepareSearch("news").setQuery(matchQuery("text", "last4")),
        response -> assertThat(response.getHits().getTotalHits().value(), equalTo(1L)));
  }
}
