package io.simhash.elasticsearch.ingest;

import java.util.List;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.ingest.IngestService;

/** Ingest pipelines with a {@code simhash} processor. */
public final class SimHashPipelines {

  private SimHashPipelines() {}

  /** The sorted ids of the pipelines whose {@code simhash} processor names a stored IDF model. */
  public static List<String> namingModel(IngestService ingest, String model) {
    return ingest
        .getPipelineWithProcessorType(
            ProjectId.DEFAULT,
            SimHashProcessor.class,
            processor -> processor.storedModel().filter(model::equals).isPresent())
        .stream()
        .sorted()
        .toList();
  }
}
