package io.simhash.elasticsearch.ingest;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.simhash.TextFingerprint;
import io.simhash.core.text.TextOptions;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import io.simhash.lucene.text.HashedText;
import io.simhash.lucene.text.TextFingerprinter;
import io.simhash.lucene.text.TextHasher;
import io.simhash.lucene.text.TextShingles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.elasticsearch.ingest.AbstractProcessor;
import org.elasticsearch.ingest.IngestDocument;

/**
 * Fingerprints a document and writes {@code {"fingerprint", "profile", "features",
 * "effective_features", "signature"}} into its target field; with {@code "fingerprint": false} the
 * signature alone. The signature is of the body's texts, without the title.
 *
 * <p>A text with too few features has no fingerprint, but it still has a signature. A document with
 * neither gets no target field, and one that it already has is removed: it would be the value of
 * another text. Where nothing of its text counts, the target field says {@code "features": 0}. A
 * text that is too long fails its document only.
 *
 * <p>Safe to share between threads. Cost linear in the text.
 */
public final class SimHashProcessor extends AbstractProcessor {

  /** The name of the processor. */
  public static final String TYPE = "simhash";

  /**
   * The options. A missing or null title is the empty text; a missing or null field of the body is
   * an error, or the empty text with {@code ignore_missing}.
   *
   * @param titlePath the field of the title, or {@code null}
   * @param hasher makes the fingerprints and signatures
   * @param usesOwnModel whether the options name the file of an IDF model
   */
  public record Options(
      List<String> paths,
      String titlePath,
      boolean ignoreMissing,
      String target,
      TextHasher hasher,
      boolean usesOwnModel) {

    /** The fields whose texts are read. */
    public List<String> fields() {
      return Stream.concat(paths.stream(), Stream.ofNullable(titlePath)).toList();
    }
  }

  private final Options options;

  SimHashProcessor(String tag, String description, Options options) {
    super(tag, description);
    this.options = options;
  }

  @Override
  public String getType() {
    return TYPE;
  }

  public Options options() {
    return options;
  }

  @Override
  public IngestDocument execute(IngestDocument document) {
    Result made = prepare(document).get();
    if (made.hashed().near().isPresent()) {
      document.setFieldValue(options.target(), asMap(made.hashed()));
    } else if (leavesAll(made.body())) {
      Map<String, Object> nothing = asMap(made.hashed());
      nothing.put("features", 0);
      nothing.put("signature", null);
      document.setFieldValue(options.target(), nothing);
    } else {
      document.removeField(options.target(), true);
    }
    return document;
  }

  /** Whether the texts have something, but nothing that counts. */
  private boolean leavesAll(List<String> body) {
    TextOptions counted = options.hasher().options();
    return body.stream()
        .anyMatch(text -> text.isBlank() == false && counted.applyTo(text).isBlank());
  }

  /** The texts of the body in the order of the fields, and what is made of them. */
  public record Result(List<String> body, HashedText hashed) {}

  /** Reads the texts of a document, which is not changed, and returns a supplier of the result. */
  Supplier<Result> prepare(Map<String, Object> source) {
    return prepare(new IngestDocument("_index", "_id", 1, null, null, source));
  }

  private Supplier<Result> prepare(IngestDocument document) {
    List<String> body =
        options.paths().stream()
            .map(path -> text(document, path, options.ignoreMissing()))
            .toList();
    String title = options.titlePath() == null ? "" : text(document, options.titlePath(), true);
    return () -> new Result(body, options.hasher().of(body, title, TokenSource.ANALYSIS));
  }

  private static String text(IngestDocument document, String path, boolean mayBeMissing) {
    Object value = document.getFieldValue(path, Object.class, mayBeMissing);
    if (value == null) {
      if (mayBeMissing) {
        return "";
      }
      throw invalid("field [%s] is null and has no text", path);
    }
    List<?> values = value instanceof List<?> list ? list : List.of(value);
    for (Object each : values) {
      if (each instanceof String == false) {
        throw invalid(
            "field [%s] must be a string or an array of strings but %s [%s]",
            path, values == value ? "held" : "was", OptionMap.shown(each));
      }
    }
    return TextShingles.text(values.stream().map(String.class::cast).toList());
  }

  private static Map<String, Object> asMap(HashedText made) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (made.fingerprint().isPresent()) {
      TextFingerprint fingerprint = made.fingerprint().get();
      // Null where there is none: a partial update would keep the one of an earlier text.
      map.put("fingerprint", fingerprint.fingerprint().isPresent() ? fingerprint.hex() : null);
      map.put("profile", fingerprint.profile());
      map.put("features", fingerprint.features().size());
      map.put("effective_features", fingerprint.effectiveFeatures());
    }
    made.signature().ifPresent(signature -> map.put("signature", signature.toBase64()));
    return map;
  }

  /** Refuses a pipeline that is put if every text would be refused: a file cannot be used. */
  @Override
  public void extraValidation() {
    Optional<String> refusal = options.hasher().fingerprinter().flatMap(TextFingerprinter::refusal);
    if (refusal.isPresent()) {
      throw ProcessorOptions.error(TYPE, getTag(), new IllegalArgumentException(refusal.get()));
    }
  }
}
