package io.simhash.elasticsearch;

import io.simhash.elasticsearch.aggregation.NearDuplicatesAggregationBuilder;
import io.simhash.elasticsearch.analysis.AnalyzerLookup;
import io.simhash.elasticsearch.analysis.AnsjAnalysisModule;
import io.simhash.elasticsearch.analysis.IdfModels;
import io.simhash.elasticsearch.clusters.ClustersAction;
import io.simhash.elasticsearch.clusters.DocumentsAggregation;
import io.simhash.elasticsearch.compat.ActionsPlugin;
import io.simhash.elasticsearch.fingerprint.TransportFingerprintAction;
import io.simhash.elasticsearch.highlight.SharedPassagesHighlighter;
import io.simhash.elasticsearch.ingest.SimHashProcessor;
import io.simhash.elasticsearch.ingest.SimHashProcessorFactory;
import io.simhash.elasticsearch.mapper.MinHashFieldMapper;
import io.simhash.elasticsearch.mapper.MinHashFieldMapper.MinHashFieldType;
import io.simhash.elasticsearch.mapper.PassagesFieldMapper;
import io.simhash.elasticsearch.mapper.PassagesFieldMapper.PassagesFieldType;
import io.simhash.elasticsearch.mapper.SimHashFieldMapper;
import io.simhash.elasticsearch.mapper.SimHashFieldType;
import io.simhash.elasticsearch.near_duplicate.NearDuplicateIngest;
import io.simhash.elasticsearch.near_duplicate.TransportNodeStatsAction;
import io.simhash.elasticsearch.query.NearQueryBuilder;
import io.simhash.elasticsearch.query.NearRequests;
import io.simhash.elasticsearch.retriever.KeptHit;
import io.simhash.elasticsearch.retriever.NearDuplicateCollapse;
import io.simhash.elasticsearch.retriever.WindowPhase;
import io.simhash.elasticsearch.sample.CommonPassagesAction;
import io.simhash.elasticsearch.sample.EstimateAction;
import io.simhash.elasticsearch.script.SimHashScriptEngine;
import io.simhash.elasticsearch.stats.RestStatsAction;
import io.simhash.elasticsearch.ui.RestPageAction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.AnalyzerProvider;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.ingest.Processor;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.IngestPlugin;
import org.elasticsearch.plugins.MapperPlugin;
import org.elasticsearch.plugins.ScriptPlugin;
import org.elasticsearch.plugins.SearchPlugin;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.script.ScriptContext;
import org.elasticsearch.script.ScriptEngine;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.search.fetch.subphase.highlight.Highlighter;

/**
 * Near-duplicate search: all extensions of Elasticsearch, in the order in which data meets them.
 */
public class SimHashPlugin extends ActionsPlugin
    implements AnalysisPlugin, IngestPlugin, MapperPlugin, SearchPlugin, ScriptPlugin {

  private final AnsjAnalysisModule analysis;
  private final IdfModels idfModels;
  private final NearRequests nearRequests = new NearRequests();
  private final NearDuplicateIngest nearDuplicateIngest;
  private final boolean pageEnabled;
  private volatile IngestService ingestService;
  private volatile CircuitBreaker breaker;

  /** Called by Elasticsearch. */
  public SimHashPlugin(Settings settings, Path configPath) {
    this.analysis = new AnsjAnalysisModule(configPath);
    this.idfModels = new IdfModels(configPath);
    this.nearDuplicateIngest = new NearDuplicateIngest(settings);
    this.pageEnabled = RestPageAction.ENABLED.get(settings);
  }

  @Override
  public List<Setting<?>> getSettings() {
    return List.of(NearDuplicateIngest.WINDOW, RestPageAction.ENABLED);
  }

  @Override
  public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
    return analysis.tokenizers();
  }

  @Override
  public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
    return analysis.analyzers();
  }

  @Override
  public Map<String, Processor.Factory> getProcessors(Processor.Parameters parameters) {
    ingestService = parameters.ingestService;
    return Map.of(
        SimHashProcessor.TYPE,
        new SimHashProcessorFactory(AnalyzerLookup.ofNode(parameters.analysisRegistry), idfModels),
        NearDuplicateIngest.TYPE,
        nearDuplicateIngest.factory());
  }

  @Override
  public Map<String, Mapper.TypeParser> getMappers() {
    return Map.of(
        SimHashFieldType.NAME,
        SimHashFieldMapper.parser(idfModels),
        MinHashFieldType.NAME,
        MinHashFieldMapper.parser(),
        PassagesFieldType.NAME,
        PassagesFieldMapper.parser());
  }

  @Override
  public List<QuerySpec<?>> getQueries() {
    return NearQueryBuilder.specs(() -> ingestService, nearRequests);
  }

  @Override
  public Map<String, Highlighter> getHighlighters() {
    return Map.of(SharedPassagesHighlighter.NAME, new SharedPassagesHighlighter());
  }

  @Override
  public List<FetchSubPhase> getFetchSubPhases(FetchPhaseConstructionContext context) {
    return List.of(new WindowPhase(), new KeptHit.FoldedHitsPhase());
  }

  @Override
  public List<RetrieverSpec<?>> getRetrievers() {
    return List.of(NearDuplicateCollapse.spec(nearRequests::cancellation, () -> breaker));
  }

  @Override
  public List<AggregationSpec> getAggregations() {
    return List.of(NearDuplicatesAggregationBuilder.spec(), DocumentsAggregation.spec());
  }

  @Override
  public ScriptEngine getScriptEngine(Settings settings, Collection<ScriptContext<?>> contexts) {
    return new SimHashScriptEngine();
  }

  /** Components that transport actions are injected with. */
  @Override
  public Collection<?> createComponents(PluginServices services) {
    nearRequests.start(services.threadPool(), () -> services.clusterService().localNode().getId());
    nearDuplicateIngest.start(services);
    breaker =
        services.indicesService().getCircuitBreakerService().getBreaker(CircuitBreaker.REQUEST);
    return List.of(idfModels, nearDuplicateIngest.counts());
  }

  @Override
  public List<NamedWriteableRegistry.Entry> getNamedWriteables() {
    return List.of(KeptHit.namedWriteable(), WindowPhase.namedWriteable());
  }

  @Override
  protected List<Action<?, ?>> actions() {
    return List.of(
        new Action<>(TransportFingerprintAction.TYPE, TransportFingerprintAction.class),
        new Action<>(TransportNodeStatsAction.TYPE, TransportNodeStatsAction.class),
        new Action<>(ClustersAction.TYPE, ClustersAction.class),
        new Action<>(EstimateAction.TYPE, EstimateAction.class),
        new Action<>(CommonPassagesAction.TYPE, CommonPassagesAction.class));
  }

  @Override
  public Collection<MappedActionFilter> getMappedActionFilters() {
    return Stream.of(nearRequests.filters(), nearDuplicateIngest.filters())
        .flatMap(Collection::stream)
        .toList();
  }

  @Override
  protected List<RestHandler> restHandlers() {
    List<RestHandler> handlers = new ArrayList<>();
    handlers.add(new TransportFingerprintAction.Handler());
    handlers.add(new RestStatsAction());
    handlers.add(new ClustersAction.Handler());
    handlers.add(EstimateAction.handler());
    handlers.add(CommonPassagesAction.handler());
    if (pageEnabled) {
      handlers.add(new RestPageAction());
    }
    return handlers;
  }
}
