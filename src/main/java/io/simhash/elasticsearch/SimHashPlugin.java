package io.simhash.elasticsearch;

import io.simhash.elasticsearch.ingest.SimHashProcessor;
import io.simhash.elasticsearch.ingest.SimHashProcessorFactory;
import io.simhash.elasticsearch.mapper.MinHashFieldMapper;
import io.simhash.elasticsearch.mapper.MinHashFieldType;
import io.simhash.elasticsearch.mapper.SimHashFieldMapper;
import io.simhash.elasticsearch.mapper.SimHashFieldType;
import io.simhash.elasticsearch.profile.Analyzers;
import io.simhash.elasticsearch.profile.IdfModels;
import io.simhash.elasticsearch.query.PipelineFingerprints;
import io.simhash.elasticsearch.query.SimHashNearQueryBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.ingest.Processor;
import org.elasticsearch.plugins.IngestPlugin;
import org.elasticsearch.plugins.MapperPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.plugins.SearchPlugin;

/**
 * Near-duplicate search: what this plugin adds to Elasticsearch, in the order of the data's way.
 */
public class SimHashPlugin extends Plugin implements IngestPlugin, MapperPlugin, SearchPlugin {

  private final IdfModels idfModels;
  private volatile IngestService ingestService;

  /** Called by Elasticsearch. */
  public SimHashPlugin(Settings settings, Path configPath) {
    this.idfModels = new IdfModels(configPath);
  }

  @Override
  public Map<String, Processor.Factory> getProcessors(Processor.Parameters parameters) {
    ingestService = parameters.ingestService;
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

  @Override
  public List<QuerySpec<?>> getQueries() {
    PipelineFingerprints pipelines = new PipelineFingerprints(() -> ingestService);
    return List.of(
        new QuerySpec<>(
            SimHashNearQueryBuilder.NAME,
            in -> new SimHashNearQueryBuilder(in, pipelines),
            parser -> SimHashNearQueryBuilder.fromXContent(parser, pipelines)));
  }
}
