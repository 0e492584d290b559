package io.simhash.elasticsearch.ingest;

import static io.simhash.elasticsearch.ingest.IngestTestSupport.create;
import static io.simhash.elasticsearch.ingest.IngestTestSupport.processor;

import io.simhash.core.minhash.Bands;
import io.simhash.core.shingle.Shingling;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TextShingles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.elasticsearch.ElasticsearchParseException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;

/** The options of the processor. */
public class SimHashProcessorFactoryTests extends ESTestCase {

  private void assertRefused(String property, String sentence, Map<String, Object> config) {
    Map<String, Object> all = new HashMap<>(config);
    all.putIfAbsent("analyzer", "standard");
    ElasticsearchParseException e =
        expectThrows(ElasticsearchParseException.class, () -> create(createTempDir(), all));
    assertEquals(sentence, e.getMessage());
    assertEquals(RestStatus.BAD_REQUEST, e.status());
    assertEquals(List.of("simhash"), e.getMetadata("es.processor_type"));
    assertEquals(List.of("the_tag"), e.getMetadata("es.processor_tag"));
    assertEquals(property == null ? null : List.of(property), e.getMetadata("es.property_name"));
  }

  public void testAMistakeNamesTheProcessorAndItsProperty() {
    assertRefused(null, "exactly one of [field, fields] is needed but there were []", Map.of());
    assertRefused(
        "signature.shingle.size",
        "[signature.shingle.size] must be in [1, 32] but was [0]",
        Map.of("field", "a", "signature", Map.of("shingle", Map.of("size", 0))));
    assertRefused(
        "fingerprint",
        "[fingerprint] and [signature] must not both be [false]",
        Map.of("field", "a", "fingerprint", false, "signature", false));
    assertRefused(
        "analyzer, min_features",
        "[analyzer, min_features] has no effect with [fingerprint] [false]",
        Map.of("field", "a", "fingerprint", false, "min_features", 9));
  }

  /** The fields are read of stored documents too, where the prefix would be part of the name. */
  public void testPrefixOfFields() {
    SimHashProcessor.Options options =
        processor(
                createTempDir(),
                Map.of(
                    "fields", List.of("_source.a.b^2", "c"),
                    "title_field", "_source.title",
                    "title_factor", 2,
                    "target_field", "_source.near",
                    "analyzer", "standard"))
            .options();
    assertEquals(List.of("a.b", "c", "title"), options.fields());
    assertEquals("near", options.target());
    assertRefused(
        "fields",
        "[fields] must name a field once but held [_source.c] again",
        Map.of("fields", List.of("c", "_source.c")));
    assertRefused(
        "target_field",
        "[target_field] must not be a metadata field but was [_id]",
        Map.of("field", "a", "target_field", "_source._id"));
  }

  /** Whatever decides a fingerprint alone is a mistake. */
  public void testOptionsWithoutEffectAreRefused() {
    for (Map<String, Object> config :
        List.<Map<String, Object>>of(
            Map.of("field", "a", "title_field", "b"), Map.of("fields", List.of("a^2")))) {
      Map<String, Object> all = new HashMap<>(config);
      all.put("fingerprint", false);
      Exception e =
          expectThrows(ElasticsearchParseException.class, () -> create(createTempDir(), all));
      assertTrue(
          e.getMessage(), e.getMessage().endsWith("has no effect with [fingerprint] [false]"));
    }
  }

  public void testTakesEveryKnownOptionAndLeavesTheOthers() {
    Map<String, Object> config = new HashMap<>();
    config.put("fields", List.of("content", "summary^2.5"));
    config.put("title_field", "title");
    config.put("target_field", "fp");
    config.put("ignore_missing", true);
    config.put("analyzer", "standard");
    config.put("title_factor", 3);
    config.put("max_distance", 3);
    SimHashProcessor processor = create(createTempDir(), config);
    // Elasticsearch refuses the options that are left in the map.
    assertEquals(Map.of("max_distance", 3), config);
    assertEquals("simhash", processor.getType());
    assertEquals("the_tag", processor.getTag());
    assertEquals("the description", processor.getDescription());
    assertEquals(
        List.of(1.0, 2.5),
        processor.options().hasher().fingerprinter().orElseThrow().profile().boosts());
    assertEquals(
        3.0, processor.options().hasher().fingerprinter().orElseThrow().profile().titleFactor(), 0);
  }

  public void testSignature() {
    assertEquals(
        Optional.of(new TextMinHasher(Bands.DEFAULT, shingles(Shingling.AUTO_CHARACTERS))),
        processor(createTempDir(), Map.of("field", "a", "analyzer", "standard"))
            .options()
            .hasher()
            .minHasher());
    assertEquals(Optional.empty(), withSignature(false).options().hasher().minHasher());
    for (Object whole : List.of(true, Map.of(), Map.of("hashes", "1024"))) {
      assertEquals(
          Optional.of(new TextMinHasher(Bands.DEFAULT, shingles(Shingling.AUTO_CHARACTERS))),
          withSignature(whole).options().hasher().minHasher());
    }
    Shingling five = new Shingling(Shingling.Unit.CHARACTER, 5);
    assertEquals(
        Optional.of(new TextMinHasher(new Bands(84, 20, 4), shingles(five))),
        withSignature(Map.of("hashes", 84, "bands", 20, "rows", 4, "shingle", Map.of("size", 5)))
            .options()
            .hasher()
            .minHasher());
  }

  private static Optional<TextShingles> shingles(Shingling shingling) {
    return Optional.of(new TextShingles(shingling, null));
  }

  private SimHashProcessor withSignature(Object signature) {
    return processor(
        createTempDir(), Map.of("field", "a", "analyzer", "standard", "signature", signature));
  }

  /** Writing the fingerprint must not change a field that is read. */
  public void testTargetIsApartFromTheFieldsThatAreRead() {
    String sentence =
        "[target_field] must not be a field that is read, contain one or be inside one but was [";
    for (String target : List.of("page.text", "page", "page.text.fp", "_source.page", "t")) {
      assertRefused(
          "target_field",
          sentence + target.replace("_source.", "") + "]",
          Map.of("field", "page.text", "title_field", "t", "target_field", target));
    }
    for (String target : List.of("page.texts", "page.tex", "pag", "page.fp", "tt")) {
      processor(
          createTempDir(),
          Map.of(
              "fields",
              List.of("page.text^2"),
              "title_field",
              "t",
              "title_factor",
              2,
              "target_field",
              target,
              "analyzer",
              "standard"));
    }
  }

  /** Where a node without the file applies cluster state, the pipeline stays valid. */
  public void testAFileThatCannotBeUsedRefusesThePipelineThatIsPutAndTexts() {
    SimHashProcessor processor =
        processor(
            createTempDir(),
            Map.of("field", "a", "analyzer", "standard", "idf_path", "simhash/my.tsv"));
    String sentence =
        "[idf_path] must name a file, [simhash/*.tsv] or [.tsv.gz], that was in the config folder"
            + " when the node started, but was [simhash/my.tsv]";
    ElasticsearchParseException e =
        expectThrows(ElasticsearchParseException.class, processor::extraValidation);
    assertEquals(sentence, e.getMessage());
    assertEquals(RestStatus.BAD_REQUEST, e.status());
    ElasticsearchStatusException text =
        expectThrows(
            ElasticsearchStatusException.class,
            () -> assertNotNull(processor.prepare(Map.of("a", "fox")).get()));
    assertEquals(sentence, text.getMessage());
    assertEquals(RestStatus.FAILED_DEPENDENCY, text.status());
  }
}
