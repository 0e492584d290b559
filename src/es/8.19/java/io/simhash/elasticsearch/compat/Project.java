package io.simhash.elasticsearch.compat;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.AliasMetadata;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver.ResolvedExpression;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.cluster.metadata.MetadataIndexTemplateService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.Index;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.ingest.Processor;

/** The indices, templates and pipelines of a cluster. In 8.19 a cluster has no projects. */
public record Project(ClusterState state) {

  private Metadata metadata() {
    return state.metadata();
  }

  /** An object that is replaced whenever an index, an alias or a template changes. */
  public Object version() {
    return metadata();
  }

  /** The indices, aliases and data streams by name. */
  public Map<String, IndexAbstraction> names() {
    return metadata().getIndicesLookup();
  }

  /** An index; {@code null} if it is not there. */
  public IndexMetadata index(Index index) {
    return metadata().index(index);
  }

  /** An index; {@code null} if it is not there. */
  public IndexMetadata index(String name) {
    return metadata().index(name);
  }

  /** The settings that a template gives to a new index; {@code null} without a template. */
  public Settings templateSettings(String index) {
    String template = MetadataIndexTemplateService.findV2Template(metadata(), index, false);
    return template == null
        ? null
        : MetadataIndexTemplateService.resolveSettings(metadata(), template);
  }

  /**
   * The filtered aliases among names by which alone indices are meant; {@code null} for one of a
   * data stream, which is not an alias of its indices.
   */
  public Stream<AliasMetadata> filteredAliases(
      IndexNameExpressionResolver resolver, Collection<String> indices, String... names) {
    Set<ResolvedExpression> expressions = resolver.resolveExpressions(state, names);
    return indices.stream()
        .flatMap(
            index ->
                Stream.ofNullable(resolver.filteringAliases(state, index, expressions))
                    .flatMap(Arrays::stream)
                    .map(alias -> index(index).getAliases().get(alias)));
  }

  /** The processors of a pipeline that are of a type. The pipeline must exist. */
  public static <P extends Processor> List<P> processors(
      IngestService ingest, String pipeline, Class<P> type) {
    return ingest.getProcessorsInPipeline(pipeline, type);
  }
}
