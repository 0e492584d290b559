package io.simhash.elasticsearch.ingest;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.text.TextOptions;
import io.simhash.elasticsearch.analysis.AnalyzerLookup;
import io.simhash.elasticsearch.analysis.FingerprinterFactory;
import io.simhash.elasticsearch.analysis.IdfModels;
import io.simhash.elasticsearch.analysis.SignatureOption;
import io.simhash.elasticsearch.compat.ProcessorFactory;
import io.simhash.lucene.text.TextFingerprinter;
import io.simhash.lucene.text.TextHasher;
import io.simhash.lucene.text.TextMinHasher;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.elasticsearch.ingest.IngestDocument;

/**
 * Reads the options of a {@code simhash} processor. A mistake in them is an error for the whole
 * pipeline.
 *
 * <p>The factory also runs when a node applies cluster state, where an existing pipeline must stay
 * valid. So a file that cannot be used is an error when the pipeline is put, and afterwards one of
 * each document: see {@link TextFingerprinter#refusal}.
 */
public final class SimHashProcessorFactory implements ProcessorFactory {

  private static final String TYPE = SimHashProcessor.TYPE;

  /** A path and, after the last {@code ^}, a plain decimal number. */
  private static final Pattern FIELD =
      Pattern.compile("(?s)(?<path>[^^]+|.+(?=\\^))(\\^(?<boost>\\d{1,9}(\\.\\d{1,9})?))?");

  private final FingerprinterFactory fingerprinters;

  /** A factory of processors that use analyzers and models of this node. */
  public SimHashProcessorFactory(AnalyzerLookup analyzers, IdfModels models) {
    this.fingerprinters = new FingerprinterFactory(analyzers, models);
  }

  @Override
  public SimHashProcessor create(String tag, String description, Map<String, Object> config) {
    try {
      return read(tag, description, config);
    } catch (IllegalArgumentException e) {
      throw ProcessorOptions.error(TYPE, tag, e);
    }
  }

  private SimHashProcessor read(String tag, String description, Map<String, Object> config) {
    OptionMap options = new OptionMap(config);
    Map<String, Double> fields = fields(options);
    List<String> paths = List.copyOf(fields.keySet());
    List<Double> boosts = List.copyOf(fields.values());
    String title = ProcessorOptions.field("title_field", options.string("title_field", null));
    String target =
        ProcessorOptions.field("target_field", options.string("target_field", "simhash"));
    boolean ignoreMissing = options.bool("ignore_missing", false);
    Optional<TextMinHasher> signatures = SignatureOption.read(options);
    requireTarget(target, paths, title);
    boolean fingerprints = options.bool("fingerprint", true);
    Map<String, Object> profile = ProfileOption.takeOptions(config);
    Optional<TextFingerprinter> fingerprinter =
        fingerprints
            ? Optional.of(fingerprinters.create(profile, title != null, boosts))
            : Optional.empty();
    if (fingerprints == false) {
      SignatureOption.requireAlone(profile.keySet(), signatures);
      if (title != null) {
        throw invalid("[title_field] has no effect with [fingerprint] [false]");
      }
      if (boosts.stream().anyMatch(boost -> boost != 1)) {
        throw invalid("a boost in [fields] has no effect with [fingerprint] [false]");
      }
    }
    return new SimHashProcessor(
        tag,
        description,
        new SimHashProcessor.Options(
            paths,
            title,
            ignoreMissing,
            target,
            new TextHasher(TextOptions.of(profile), fingerprinter, signatures),
            profile.containsKey(ProfileOption.IDF_PATH.name())));
  }

  /** The fields of the body by path, and the factors of their features' weights. */
  private static Map<String, Double> fields(OptionMap options) {
    if (options.exactlyOneOf(List.of("field", "fields")).equals("field")) {
      return Map.of(ProcessorOptions.field("field", options.string("field")), 1.0);
    }
    Map<String, Double> fields = new LinkedHashMap<>();
    for (String given : options.strings("fields")) {
      Matcher field = FIELD.matcher(given);
      if (given.isBlank()) {
        throw invalid("[fields] must not hold a blank name");
      }
      if (field.matches() == false) {
        throw invalid(
            "[fields] must hold [field] or [field^boost] with a decimal boost but held [%s]",
            given);
      }
      String path = ProcessorOptions.field("fields", field.group("path"));
      String boost = field.group("boost");
      if (fields.put(path, boost == null ? 1 : Double.parseDouble(boost)) != null) {
        throw invalid("[fields] must name a field once but held [%s] again", given);
      }
    }
    if (fields.isEmpty()) {
      throw invalid("[fields] must name at least one field");
    }
    return fields;
  }

  private static void requireTarget(String target, List<String> paths, String title) {
    if (IngestDocument.Metadata.isMetadata(target)) {
      throw invalid("[target_field] must not be a metadata field but was [%s]", target);
    }
    if (ProcessorOptions.overlap(target, title)
        || paths.stream().anyMatch(path -> ProcessorOptions.overlap(target, path))) {
      throw invalid(
          "[target_field] must not be a field that is read, contain one or be inside one but was"
              + " [%s]",
          target);
    }
  }
}
