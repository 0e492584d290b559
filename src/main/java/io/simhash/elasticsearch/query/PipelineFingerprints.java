package io.simhash.elasticsearch.query;

import io.simhash.elasticsearch.ingest.SimHashProcessor;
import io.simhash.lucene.analysis.TextFingerprint;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.ingest.IngestService;

/**
 * Fingerprints a document by the simhash processor of an ingest pipeline. That processor alone
 * runs: the others may read, write or call what a reader has no right to.
 *
 * @param ingest the node's ingest service, which comes later than the queries are registered
 */
public record PipelineFingerprints(Supplier<IngestService> ingest) {

  /**
   * The fingerprint that the pipeline would give the document. Cost: that of analysing its text.
   *
   * @throws IllegalArgumentException if there is no such pipeline or it has not exactly one simhash
   *     processor
   */
  TextFingerprint of(String pipeline, Map<String, Object> document) {
    IngestService service = ingest.get();
    if (service.getPipeline(ProjectId.DEFAULT, pipeline) == null) {
      throw new IllegalArgumentException(
          "[pipeline] must name an ingest pipeline but was [" + pipeline + "]");
    }
    List<SimHashProcessor> processors =
        service.getProcessorsInPipeline(ProjectId.DEFAULT, pipeline, SimHashProcessor.class);
    if (processors.size() != 1) {
      throw new IllegalArgumentException(
          "[pipeline] must have exactly one [simhash] processor but ["
              + pipeline
              + "] has ["
              + processors.size()
              + "]");
    }
    return processors.get(0).fingerprint(document);
  }
}
