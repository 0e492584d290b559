package io.simhash.elasticsearch.ingest;

import static io.simhash.elasticsearch.ingest.IngestTestSupport.create;
import static io.simhash.elasticsearch.ingest.IngestTestSupport.processor;

import io.simhash.core.minhash.Bands;
import io.simhash.core.shingle.Shingling;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TextShingles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.elasticsearch.ElasticsearchParseException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;

/** The options of the processor and each error sentence, with its processor, tag and property. */
public class SimHashProcessorFactoryTests extends ESTestCase {

  private ElasticsearchParseException refusal(Map<String, Object> config) {
    Map<String, Object> all = new HashMap<>(config);
    all.putIfAbsent("analyzer", "standard");
    ElasticsearchParseException e =
        expectThrows(ElasticsearchParseException.class, () -> create(createTempDir(), all));
    assertEquals(RestStatus.BAD_REQUEST, e.status());
    assertEquals(List.of("simhash"), e.getMetadata("es.processor_type"));
    assertEquals(List.of("the_tag"), e.getMetadata("es.processor_tag"));
    return e;
  }

  private void assertRefused(String property, String sentence, Map<String, Object> config) {
    ElasticsearchParseException e = refusal(config);
    assertEquals(sentence, e.getMessage());
    assertEquals(property == null ? null : List.of(property), e.getMetadata("es.property_name"));
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
    assertEquals("fp", processor.targetField());
    assertEquals(List.of(1.0, 2.5), processor.fingerprinter().profile().boosts());
    assertEquals(3.0, processor.fingerprinter().profile().titleFactor(), 0);
  }

  public void testExactlyOneOfFieldAndFields() {
    assertRefused(
        null,
        "exactly one of [field, fields] is needed but there were [field, fields]",
        Map.of("field", "a", "fields", List.of("b")));
    assertRefused(null, "exactly one of [field, fields] is needed but there were []", Map.of());
  }

  public void testFields() {
    assertRefused("fields", "[fields] must name at least one field", Map.of("fields", List.of()));
    assertRefused(
        "fields",
        "[fields] must be an array of strings but was [[a, 1]]",
        Map.of("fields", List.of("a", 1)));
    assertRefused("fields", "[fields] must not hold a blank name", Map.of("fields", List.of(" ")));
    assertRefused(
        "fields",
        "[fields] must name a field once but held [a^2] again",
        Map.of("fields", List.of("a", "b", "a^2")));
    assertRefused(
        "fields", "[fields] must be an array of strings but was [a]", Map.of("fields", "a"));
  }

  public void testBoostSyntax() {
    for (String wrong : List.of("a^", "^2", "a^x", "a^-1", "a^1e3", "a^NaN", "a^2d", "a^ 2")) {
      assertRefused(
          "fields",
          "[fields] must hold [field] or [field^boost] with a decimal boost but held ["
              + wrong
              + "]",
          Map.of("fields", List.of(wrong)));
    }
    assertRefused(
        "fields",
        "[fields] must hold factors above 0 and at most 1000 but was [0.0]",
        Map.of("fields", List.of("a^0")));
    assertRefused(
        "fields",
        "[fields] must hold factors above 0 and at most 1000 but was [1001.0]",
        Map.of("fields", List.of("a^1001")));
  }

  /** Elasticsearch takes null for an option that is left out; here it is probably a mistake. */
  public void testNullIsRefused() {
    for (String option :
        List.of("field", "fields", "title_field", "target_field", "ignore_missing")) {
      Map<String, Object> config = new HashMap<>();
      if (option.startsWith("field") == false) {
        config.put("field", "a");
      }
      config.put(option, null);
      assertRefused(option, "[" + option + "] must not be null", config);
    }
  }

  public void testNames() {
    assertRefused("field", "[field] must not be blank", Map.of("field", " "));
    assertRefused("field", "[field] must be a string but was [1]", Map.of("field", 1));
    assertRefused(
        "title_field", "[title_field] must not be blank", Map.of("field", "a", "title_field", ""));
    assertRefused(
        "target_field",
        "[target_field] must not be blank",
        Map.of("field", "a", "target_field", ""));
    assertRefused(
        "ignore_missing",
        "[ignore_missing] must be [true] or [false] but was [yes]",
        Map.of("field", "a", "ignore_missing", "yes"));
  }

  public void testSignature() {
    assertEquals(
        Optional.of(new TextMinHasher(Bands.DEFAULT, shingles(Shingling.AUTO_CHARACTERS))),
        processor(createTempDir(), Map.of("field", "a", "analyzer", "standard")).signatures());
    assertEquals(Optional.empty(), withSignature(false).signatures());
    for (Object whole : List.of(true, Map.of(), Map.of("hashes", "1024"))) {
      assertEquals(
          Optional.of(new TextMinHasher(Bands.DEFAULT, shingles(Shingling.AUTO_CHARACTERS))),
          withSignature(whole).signatures());
    }
    Shingling five = new Shingling(Shingling.Unit.CHARACTER, 5);
    assertEquals(
        Optional.of(new TextMinHasher(new Bands(84, 20, 4), shingles(five))),
        withSignature(Map.of("hashes", 84, "bands", 20, "rows", 4, "shingle", Map.of("size", 5)))
            .signatures());
  }

  private static Optional<TextShingles> shingles(Shingling shingling) {
    return Optional.of(new TextShingles(shingling, null));
  }

  private SimHashProcessor withSignature(Object signature) {
    return processor(
        createTempDir(), Map.of("field", "a", "analyzer", "standard", "signature", signature));
  }

  public void testMistakesInSignature() {
    assertSignatureRefused(
        "signature", "[signature] must be [true], [false] or an object but was [yes]", "yes");
    assertSignatureRefused(
        "signature", "[signature] must be [true], [false] or an object but was [[7]]", List.of(7));
    assertSignatureRefused(
        "signature.hashes",
        "[signature.hashes] must be in [64, 2048] but was [63]",
        Map.of("hashes", 63));
    assertSignatureRefused(
        "signature.bands",
        "[signature.bands] must be in [1, 128] but was [129]",
        Map.of("bands", 129));
    assertSignatureRefused(
        "signature.rows", "[signature.rows] must be in [1, 255] but was [0]", Map.of("rows", 0));
    assertSignatureRefused(
        "hashes",
        "[hashes] must be at least [bands] times [rows], [128], but was [127]",
        Map.of("hashes", 127));
    assertSignatureRefused(
        null, "unknown options [band, seed] in [signature]", Map.of("band", 6, "seed", 0));
    assertSignatureRefused(
        "signature.shingle",
        "[signature.shingle] must be an object but was [5]",
        Map.of("shingle", 5));
    assertSignatureRefused(
        "signature.shingle.unit",
        "[signature.shingle.unit] must be [character] but was [token]",
        Map.of("shingle", Map.of("unit", "token", "size", 3)));
    assertSignatureRefused(
        "signature.shingle.size",
        "[signature.shingle.size] must be in [1, 32] but was [0]",
        Map.of("shingle", Map.of("size", 0)));
    Map<String, Object> none = new HashMap<>(Map.of("field", "a"));
    none.put("signature", null);
    assertRefused("signature", "[signature] must not be null", none);
  }

  private void assertSignatureRefused(String property, String sentence, Object signature) {
    assertRefused(property, sentence, Map.of("field", "a", "signature", signature));
  }

  /** Writing the fingerprint must not change a field that is read. */
  public void testTargetIsApartFromTheFieldsThatAreRead() {
    String sentence =
        "[target_field] must not be a field that is read, contain one or be inside one but was [";
    for (String target : List.of("page.text", "page", "page.text.fp", "_source.page", "t")) {
      assertRefused(
          "target_field",
          sentence + target + "]",
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

  public void testProfileOptions() {
    assertRefused(
        "analyzer",
        "[analyzer] must be the name of an analyzer but was [nosuch]",
        Map.of("field", "a", "analyzer", "nosuch"));
    assertRefused(
        "tf",
        "[tf] must be one of [count, log, binary] but was [logarithm]",
        Map.of("field", "a", "tf", "logarithm"));
    assertRefused(
        "title_factor",
        "[title_factor] needs [title_field]",
        Map.of("field", "a", "title_factor", 2));
    assertRefused(
        "title_field",
        "[title_field] has no effect with [title_factor] [1], the default of [preset] [default]:"
            + " set [title_factor], or use [preset] [composite]",
        Map.of("field", "a", "title_field", "t"));
    assertRefused(
        "title_field",
        "[title_field] has no effect with [title_factor] [1]: set another [title_factor]",
        Map.of("field", "a", "title_field", "t", "title_factor", 1));
    assertRefused(
        null,
        "unknown options [length] in [shingle]",
        Map.of("field", "a", "shingle", Map.of("unit", "token", "size", 2, "length", 3)));
  }

  public void testDefaultAnalyzerIsAnsj() {
    ElasticsearchParseException e =
        expectThrows(
            ElasticsearchParseException.class,
            () -> processor(createTempDir(), Map.of("field", "content")));
    assertEquals("[analyzer] must be the name of an analyzer but was [ansj]", e.getMessage());
  }

  public void testFileIsReadOnlyWhenThePipelineIsValidatedOrUsed() throws Exception {
    Path config = createTempDir();
    SimHashProcessor processor =
        processor(
            config,
            Map.of("field", "a", "analyzer", "standard", "min_features", 0, "idf_path", "my.tsv"));
    ElasticsearchParseException e =
        expectThrows(ElasticsearchParseException.class, processor::extraValidation);
    assertEquals("[idf_path] names no file: [my.tsv]", e.getMessage());
    assertEquals(RestStatus.BAD_REQUEST, e.status());
    expectThrows(
        IllegalArgumentException.class,
        () -> processor.prepare(Map.of("a", "fox")).get().fingerprint());
    // A file that comes back is found.
    Files.writeString(config.resolve("my.tsv"), "# documents\t10\nfox\t2\n");
    processor.extraValidation();
    assertNotNull(processor.prepare(Map.of("a", "fox")).get().fingerprint().hex());
  }
}
