package io.simhash.elasticsearch.near_duplicate;

import java.util.List;
import java.util.Map;
import org.elasticsearch.cluster.ClusterName;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.ComposableIndexTemplate;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.cluster.metadata.ProjectMetadata;
import org.elasticsearch.cluster.metadata.Template;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.indices.TestIndexNameExpressionResolver;
import org.elasticsearch.test.ESTestCase;

public class ComparedIndicesTests extends ESTestCase {

  private static boolean takesIds(Settings.Builder settings) {
    ComposableIndexTemplate template =
        ComposableIndexTemplate.builder()
            .indexPatterns(List.of("metrics-*"))
            .dataStreamTemplate(new ComposableIndexTemplate.DataStreamTemplate())
            .template(Template.builder().settings(settings))
            .build();
    ProjectMetadata project =
        ProjectMetadata.builder(ProjectId.DEFAULT)
            .indexTemplates(Map.of("metrics", template))
            .build();
    ClusterState state =
        ClusterState.builder(ClusterName.DEFAULT).putProjectMetadata(project).build();
    return new ComparedIndices.Lookup(() -> state, TestIndexNameExpressionResolver.newInstance())
        .of("metrics-cpu", List.of(), "simhash")
        .takesIds();
  }

  /** Elasticsearch finds the routing path of a time series when it makes the data stream. */
  public void testATimeSeriesThatDoesNotExistYetGivesIdsItself() {
    assertFalse(takesIds(Settings.builder().put("index.mode", "time_series")));
  }

  public void testAnIndexThatRoutesByTheSourceGivesIdsItself() {
    assertFalse(takesIds(Settings.builder().putList("index.routing_path", "host")));
    assertFalse(takesIds(Settings.builder().put("index.logsdb.route_on_sort_fields", true)));
  }

  public void testAnyOtherIndexKeepsIds() {
    assertTrue(takesIds(Settings.builder()));
    assertTrue(takesIds(Settings.builder().put("index.mode", "logsdb")));
  }
}
