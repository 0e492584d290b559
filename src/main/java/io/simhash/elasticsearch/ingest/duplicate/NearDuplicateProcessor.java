package io.simhash.elasticsearch.ingest.duplicate;

import io.simhash.elasticsearch.ingest.ConfigurationErrors;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.ingest.AbstractProcessor;
import org.elasticsearch.ingest.IngestDocument;

/**
 * The processor {@code near_duplicate}: compares a document with those that are stored and with
 * those that arrived on this node shortly before, and tags, drops, refuses or routes it if it is a
 * near-duplicate. What that is, {@code simhash_near} says: the same rule, by the same options.
 *
 * <p>Asynchronous: the searches run with the rights of the request that indexes the document.
 */
final class NearDuplicateProcessor extends AbstractProcessor {

  /** The name that users type. */
  static final String TYPE = "near_duplicate";

  private final NearDuplicateOptions options;
  private final ProjectId projectId;
  private final Supplier<QueryParser> queries;
  private final Supplier<DecisionSteps> steps;

  NearDuplicateProcessor(
      String tag,
      String description,
      NearDuplicateOptions options,
      ProjectId projectId,
      Supplier<QueryParser> queries,
      Supplier<DecisionSteps> steps) {
    super(tag, description);
    this.options = options;
    this.projectId = projectId;
    this.queries = queries;
    this.steps = steps;
  }

  @Override
  public String getType() {
    return TYPE;
  }

  @Override
  public boolean isAsync() {
    return true;
  }

  NearDuplicateOptions options() {
    return options;
  }

  /** The project of the processor's pipeline. */
  ProjectId projectId() {
    return projectId;
  }

  @Override
  public void execute(IngestDocument document, BiConsumer<IngestDocument, Exception> handler) {
    steps.get().arrive(this, document, handler);
  }

  /** Checks the filter when the pipeline is put, what the factory does not do. */
  @Override
  public void extraValidation() {
    if (options.filter() == null) {
      return;
    }
    try {
      queries.get().requireFilter(options.filter());
    } catch (IllegalArgumentException e) {
      throw ConfigurationErrors.of(TYPE, getTag(), e);
    }
  }
}
