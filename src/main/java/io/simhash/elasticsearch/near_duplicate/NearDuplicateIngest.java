package io.simhash.elasticsearch.near_duplicate;

import io.simhash.elasticsearch.compat.Project;
import io.simhash.elasticsearch.ingest.SimHashProcessor;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.ingest.PipelineProcessor;
import org.elasticsearch.ingest.Processor;
import org.elasticsearch.plugins.Plugin.PluginServices;
import org.elasticsearch.xcontent.NamedXContentRegistry;

/** The processor {@code near_duplicate} and what it needs of a node. */
public final class NearDuplicateIngest implements NearDuplicateProcessor.Started {

  /** The name of the processor that users type. */
  public static final String TYPE = NearDuplicateProcessor.TYPE;

  private static final Logger logger = LogManager.getLogger(NearDuplicateIngest.class);

  /** The setting of Elasticsearch's security. */
  private static final String SECURITY = "xpack.security.enabled";

  /** The number of warnings of the log at which all are forgotten, and logged again. */
  private static final int MAX_REMEMBERED = 10_000;

  private final Settings settings;
  private final RecentDocuments recent;
  private final BulkScopes bulks = new BulkScopes(this::end);
  private final Counts counts = new Counts();
  private final Set<String> logged = ConcurrentHashMap.newKeySet();
  private volatile IngestService ingestService;
  private volatile ThreadContext context;
  private volatile NamedXContentRegistry queries;
  private volatile ComparedIndicesResolver indices;
  private volatile Decisions decisions;

  public NearDuplicateIngest(Settings settings) {
    this.settings = settings;
    this.recent = new RecentDocuments(RecentDocuments.SIZE.get(settings));
  }

  /** The settings of a node. */
  public static List<Setting<?>> settings() {
    return List.of(RecentDocuments.SIZE);
  }

  /** Makes processors; none is used before {@link #start}. */
  public Processor.Factory factory(IngestService ingest) {
    this.ingestService = ingest;
    return NearDuplicateProcessor.factory(() -> this);
  }

  /** The filters of bulk requests and updates. */
  public List<MappedActionFilter> filters() {
    return List.of(bulks, bulks.ofUpdates());
  }

  /** Called when the node starts. */
  public void start(PluginServices services) {
    context = services.threadPool().getThreadContext();
    bulks.start(context);
    queries = services.xContentRegistry();
    NodeServices node =
        new NodeServices(
            (NodeClient) services.client(),
            services.threadPool(),
            services.taskManager(),
            EsExecutors.allocatedProcessors(settings),
            isSecurityOn(services.clusterService().getClusterSettings(), settings));
    indices =
        new ComparedIndicesResolver(
            services.clusterService()::state, services.indexNameExpressionResolver());
    decisions = new Decisions(node, indices, recent, bulks, counts);
  }

  /**
   * The counts of this node since it started, by the names that users see; and how many documents
   * wait to be searched for, and are remembered, now.
   */
  public Map<String, Long> counts() {
    Map<String, Long> all = counts.byName();
    all.put("waiting", (long) decisions.waiting());
    all.put("window", (long) recent.size());
    return all;
  }

  @Override
  public NamedXContentRegistry queries() {
    return queries;
  }

  @Override
  public void arrive(
      NearDuplicateProcessor processor,
      IngestDocument document,
      BiConsumer<IngestDocument, Exception> handler) {
    decisions.arrive(processor, document, handler);
  }

  /**
   * Whether security is on, also by default: then a request without a user is refused. Where the
   * setting is not registered, there is no security.
   */
  static boolean isSecurityOn(ClusterSettings registered, Settings settings) {
    Setting<?> security = registered.get(SECURITY);
    return security != null && Boolean.TRUE.equals(security.get(settings));
  }

  /** Called at the end of a bulk request; returns the response that is sent. */
  private BulkResponse end(BulkScope bulk, BulkResponse response) {
    if (response != null && recent.isEmpty() == false) {
      for (BulkItemResponse item : response) {
        if (item.isFailed() == false) {
          recent.removeWritten(item.getIndex(), item.getId());
        }
      }
    }
    bulk.end(response, indices::uuid, recent);
    bulk.warnings().forEach(header -> context.addResponseHeader("Warning", header));
    bulk.withoutFingerprint().forEach(this::warn);
    return response == null ? null : bulk.withLostOriginals(response);
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
            + "], and no [simhash] processor before it in this pipeline writes one";
    HeaderWarning.addWarning("{}", sentence);
    if (logged.size() >= MAX_REMEMBERED) {
      logged.clear();
    }
    if (logged.add(sentence)) {
      logger.warn(sentence);
    }
  }

  /** Whether a processor before it may write the field, also in a called pipeline. */
  private boolean bringsFingerprint(BulkScope.Use use) {
    if (ingestService.getPipeline(use.pipeline()) == null) {
      return true;
    }
    String field = use.processor().options().field();
    return Project.processors(ingestService, use.pipeline(), Processor.class).stream()
        .takeWhile(each -> each != use.processor())
        .anyMatch(
            each ->
                each instanceof PipelineProcessor
                    || (each instanceof SimHashProcessor made && made.targetField().equals(field)));
  }
}
