package io.simhash.elasticsearch.ingest;

import io.simhash.core.idf.IdfModel;
import io.simhash.elasticsearch.profile.AnalyzerLookup;
import io.simhash.elasticsearch.profile.IdfModels;
import io.simhash.lucene.text.IdentifiedAnalyzer;
import io.simhash.lucene.text.TextFingerprinter;
import java.io.IOException;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.test.ESTestCase;

/** A processor that names a stored IDF model, while the model is stored, replaced and deleted. */
public class StoredModelProcessorTests extends ESTestCase {

  private static final Map<String, Object> TEXT = Map.of("content", "the quick brown fox");
  private static final String MISSING =
      "[idf] must be [none], a shipped model, one of [en, zh], or a stored one, but there is no"
          + " model [news]";

  private final IdfModels models = new IdfModels(createTempDir());
  private final SimHashProcessor processor = processor("news");

  private SimHashProcessor processor(String idf) {
    AnalyzerLookup standard = name -> new IdentifiedAnalyzer(new StandardAnalyzer(), name);
    Map<String, Object> config = new HashMap<>();
    config.put("field", "content");
    config.put("preset", "tfidf");
    config.put("idf", idf);
    return IngestTestSupport.factory(standard, models)
        .create(Map.of(), "the_tag", null, config, ProjectId.DEFAULT);
  }

  private static Supplier<IdfModel> model(int foxes) throws IOException {
    IdfModel model = IdfModel.read(new StringReader("# documents\t100\nfox\t" + foxes + "\n"));
    return () -> model;
  }

  private void assertMissing() {
    Exception e =
        expectThrows(
            IllegalArgumentException.class, () -> processor.prepare(TEXT).get().fingerprint());
    assertEquals(MISSING, e.getMessage());
  }

  public void testWithoutTheModelTheFactorySucceedsAndPuttingThePipelineFails() throws IOException {
    ElasticsearchException refused =
        expectThrows(ElasticsearchException.class, processor::extraValidation);
    assertEquals(MISSING, refused.getMessage());
    assertMissing();
    models.store(Map.of("news", model(3)));
    processor.extraValidation();
  }

  public void testANewVersionIsUsedAndWithoutOneNoFingerprintIsComputed() throws IOException {
    models.store(Map.of("news", model(3)));
    String first = processor.prepare(TEXT).get().fingerprint().profile();
    models.store(Map.of("news", model(4)));
    assertNotEquals(first, processor.prepare(TEXT).get().fingerprint().profile());
    models.store(Map.of("other", model(3)));
    assertMissing();
    models.store(Map.of("news", model(3)));
    assertEquals(first, processor.prepare(TEXT).get().fingerprint().profile());
  }

  /** As one that was stored by a later version of the plugin. */
  public void testNoFingerprintIsComputedWithAModelThatCannotBeRead() throws IOException {
    models.store(Map.of("news", model(3)));
    assertNotNull(processor.prepare(TEXT).get().fingerprint().profile());
    models.store(
        Map.of(
            "news",
            () -> {
              throw new IllegalArgumentException("it has format [2]");
            }));
    Exception e =
        expectThrows(
            IllegalArgumentException.class, () -> processor.prepare(TEXT).get().fingerprint());
    assertEquals("it has format [2]", e.getMessage());
  }

  public void testTheFingerprinterIsKeptWhileTheContentIsTheSame() throws IOException {
    models.store(Map.of("news", model(3)));
    TextFingerprinter made = processor.fingerprinter();
    models.store(Map.of("news", model(3), "other", model(9)));
    assertSame(made, processor.fingerprinter());
  }

  public void testTheStoredModelIsKnown() {
    assertEquals(Optional.of("news"), processor.storedModel());
    assertEquals(Optional.empty(), processor("en").storedModel());
  }
}
