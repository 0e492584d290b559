package io.simhash.elasticsearch.ingest;

import static io.simhash.elasticsearch.ingest.IngestTestSupport.document;
import static io.simhash.elasticsearch.ingest.IngestTestSupport.words;

import io.simhash.core.feature.Feature.Factor;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.TextFingerprint;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import io.simhash.lucene.text.TextShingles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.test.ESTestCase;

/** The processor on single documents. */
public class SimHashProcessorTests extends ESTestCase {

  private static final String TEXT =
      "the quick brown fox jumps over the lazy dog and both run along an old river";

  /** With the preset {@code words} 7 effective features; the default {@code min_features} is 8. */
  private static final String SEVEN = "quick brown foxes jump over lazy dogs";

  private static final String EIGHT = SEVEN + " today";
  private static final Map<String, Object> STALE = Map.of("fingerprint", "00000000000000ff");

  private SimHashProcessor processor(Map<String, Object> config) {
    return words(createTempDir(), config);
  }

  private static String refusal(SimHashProcessor processor, Map<String, Object> source) {
    IngestDocument document = document(source);
    Map<String, Object> before = new HashMap<>(document.getSourceAndMetadata());
    String message =
        expectThrows(IllegalArgumentException.class, () -> processor.execute(document))
            .getMessage();
    assertEquals(before, document.getSourceAndMetadata());
    return message;
  }

  public void testWritesTheFingerprintWithItsProfileAndNumberOfFeatures() {
    SimHashProcessor processor = processor(Map.of("field", "content"));
    IngestDocument document = processor.execute(document(Map.of("content", TEXT)));
    TextFingerprint expected = processor.options().hasher().fingerprinter().orElseThrow().of(TEXT);
    // 15 distinct words; "the" weighs 1 + ln 2: (14 + 1.693)² / (14 + 1.693²) = 14.6.
    assertEquals(
        Map.of(
            "fingerprint",
            expected.hex(),
            "profile",
            processor.options().hasher().fingerprinter().orElseThrow().profile().id(),
            "features",
            15,
            "effective_features",
            14.6,
            "signature",
            signature(Shingling.AUTO_CHARACTERS, TEXT)),
        document.getFieldValue("simhash", Object.class));
    assertEquals(TEXT, document.getFieldValue("content", String.class));
  }

  private static String signature(Shingling shingling, String... texts) {
    return new SignatureParameters(Optional.of(shingling), Bands.DEFAULT)
        .ofElements(new TextShingles(shingling, null).hashes(List.of(texts)).toArray())
        .orElseThrow()
        .toBase64();
  }

  public void testSignaturesAreThoseOfTheOption() {
    Map<String, Object> of5 = Map.of("shingle", Map.of("size", 5));
    IngestDocument document =
        processor(Map.of("field", "content", "signature", of5))
            .execute(document(Map.of("content", TEXT)));
    assertEquals(
        signature(new Shingling(Shingling.Unit.CHARACTER, 5), TEXT),
        document.getFieldValue("simhash.signature", String.class));
    IngestDocument without =
        processor(Map.of("field", "content", "signature", false))
            .execute(document(Map.of("content", TEXT)));
    assertTrue(without.hasField("simhash.fingerprint"));
    assertFalse(without.hasField("simhash.signature"));
  }

  /** A shingle does not reach from one field into the next, and the title has none. */
  public void testTheSignatureIsThatOfTheBody() {
    Map<String, Object> options =
        Map.of("fields", List.of("a", "b^3"), "title_field", "title", "title_factor", 5);
    Map<String, Object> source = Map.of("a", TEXT, "b", List.of("one", "two"), "title", EIGHT);
    IngestDocument document = processor(options).execute(document(source));
    assertEquals(
        signature(Shingling.AUTO_CHARACTERS, TEXT, "one\ntwo"),
        document.getFieldValue("simhash.signature", String.class));
  }

  /** A text without letters is compared by its symbols, and by nothing else. */
  public void testATextOfEmojiHasASignature() {
    assertTrue(ofSymbols("😀 😁 😂 😃 😄 😅 😆 😇 😈").hasField("simhash.fingerprint"));
    assertTrue(ofSymbols("😀 😁 😂 😃 😄 😅 😆 😇 😈").hasField("simhash.signature"));
    assertFalse(ofSymbols("∑ ∏ ∂ ∆ √ — …").hasField("simhash"));
  }

  /** In the profile and in the signature; with the signature alone too. */
  public void testFold() {
    String text = "Élodie naïvely cooked a crème brûlée for Zoë near the old café in Málaga";
    String plain = "elodie naively cooked a creme brulee for zoe near the old cafe in malaga";
    for (boolean fingerprint : new boolean[] {true, false}) {
      Map<String, Object> config =
          Map.of("field", "content", "fold", "accents", "fingerprint", fingerprint);
      SimHashProcessor processor =
          fingerprint ? processor(config) : IngestTestSupport.processor(createTempDir(), config);
      IngestDocument document = processor.execute(document(Map.of("content", text)));
      IngestDocument other = processor.execute(document(Map.of("content", plain)));
      String signature = document.getFieldValue("simhash.signature", String.class);
      assertEquals(
          "6:character:auto+accents:1024:24x2",
          Signature.fromBase64(signature).parameters().toString());
      assertEquals(signature, other.getFieldValue("simhash.signature", String.class));
      if (fingerprint) {
        assertEquals(
            document.getFieldValue("simhash.fingerprint", String.class),
            other.getFieldValue("simhash.fingerprint", String.class));
        assertNotEquals(
            processor(Map.of("field", "content"))
                .options()
                .hasher()
                .fingerprinter()
                .orElseThrow()
                .profile()
                .id(),
            document.getFieldValue("simhash.profile", String.class));
      }
    }
  }

  /** Where nothing counts, {@code _source} says so; a text of no letter gets no target field. */
  public void testBoilerplate() throws Exception {
    String frame = "This message is confidential. If it is not for you, delete it.";
    String text = "elodie naively cooked a creme brulee for zoe near the old cafe in malaga";
    for (boolean fingerprint : new boolean[] {true, false}) {
      Map<String, Object> config =
          Map.of("field", "content", "boilerplate", frame, "fingerprint", fingerprint);
      SimHashProcessor processor =
          fingerprint ? processor(config) : IngestTestSupport.processor(createTempDir(), config);
      IngestDocument framed =
          processor.execute(document(Map.of("content", text + " --- " + frame)));
      IngestDocument alone = processor.execute(document(Map.of("content", text)));
      assertEquals(
          alone.getFieldValue("simhash", Map.class), framed.getFieldValue("simhash", Map.class));
      IngestDocument nothing =
          processor.execute(document(Map.of("content", "© " + frame, "simhash", "stale")));
      Map<?, ?> written = nothing.getFieldValue("simhash", Map.class);
      assertEquals(0, written.get("features"));
      for (String part : List.of("fingerprint", "signature")) {
        assertNull(written.get(part));
      }
      assertFalse(processor.execute(document(Map.of("content", " - "))).hasField("simhash"));
    }
  }

  private IngestDocument ofSymbols(String text) {
    return processor(Map.of("field", "content", "min_token_length", 1))
        .execute(document(Map.of("content", text)));
  }

  public void testTargetFieldMayBeInsideAnObject() {
    SimHashProcessor processor =
        processor(Map.of("field", "page.content", "target_field", "page.meta.fp"));
    IngestDocument document =
        processor.execute(document(Map.of("page", new HashMap<>(Map.of("content", TEXT)))));
    assertEquals(
        processor.options().hasher().fingerprinter().orElseThrow().of(TEXT).hex(),
        document.getFieldValue("page.meta.fp.fingerprint", String.class));
  }

  public void testTextWithoutFeaturesRemovesAStaleFingerprint() {
    SimHashProcessor processor = processor(Map.of("field", "content"));
    for (String empty : List.of("", "!?")) {
      IngestDocument document =
          processor.execute(document(Map.of("content", empty, "simhash", STALE)));
      assertFalse(empty, document.hasField("simhash"));
    }
    SimHashProcessor unsigned = processor(Map.of("field", "content", "signature", false));
    for (String empty : List.of("a b c", SEVEN)) {
      IngestDocument document =
          unsigned.execute(document(Map.of("content", empty, "simhash", STALE)));
      assertFalse(empty, document.hasField("simhash"));
    }
  }

  /** The fingerprint is null, so that a partial update replaces one that is stored. */
  private static Map<String, Object> withoutFingerprint(
      SimHashProcessor processor, int features, String text) {
    Map<String, Object> object = new HashMap<>();
    object.put("fingerprint", null);
    object.put(
        "profile", processor.options().hasher().fingerprinter().orElseThrow().profile().id());
    object.put("features", features);
    object.put("effective_features", (double) features);
    object.put("signature", signature(Shingling.AUTO_CHARACTERS, text));
    return object;
  }

  /** No word has two characters, but shingles have letters of several words. */
  public void testATextWithoutFeaturesHasASignature() {
    SimHashProcessor processor = processor(Map.of("field", "content"));
    IngestDocument document =
        processor.execute(document(Map.of("content", "a b c", "simhash", STALE)));
    assertEquals(
        withoutFingerprint(processor, 0, "a b c"), document.getFieldValue("simhash", Object.class));
  }

  public void testAShortTextHasASignatureButNoFingerprintUnlessItIsAskedFor() {
    SimHashProcessor processor = processor(Map.of("field", "content"));
    IngestDocument document =
        processor.execute(document(Map.of("content", SEVEN, "simhash", STALE)));
    assertEquals(
        withoutFingerprint(processor, 7, SEVEN), document.getFieldValue("simhash", Object.class));
    document = processor.execute(document(Map.of("content", EIGHT, "simhash", STALE)));
    assertEquals(8.0, document.getFieldValue("simhash.effective_features", Double.class), 0);
    SimHashProcessor every = processor(Map.of("field", "content", "min_features", 0));
    document = every.execute(document(Map.of("content", "fox", "simhash", STALE)));
    assertEquals(
        every.options().hasher().fingerprinter().orElseThrow().of("fox").hex(),
        document.getFieldValue("simhash.fingerprint", String.class));
    assertEquals(
        every.options().hasher().fingerprinter().orElseThrow().profile().id(),
        processor.options().hasher().fingerprinter().orElseThrow().profile().id());
  }

  public void testArrayOfStringsIsOneTextOfLines() {
    SimHashProcessor processor = processor(Map.of("field", "content"));
    assertEquals(
        processor.options().hasher().fingerprinter().orElseThrow().of(TEXT + "\nquick fox").hex(),
        processor
            .prepare(Map.of("content", List.of(TEXT, "quick fox")))
            .get()
            .hashed()
            .fingerprint()
            .orElseThrow()
            .hex());
  }

  public void testIgnoredMissingFieldStillRemovesAStaleFingerprint() {
    SimHashProcessor processor = processor(Map.of("field", "content", "ignore_missing", true));
    Map<String, Object> source = new HashMap<>(Map.of("other", TEXT, "simhash", STALE));
    source.put("content", randomBoolean() ? null : "");
    IngestDocument document = processor.execute(document(source));
    assertFalse(document.hasField("simhash"));
    document = processor.execute(document(Map.of("other", TEXT)));
    assertFalse(document.hasField("simhash"));
    assertEquals(TEXT, document.getFieldValue("other", String.class));
  }

  public void testMissingFieldsAreEmptyTexts() {
    Map<String, Object> config =
        Map.of("fields", List.of("content", "summary^2"), "ignore_missing", true);
    SimHashProcessor processor = processor(config);
    assertEquals(
        processor
            .options()
            .hasher()
            .of(List.of("", TEXT), "", TokenSource.ANALYSIS)
            .fingerprint()
            .orElseThrow()
            .hex(),
        processor
            .prepare(Map.of("summary", TEXT))
            .get()
            .hashed()
            .fingerprint()
            .orElseThrow()
            .hex());
    assertNull(
        processor.prepare(Map.of("other", TEXT)).get().hashed().fingerprint().orElseThrow().hex());
  }

  /** No analyzer is asked, and nothing of a fingerprint is written. */
  public void testTheSignatureAlone() {
    IngestDocument with =
        processor(Map.of("field", "content")).execute(document(Map.of("content", TEXT)));
    SimHashProcessor alone =
        IngestTestSupport.create(
            createTempDir(), new HashMap<>(Map.of("field", "content", "fingerprint", false)));
    assertEquals(Optional.empty(), alone.options().hasher().fingerprinter());
    Map<?, ?> value =
        alone.execute(document(Map.of("content", TEXT))).getFieldValue("simhash", Map.class);
    assertEquals(Set.of("signature"), value.keySet());
    assertEquals(with.getFieldValue("simhash.signature", String.class), value.get("signature"));
    assertFalse(alone.execute(document(Map.of("content", " "))).hasField("simhash"));
  }

  public void testBoostedFieldsWeighMore() {
    SimHashProcessor processor = processor(Map.of("fields", List.of("content", "summary^3")));
    TextFingerprint made =
        processor
            .prepare(Map.of("content", "lazy", "summary", "fox"))
            .get()
            .hashed()
            .fingerprint()
            .orElseThrow();
    assertEquals(
        List.of(1.0, 3.0),
        processor.options().hasher().fingerprinter().orElseThrow().profile().boosts());
    assertEquals("lazy", made.features().list().get(0).text());
    assertEquals(3 << 20, made.features().list().get(1).weight());
  }

  public void testTitleMarksWordsOfTheBody() {
    SimHashProcessor processor =
        processor(Map.of("field", "content", "title_field", "title", "title_factor", 5));
    TextFingerprint made =
        processor
            .prepare(Map.of("content", TEXT, "title", List.of("Fox", "wolf")))
            .get()
            .hashed()
            .fingerprint()
            .orElseThrow();
    assertEquals(15, made.features().size());
    made.features()
        .list()
        .forEach(
            feature ->
                assertEquals(
                    feature.text().equals("fox") ? 5.0 : 1.0, feature.factor(Factor.TITLE), 0));
    // A missing title marks no feature and is no error.
    assertEquals(
        processor.options().hasher().fingerprinter().orElseThrow().of(TEXT).hex(),
        processor
            .prepare(Map.of("content", TEXT))
            .get()
            .hashed()
            .fingerprint()
            .orElseThrow()
            .hex());
  }

  public void testFieldNamesAreNoTemplates() {
    SimHashProcessor processor = processor(Map.of("field", "{{name}}"));
    assertEquals(
        "field [{{name}}] not present as part of path [{{name}}]",
        refusal(processor, Map.of("name", "content", "content", TEXT)));
    assertNotNull(
        processor
            .prepare(Map.of("{{name}}", TEXT))
            .get()
            .hashed()
            .fingerprint()
            .orElseThrow()
            .hex());
  }

  public void testFingerprintOfAPlainDocumentIsTheOneThatIsWritten() {
    SimHashProcessor processor =
        processor(
            Map.of(
                "fields",
                List.of("page.content^2", "summary"),
                "title_field",
                "title",
                "title_factor",
                5));
    Map<String, Object> source =
        Map.of("page", Map.of("content", TEXT), "summary", "a fox", "title", "dog");
    String hex = processor.prepare(source).get().hashed().fingerprint().orElseThrow().hex();
    IngestDocument document = processor.execute(document(source));
    assertEquals(hex, document.getFieldValue("simhash.fingerprint", String.class));
  }
}
