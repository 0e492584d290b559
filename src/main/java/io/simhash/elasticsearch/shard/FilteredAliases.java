package io.simhash.elasticsearch.shard;

import static io.simhash.core.base.Errors.invalid;

import java.util.Set;
import org.elasticsearch.cluster.ProjectState;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver.ResolvedExpression;

/** Refuses aliases with a filter in requests that count all documents of their indices. */
public final class FilteredAliases {

  private FilteredAliases() {}

  /**
   * Requires that no index is named by aliases with a filter only.
   *
   * @param names the names of the request
   * @param indices the indices that they mean
   * @throws IllegalArgumentException naming such an alias
   */
  public static void requireNone(
      IndexNameExpressionResolver resolver,
      ProjectState project,
      String[] names,
      String[] indices) {
    Set<ResolvedExpression> expressions =
        resolver.resolveExpressionsIgnoringRemotes(project.metadata(), names);
    for (String index : indices) {
      String[] aliases = resolver.filteringAliases(project.metadata(), index, expressions);
      if (aliases != null && aliases.length > 0) {
        throw invalid(
            "[index] must not be an alias with a filter, because all documents of its index would"
                + " be counted, but was [%s]",
            aliases[0]);
      }
    }
  }
}
