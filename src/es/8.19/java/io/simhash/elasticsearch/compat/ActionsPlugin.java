package io.simhash.elasticsearch.compat;

import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.IndexScopedSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.settings.SettingsFilter;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestController;
import org.elasticsearch.rest.RestHandler;

/** A plugin with actions and REST handlers. Lines differ in how an action is registered. */
public abstract class ActionsPlugin extends Plugin implements ActionPlugin {

  /** An action and the class that runs it. */
  public record Action<Q extends ActionRequest, R extends ActionResponse>(
      ActionType<R> type, Class<? extends TransportAction<Q, R>> runner) {

    private ActionHandler<Q, R> handler() {
      return new ActionHandler<>(type, runner);
    }
  }

  protected abstract List<Action<?, ?>> actions();

  protected abstract List<RestHandler> restHandlers();

  @Override
  public final Collection<ActionHandler<? extends ActionRequest, ? extends ActionResponse>>
      getActions() {
    return actions().stream()
        .<ActionHandler<? extends ActionRequest, ? extends ActionResponse>>map(Action::handler)
        .toList();
  }

  @Override
  public final Collection<RestHandler> getRestHandlers(
      Settings settings,
      NamedWriteableRegistry namedWriteables,
      RestController controller,
      ClusterSettings clusterSettings,
      IndexScopedSettings indexSettings,
      SettingsFilter filter,
      IndexNameExpressionResolver resolver,
      Supplier<DiscoveryNodes> nodes,
      Predicate<NodeFeature> clusterSupportsFeature) {
    return restHandlers();
  }
}
