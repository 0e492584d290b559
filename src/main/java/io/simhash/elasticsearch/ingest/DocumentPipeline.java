package io.simhash.elasticsearch.ingest;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.compat.Project;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.elasticsearch.ingest.IngestService;

/**
 * The pipeline that a request names with its {@code document}. Its only {@code simhash} processor
 * runs, alone, whatever its {@code if}: the others may need rights that the caller does not have.
 * Processors in {@code foreach} and under {@code on_failure} count; processors of a pipeline that a
 * {@code pipeline} processor calls do not.
 *
 * <p>The caller may have no right to read pipelines. So one sentence, which depends on the request
 * alone, answers a pipeline that does not exist, one with no or several such processors, and a
 * document without the texts that it reads.
 */
public final class DocumentPipeline {

  private final String id;
  private final SimHashProcessor processor;

  public DocumentPipeline(IngestService ingest, String id) {
    this.id = id;
    List<SimHashProcessor> processors =
        ingest.getPipeline(id) == null
            ? List.of()
            : Project.processors(ingest, id, SimHashProcessor.class);
    if (processors.size() != 1) {
      throw refuse();
    }
    processor = processors.getFirst();
  }

  /** The refusal, without a cause, because the response would show the cause's sentence. */
  private IllegalArgumentException refuse() {
    return invalid(
        "[document] cannot be fingerprinted by [pipeline] [%s]: there must be such a pipeline with"
            + " exactly one [simhash] processor, and the document must have the fields that it"
            + " reads, as strings or arrays of strings. It runs alone: send the document as the"
            + " processors before it leave it, such as [html_strip]. Simulate the pipeline to see"
            + " the cause",
        id);
  }

  /** The options of the only {@code simhash} processor. */
  public SimHashProcessor.Options options() {
    return processor.options();
  }

  /**
   * Computes what the processor would write into a document, which is not changed. A dot in the
   * names of fields steps into an object.
   */
  public SimHashProcessor.Result process(Map<String, Object> source) {
    Supplier<SimHashProcessor.Result> prepared;
    try {
      prepared = processor.prepare(source);
    } catch (IllegalArgumentException e) {
      throw refuse();
    }
    return prepared.get();
  }
}
