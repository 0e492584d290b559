package io.simhash.elasticsearch.ingest;

import static java.util.stream.Stream.concat;

import io.simhash.core.profile.ProfileOption;
import io.simhash.elasticsearch.profile.AnalyzerLookup;
import io.simhash.elasticsearch.profile.FingerprinterFactory;
import io.simhash.elasticsearch.profile.IdfModels;
import io.simhash.lucene.text.TextFingerprinter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.ingest.ConfigurationUtils;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.ingest.Processor;

/**
 * Reads a {@code simhash} processor's options; every mistake in them refuses the pipeline.
 *
 * <p>This runs while cluster state is applied, where files must not be read and a pipeline that is
 * there must not be refused: options that name a file ({@code idf_path}) or a stored model are
 * resolved when the pipeline is validated or the first document comes, and again after that failed,
 * so that a file or model that comes back is found.
 */
public final class SimHashProcessorFactory implements Processor.Factory {

  private static final String TYPE = SimHashProcessor.TYPE;

  private final FingerprinterFactory fingerprinters;

  /** A factory whose processors name analyzers and models of this node. */
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
      throw refuse(tag, e);
    }
  }

  private SimHashProcessor create(String tag, String description, Map<String, Object> config) {
    requireSet(config);
    List<BoostedField> fields = fields(tag, config);
    fields.forEach(field -> requireName("fields", field.path()));
    String title = ConfigurationUtils.readOptionalStringProperty(TYPE, tag, config, "title_field");
    String target =
        ConfigurationUtils.readStringProperty(TYPE, tag, config, "target_field", "simhash");
    boolean ignoreMissing =
        ConfigurationUtils.readBooleanProperty(TYPE, tag, config, "ignore_missing", false);
    List<String> paths = fields.stream().map(BoostedField::path).toList();
    requireTarget(target, paths, title);
    Map<String, Object> profile = ProfileOption.takeTyped(config);
    Optional<String> storedModel = FingerprinterFactory.storedModel(profile);
    List<Double> boosts = fields.stream().map(BoostedField::boost).toList();
    Supplier<TextFingerprinter> fingerprinter =
        new CurrentFingerprinter(
            () -> fingerprinters.create(profile, title != null, boosts),
            storedModel,
            fingerprinters.models());
    DocumentTexts texts = new DocumentTexts(paths, title, ignoreMissing);
    SimHashProcessor processor =
        new SimHashProcessor(tag, description, texts, target, fingerprinter, storedModel);
    boolean later = profile.containsKey("idf_path") || storedModel.isPresent();
    if (later == false) {
      processor.extraValidation();
    }
    return processor;
  }

  private static List<BoostedField> fields(String tag, Map<String, Object> config) {
    if (config.containsKey("field") == config.containsKey("fields")) {
      throw new IllegalArgumentException(
          "exactly one of [field] and [fields] must be set but "
              + (config.containsKey("field") ? "both were" : "neither was"));
    }
    if (config.containsKey("field")) {
      String path = ConfigurationUtils.readStringProperty(TYPE, tag, config, "field");
      requireName("field", path);
      return List.of(new BoostedField(path, 1));
    }
    List<?> typed = ConfigurationUtils.readList(TYPE, tag, config, "fields");
    Set<String> seen = new HashSet<>();
    for (Object field : typed) {
      if (field instanceof String == false) {
        throw new IllegalArgumentException("[fields] must hold strings but held [" + field + "]");
      }
      if (seen.add(BoostedField.parse((String) field).path()) == false) {
        throw new IllegalArgumentException(
            "[fields] must name a field once but held [" + field + "] again");
      }
    }
    if (typed.isEmpty()) {
      throw new IllegalArgumentException("[fields] must name at least one field");
    }
    return typed.stream().map(field -> BoostedField.parse((String) field)).toList();
  }

  /** Elasticsearch takes null for an option that is left out; it may as well be a slip. */
  private static void requireSet(Map<String, Object> config) {
    for (String option : List.of("title_field", "target_field", "ignore_missing")) {
      if (config.containsKey(option) && config.get(option) == null) {
        throw new IllegalArgumentException("[" + option + "] must not be null");
      }
    }
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
    Stream<String> read = title == null ? paths.stream() : concat(paths.stream(), Stream.of(title));
    if (read.anyMatch(path -> overlap(plain(path), plain(target)))) {
      throw new IllegalArgumentException(
          "[target_field] must not be a field that is read, hold one or lie in one but was ["
              + target
              + "]");
    }
  }

  /** Whether writing one of the two paths would change what stands at the other. */
  private static boolean overlap(String a, String b) {
    return (a + ".").startsWith(b + ".") || (b + ".").startsWith(a + ".");
  }

  /** The path without the prefix that Elasticsearch skips. */
  private static String plain(String path) {
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

  /** A sentence that starts with an option's name in brackets, as Elasticsearch's own refusal. */
  static ElasticsearchException refuse(String tag, IllegalArgumentException e) {
    String sentence = e.getMessage();
    int end = sentence.startsWith("[") ? sentence.indexOf("] ") : -1;
    String option = end < 0 ? null : sentence.substring(1, end);
    String reason = end < 0 ? sentence : sentence.substring(end + 2);
    return ConfigurationUtils.newConfigurationException(TYPE, tag, option, reason);
  }
}
