package io.simhash.elasticsearch;

import io.simhash.elasticsearch.ingest.SimHashProcessor;
import io.simhash.elasticsearch.ingest.SimHashProcessorFactory;
import io.simhash.elasticsearch.mapper.MinHashFieldMapper;
import io.simhash.elasticsearch.mapper.MinHashFieldType;
import io.simhash.elasticsearch.mapper.SimHashFieldMapper;
import io.simhash.elasticsearch.mapper.SimHashFieldType;
import io.simhash.elasticsearch.profile.Analyzers;
import io.simhash.elasticsearch.profile.IdfModels;
import java.nio.file.Path;
import java.util.Map;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.ingest.Processor;
import org.elasticsearch.plugins.IngestPlugin;
import org.elasticsearch.plugins.MapperPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * Near-duplicate search: what this plugin adds to Elasticsearch, in the order of the data's way.
 */
public class SimHashPlugin extends Plugin implements IngestPlugin, MapperPlugin {

  private final IdfModels idfModels;

  /** Called by Elasticsearch. */
  public SimHashPlugin(Settings settings, Path configPath) {
    this.idfModels = new IdfModels(configPath);
  }

  @Override
  public Map<String, Processor.Factory> getProcessors(Processor.Parameters parameters) {
    return Map.of(
        SimHashProcessor.TYPE,
        new SimHashProcessorFactory(Analyzers.ofNode(parameters.analysisRegistry), idfModels));
  }

  @Override
  public Map<String, Mapper.TypeParser> getMappers() {
    return Map.of(
        SimHashFieldType.NAME,
        SimHashFieldMapper.parser(idfModels),
        MinHashFieldType.NAME,
        MinHashFieldMapper.parser());
  }
}
