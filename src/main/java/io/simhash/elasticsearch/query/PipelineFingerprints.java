package io.simhash.elasticsearch.query;

import io.simhash.core.simhash.TextFingerprint;
import io.simhash.elasticsearch.ingest.SimHashPipelines;
import java.util.Map;
import java.util.function.Supplier;
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
    return SimHashPipelines.processor(ingest.get(), pipeline).fingerprint(document);
  }
}
