package io.simhash.elasticsearch.ingest;

import static io.simhash.core.base.Errors.invalid;

import java.util.List;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.ingest.IngestService;

/** Ingest pipelines with a {@code simhash} processor. */
public final class SimHashPipelines {

  private SimHashPipelines() {}

  /**
   * The only {@code simhash} processor of a pipeline. The caller runs it alone: no other processor
   * runs, and its {@code if} is not evaluated.
   *
   * <p>Processors with an {@code if}, in {@code foreach} and under {@code on_failure} count; those
   * of a pipeline that a {@code pipeline} processor calls do not.
   *
   * @throws IllegalArgumentException if there is no such pipeline, or if it has no or several
   *     {@code simhash} processors
   */
  public static SimHashProcessor processor(IngestService ingest, String pipeline) {
    if (ingest.getPipeline(ProjectId.DEFAULT, pipeline) == null) {
      throw invalid("[pipeline] must name an ingest pipeline but was [%s]", pipeline);
    }
    List<SimHashProcessor> processors =
        ingest.getProcessorsInPipeline(ProjectId.DEFAULT, pipeline, SimHashProcessor.class);
    if (processors.size() != 1) {
      throw invalid(
          "[pipeline] must have exactly one [simhash] processor but [%s] has [%s]",
          pipeline, processors.size());
    }
    return processors.get(0);
  }

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
