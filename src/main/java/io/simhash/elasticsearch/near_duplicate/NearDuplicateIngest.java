package io.simhash.elasticsearch.near_duplicate;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.ingest.Processor;
import org.elasticsearch.plugins.Plugin.PluginServices;
import org.elasticsearch.xcontent.NamedXContentRegistry;

/** Connects the processor {@code near_duplicate} to the services of a node. */
public final class NearDuplicateIngest {

  public static final String TYPE = NearDuplicateProcessor.TYPE;

  /** The largest number of written documents that a node remembers; 0 for none. */
  public static final Setting<Integer> WINDOW =
      Setting.intSetting("simhash.near_duplicate.window", 20_000, 0, 1_000_000, Property.NodeScope);

  private static final String SECURITY = "xpack.security.enabled";

  private final Settings settings;

  private RunningBulks bulks;
  private ProcessorCounts counts;
  private volatile NamedXContentRegistry queries;
  private volatile Decisions decisions;

  public NearDuplicateIngest(Settings settings) {
    this.settings = settings;
  }

  /** Makes processors; none is used before {@link #start}. */
  public Processor.Factory factory() {
    return NearDuplicateProcessor.factory(
        (processor, document, handler) -> decisions.arrive(processor, document, handler),
        () -> queries);
  }

  /** Called before {@link #filters} and {@link #counts}. */
  public void start(PluginServices services) {
    var node =
        new NodeServices(
            (NodeClient) services.client(),
            services.threadPool(),
            services.taskManager(),
            services.indicesService().getCircuitBreakerService().getBreaker(CircuitBreaker.REQUEST),
            EsExecutors.allocatedProcessors(settings),
            isSecurityOn(services.clusterService().getClusterSettings(), settings));
    var indices =
        new IndexLookup(services.clusterService()::state, services.indexNameExpressionResolver());
    var recent = new RecentDocuments(WINDOW.get(settings));
    Set<BulkScope> running = ConcurrentHashMap.newKeySet();
    var originals = new Originals(node, indices, running);
    queries = services.xContentRegistry();
    bulks = new RunningBulks(node.context(), indices, recent, running, originals::findLost);
    counts = new ProcessorCounts(() -> decisions.searches.queues.waiting(), recent.window::size);
    decisions = new Decisions(node, indices, recent, bulks, originals, counts);
  }

  public List<MappedActionFilter> filters() {
    return bulks.filters();
  }

  /** The counts of this node, with which {@link TransportNodeStatsAction} is injected. */
  public ProcessorCounts counts() {
    return counts;
  }

  /**
   * Whether security is on, also by default: then a request without a user is refused. Where the
   * setting is not registered, there is no security.
   */
  static boolean isSecurityOn(ClusterSettings registered, Settings settings) {
    Setting<?> security = registered.get(SECURITY);
    return security != null && Boolean.TRUE.equals(security.get(settings));
  }
}
