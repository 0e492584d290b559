package io.simhash.elasticsearch.compat;

import java.util.Map;
import org.elasticsearch.ingest.Processor;

/** Makes the processors of pipelines. Lines differ in whether a pipeline is part of a project. */
public interface ProcessorFactory extends Processor.Factory {

  /** Makes a processor of its options. */
  Processor create(String tag, String description, Map<String, Object> config) throws Exception;

  @Override
  default Processor create(
      Map<String, Processor.Factory> factories,
      String tag,
      String description,
      Map<String, Object> config)
      throws Exception {
    return create(tag, description, config);
  }
}
