package io.simhash.elasticsearch.ingest;

import io.simhash.elasticsearch.analysis.AnalyzerLookup;
import io.simhash.elasticsearch.analysis.IdfModels;
import io.simhash.lucene.text.IdentifiedAnalyzer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.elasticsearch.ingest.IngestDocument;

/** Processors and documents for the tests of this package. */
final class IngestTestSupport {

  private static final AnalyzerLookup STANDARD =
      name ->
          name.equals("standard")
              ? new IdentifiedAnalyzer(new StandardAnalyzer(), "standard")
              : null;

  private IngestTestSupport() {}

  /** The processor of {@code config}, which is not changed. */
  static SimHashProcessor processor(Path configDirectory, Map<String, Object> config) {
    return create(configDirectory, new HashMap<>(config));
  }

  /** The same with the standard analyzer and single words as features. */
  static SimHashProcessor words(Path configDirectory, Map<String, Object> config) {
    Map<String, Object> all = new HashMap<>(config);
    all.putIfAbsent("analyzer", "standard");
    all.putIfAbsent("preset", "words");
    return create(configDirectory, all);
  }

  /** The processor of {@code config}, from which the known options are removed. */
  static SimHashProcessor create(Path configDirectory, Map<String, Object> config) {
    return new SimHashProcessorFactory(STANDARD, new IdfModels(configDirectory))
        .create("the_tag", "the description", config);
  }

  static IngestDocument document(Map<String, Object> source) {
    return new IngestDocument("index", "id", 1, null, null, new HashMap<>(source));
  }
}
