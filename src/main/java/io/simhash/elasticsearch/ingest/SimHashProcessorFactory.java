package io.simhash.elasticsearch.ingest;

import io.simhash.core.base.OptionMap;
import io.simhash.core.profile.ProfileOption;
import io.simhash.elasticsearch.profile.AnalyzerLookup;
import io.simhash.elasticsearch.profile.FingerprinterFactory;
import io.simhash.elasticsearch.profile.IdfModels;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.ingest.ConfigurationUtils;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.ingest.Processor;

/**
 * Reads the options of a {@code simhash} processor. A mistake in them is an error for the whole
 * pipeline.
 *
 * <p>The factory also runs when a node applies cluster state. There it must not read files, and an
 * existing pipeline must stay valid. So options that name a file ({@code idf_path}) or a stored
 * model are resolved when the pipeline is put or the first document arrives, and again after a
 * failure: a file or model that comes back is found.
 */
public final class SimHashProcessorFactory implements Processor.Factory {

  private static final String TYPE = SimHashProcessor.TYPE;

  private final FingerprinterFactory fingerprinters;

  /** A factory of processors that use analyzers and models of this node. */
  public SimHashProcessorFactory(AnalyzerLookup analyzers, IdfModels models) {
    this.fingerprinters = new FingerprinterFactory(analyzers, models);
  }

  @Override
  public SimHashProcessor create(
      Map<String, Processor.Factory> factories,
      String tag,
      String description,
      Map<String, Object> config,
      ProjectId projectId) {
    try {
      return create(tag, description, config);
    } catch (IllegalArgumentException e) {
      throw configurationException(tag, e);
    }
  }

  private SimHashProcessor create(String tag, String description, Map<String, Object> config) {
    OptionMap options = new OptionMap(config);
    List<BoostedField> fields = fields(options);
    String title = options.string("title_field", null);
    String target = options.string("target_field", "simhash");
    boolean ignoreMissing = options.bool("ignore_missing", false);
    List<String> paths = fields.stream().map(BoostedField::path).toList();
    requireTarget(target, paths, title);
    Map<String, Object> profile = ProfileOption.takeTyped(config);
    Optional<String> storedModel = FingerprinterFactory.storedModel(profile);
    List<Double> boosts = fields.stream().map(BoostedField::boost).toList();
    CurrentFingerprinter fingerprinter =
        new CurrentFingerprinter(
            () -> fingerprinters.create(profile, title != null, boosts),
            storedModel,
            fingerprinters.models());
    SimHashProcessor processor =
        new SimHashProcessor(
            tag,
            description,
            new DocumentTexts(paths, title, ignoreMissing),
            target,
            fingerprinter);
    boolean namesFileOrStoredModel = profile.containsKey("idf_path") || storedModel.isPresent();
    if (namesFileOrStoredModel == false) {
      processor.extraValidation();
    }
    return processor;
  }

  private static List<BoostedField> fields(OptionMap options) {
    if (options.has("field") == options.has("fields")) {
      throw new IllegalArgumentException(
          "exactly one of [field] and [fields] must be set but "
              + (options.has("field") ? "both were" : "neither was"));
    }
    if (options.has("field")) {
      String path = options.string("field");
      requireName("field", path);
      return List.of(new BoostedField(path, 1));
    }
    List<BoostedField> fields = new ArrayList<>();
    Set<String> paths = new HashSet<>();
    for (String typed : options.strings("fields")) {
      BoostedField field = BoostedField.parse(typed);
      requireName("fields", field.path());
      if (paths.add(field.path()) == false) {
        throw new IllegalArgumentException(
            "[fields] must name a field once but held [" + typed + "] again");
      }
      fields.add(field);
    }
    if (fields.isEmpty()) {
      throw new IllegalArgumentException("[fields] must name at least one field");
    }
    return fields;
  }

  private static void requireTarget(String target, List<String> paths, String title) {
    requireName("target_field", target);
    if (IngestDocument.Metadata.isMetadata(target)) {
      throw new IllegalArgumentException(
          "[target_field] must not be a metadata field but was [" + target + "]");
    }
    if (title != null) {
      requireName("title_field", title);
    }
    if (overlap(target, title) || paths.stream().anyMatch(path -> overlap(target, path))) {
      throw new IllegalArgumentException(
          "[target_field] must not be a field that is read, contain one or be inside one but was ["
              + target
              + "]");
    }
  }

  /** Whether writing one of two fields would change the value of the other. */
  private static boolean overlap(String target, String read) {
    if (read == null) {
      return false;
    }
    String a = withoutPrefix(target) + ".";
    String b = withoutPrefix(read) + ".";
    return a.startsWith(b) || b.startsWith(a);
  }

  /** The path without the prefix that Elasticsearch ignores. */
  private static String withoutPrefix(String path) {
    return path.startsWith("_source.") ? path.substring("_source.".length()) : path;
  }

  private static void requireName(String option, String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("[" + option + "] must not be blank");
    }
    if (List.of(name.split("\\.", -1)).contains("")) {
      throw new IllegalArgumentException(
          "[" + option + "] must be names joined by dots but was [" + name + "]");
    }
  }

  /**
   * Elasticsearch's error for a processor. The option whose name in brackets begins the sentence
   * becomes the error's property.
   */
  static ElasticsearchException configurationException(String tag, IllegalArgumentException e) {
    String sentence = e.getMessage();
    int end = sentence.startsWith("[") ? sentence.indexOf("] ") : -1;
    String option = end < 0 ? null : sentence.substring(1, end);
    String reason = end < 0 ? sentence : sentence.substring(end + 2);
    return ConfigurationUtils.newConfigurationException(TYPE, tag, option, reason);
  }
}
