package io.simhash.elasticsearch.ingest.duplicate;

import io.simhash.core.base.OptionMap;
import io.simhash.elasticsearch.ingest.ConfigurationErrors;
import java.util.Map;
import java.util.function.Supplier;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.ingest.Processor;

/**
 * Reads the options of a {@code near_duplicate} processor. A mistake in them is an error for the
 * whole pipeline.
 */
final class NearDuplicateProcessorFactory implements Processor.Factory {

  private final Supplier<QueryParser> queries;
  private final Supplier<DecisionSteps> steps;

  NearDuplicateProcessorFactory(Supplier<QueryParser> queries, Supplier<DecisionSteps> steps) {
    this.queries = queries;
    this.steps = steps;
  }

  @Override
  public NearDuplicateProcessor create(
      Map<String, Processor.Factory> factories,
      String tag,
      String description,
      Map<String, Object> config,
      ProjectId projectId) {
    try {
      NearDuplicateOptions options = NearDuplicateOptions.from(new OptionMap(config));
      return new NearDuplicateProcessor(tag, description, options, projectId, queries, steps);
    } catch (IllegalArgumentException e) {
      throw ConfigurationErrors.of(NearDuplicateProcessor.TYPE, tag, e);
    }
  }
}
