package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import java.util.Arrays;
import java.util.Set;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;

/** The indices that the names of a request refer to when a run starts. */
final class IndexNames {

  private final ClusterState state;
  private final IndexNameExpressionResolver resolver;

  IndexNames(ClusterState state, IndexNameExpressionResolver resolver) {
    this.state = state;
    this.resolver = resolver;
  }

  /**
   * Requires that a destination refers to no index that is clustered, itself or as an alias or a
   * data stream: its documents would be overwritten.
   *
   * @param dest the destination; {@code null} for none
   */
  void requireOther(String dest, String[] clustered) {
    Set<String> sources = dest == null ? Set.of() : Set.of(concrete(clustered));
    if (sources.isEmpty()) {
      return;
    }
    Arrays.stream(concrete(dest))
        .filter(sources::contains)
        .min(String::compareTo)
        .ifPresent(
            index -> {
              throw invalid(
                  "[dest.index] must not refer to an index that is clustered but [%s] refers to"
                      + " [%s]",
                  dest, index);
            });
  }

  /** Whether names are one index itself: no alias, data stream or wildcard. */
  boolean isOneIndex(String[] names) {
    return names.length == 1 && Arrays.equals(concrete(names), names);
  }

  private String[] concrete(String... names) {
    return resolver.concreteIndexNames(
        state, IndicesOptions.LENIENT_EXPAND_OPEN_CLOSED_HIDDEN, true, names);
  }
}
