package io.simhash.elasticsearch.ingest.duplicate;

import io.simhash.elasticsearch.ingest.SimHashProcessor;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.ingest.PipelineProcessor;
import org.elasticsearch.ingest.Processor;
import org.elasticsearch.plugins.Plugin.PluginServices;
import org.elasticsearch.threadpool.ThreadPool;

/** The processor {@code near_duplicate} and what it needs of a node. */
public final class NearDuplicateIngest {

  /** The name of the processor that users type. */
  public static final String TYPE = NearDuplicateProcessor.TYPE;

  private static final Logger logger = LogManager.getLogger(NearDuplicateIngest.class);

  /** The setting of Elasticsearch's security. */
  private static final String SECURITY = "xpack.security.enabled";

  /** The number of warnings of the log at which all are forgotten, and logged again. */
  private static final int MAX_REMEMBERED = 10_000;

  private final Settings settings;
  private final InFlightDocuments inFlight;
  private final BulkScopes bulks = new BulkScopes(this::end);
  private final Set<String> logged = ConcurrentHashMap.newKeySet();
  private volatile IngestService ingestService;
  private volatile ThreadContext context;
  private volatile QueryParser queries;
  private volatile DecisionSteps steps;

  public NearDuplicateIngest(Settings settings) {
    this.settings = settings;
    this.inFlight = new InFlightDocuments(InFlightDocuments.SIZE.get(settings));
  }

  /** The settings of a node. */
  public static List<Setting<?>> settings() {
    return List.of(InFlightDocuments.SIZE);
  }

  /** Makes processors; none is made before {@link #start}. */
  public Processor.Factory factory(IngestService ingest) {
    this.ingestService = ingest;
    return new NearDuplicateProcessorFactory(() -> queries, () -> steps);
  }

  /** The filter of bulk requests. */
  public MappedActionFilter filter() {
    return bulks;
  }

  /** Called when the node starts. */
  public void start(PluginServices services) {
    ThreadPool threads = services.threadPool();
    context = threads.getThreadContext();
    bulks.start(context);
    queries = new QueryParser(services.xContentRegistry());
    steps =
        new DecisionSteps(
            new AsCaller(
                services.client(),
                isSecurityOn(services.clusterService().getClusterSettings(), settings)),
            threads,
            new ComparedIndicesResolver(
                services.clusterService()::state, services.indexNameExpressionResolver()),
            inFlight,
            bulks,
            EsExecutors.allocatedProcessors(settings));
  }

  /**
   * Whether security is on, also by default: then a request without a user is refused. Where the
   * setting is not registered, there is no security.
   */
  static boolean isSecurityOn(ClusterSettings registered, Settings settings) {
    Setting<?> security = registered.get(SECURITY);
    return security != null && Boolean.TRUE.equals(security.get(settings));
  }

  /** Called at the end of a bulk request. */
  private void end(BulkScope bulk, BulkResponse response) {
    bulk.end(
        response,
        (entry, write) -> {
          entry.document().acknowledge(write);
          if (write == null) {
            inFlight.remove(entry);
          } else {
            inFlight.acknowledge(entry);
          }
        });
    bulk.warnings().forEach(header -> context.addResponseHeader("Warning", header));
    bulk.withoutFingerprint().forEach(this::warn);
  }

  /** Warns of a pipeline in which nothing brings a fingerprint. */
  private void warn(BulkScope.Use use) {
    if (bringsFingerprint(use)) {
      return;
    }
    String sentence =
        "[near_duplicate] in pipeline ["
            + use.pipeline()
            + "] compares nothing: no document of the request has a fingerprint in [field] ["
            + use.processor().options().field()
            + "], and no [simhash] processor of the pipeline writes it. Put one before it";
    HeaderWarning.addWarning("{}", sentence);
    if (logged.size() >= MAX_REMEMBERED) {
      logged.clear();
    }
    if (logged.add(sentence)) {
      logger.warn(sentence);
    }
  }

  /** Whether the pipeline has a processor that may write the field, also in a called pipeline. */
  private boolean bringsFingerprint(BulkScope.Use use) {
    var project = use.processor().projectId();
    if (ingestService.getPipeline(project, use.pipeline()) == null) {
      return true;
    }
    String field = use.processor().options().field();
    return ingestService
                .getProcessorsInPipeline(project, use.pipeline(), PipelineProcessor.class)
                .isEmpty()
            == false
        || ingestService
            .getProcessorsInPipeline(project, use.pipeline(), SimHashProcessor.class)
            .stream()
            .anyMatch(processor -> processor.targetField().equals(field));
  }
}
