package io.simhash.elasticsearch.ingest;

import io.simhash.core.simhash.TextFingerprint;
import io.simhash.lucene.text.TextFingerprinter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.elasticsearch.ingest.AbstractProcessor;
import org.elasticsearch.ingest.IngestDocument;

/**
 * Fingerprints a document and writes {@code {"fingerprint", "profile", "features",
 * "effective_features"}} into its target field.
 *
 * <p>A document without a fingerprint (no feature, or fewer effective ones than {@code
 * min_features}) gets no target field, and one that it brought along is removed: what stands there
 * would be the fingerprint of another text. A text that is too long fails its document only.
 *
 * <p>Safe to share between threads. Cost linear in the text.
 */
public final class SimHashProcessor extends AbstractProcessor {

  /** The name that users type. */
  public static final String TYPE = "simhash";

  private final DocumentTexts texts;
  private final String targetField;
  private final Supplier<TextFingerprinter> fingerprinter;
  private final Optional<String> storedModel;

  /**
   * @param fingerprinter asked for each document, so it keeps what it made
   * @param storedModel the stored IDF model that the options name
   */
  SimHashProcessor(
      String tag,
      String description,
      DocumentTexts texts,
      String targetField,
      Supplier<TextFingerprinter> fingerprinter,
      Optional<String> storedModel) {
    super(tag, description);
    this.texts = texts;
    this.targetField = targetField;
    this.fingerprinter = fingerprinter;
    this.storedModel = storedModel;
  }

  @Override
  public String getType() {
    return TYPE;
  }

  /** The field that the fingerprint is written to. */
  public String targetField() {
    return targetField;
  }

  /** The stored IDF model that the options name. */
  public Optional<String> storedModel() {
    return storedModel;
  }

  /** What the options became; with a stored model, as it is now. */
  public TextFingerprinter fingerprinter() {
    return fingerprinter.get();
  }

  @Override
  public IngestDocument execute(IngestDocument document) {
    TextFingerprint made = fingerprint(document);
    if (made.fingerprint().isPresent()) {
      document.setFieldValue(targetField, asMap(made));
    } else {
      document.removeField(targetField, true);
    }
    return document;
  }

  /**
   * What this processor would make of a document, without touching it.
   *
   * @param source the document as it would be sent for indexing; read with the classic access
   *     pattern, in which a dot steps into an object
   * @throws IllegalArgumentException where {@link #execute} would fail
   */
  public TextFingerprint fingerprint(Map<String, Object> source) {
    return fingerprint(plain(source));
  }

  /** The texts of the body that {@link #fingerprint(Map)} reads, in the order of the fields. */
  public List<String> texts(Map<String, Object> source) {
    return texts.body(plain(source));
  }

  private static IngestDocument plain(Map<String, Object> source) {
    return new IngestDocument("_index", "_id", 1, null, null, source);
  }

  private TextFingerprint fingerprint(IngestDocument document) {
    return fingerprinter().of(texts.body(document), texts.title(document));
  }

  private static Map<String, Object> asMap(TextFingerprint made) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("fingerprint", made.hex());
    map.put("profile", made.profile());
    map.put("features", made.features().size());
    map.put("effective_features", made.effectiveFeatures());
    return map;
  }

  /** Refuses, when the pipeline is put, what the factory leaves until the first document. */
  @Override
  public void extraValidation() {
    try {
      fingerprinter();
    } catch (IllegalArgumentException e) {
      throw SimHashProcessorFactory.refuse(getTag(), e);
    }
  }
}
