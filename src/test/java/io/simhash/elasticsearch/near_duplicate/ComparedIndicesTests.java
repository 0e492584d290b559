package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.base.OptionMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.cluster.ClusterName;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.ComposableIndexTemplate;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.cluster.metadata.ProjectMetadata;
import org.elasticsearch.cluster.metadata.Template;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexVersion;
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
    return new IndexLookup(() -> state, TestIndexNameExpressionResolver.newInstance())
        .of("metrics-cpu", options(Map.of()))
        .takesIds();
  }

  private static NearDuplicateOptions options(Map<String, Object> options) {
    return NearDuplicateOptions.from(new OptionMap(new HashMap<>(options)));
  }

  /** While the cluster state stays as it is. */
  public void testDatesAreResolvedForEachDocument() {
    ClusterState state = ClusterState.builder(ClusterName.DEFAULT).build();
    var lookup = new IndexLookup(() -> state, TestIndexNameExpressionResolver.newInstance());
    String now = "<logs-{now{yyyyMMddHHmmssSSS}}>";
    ComparedIndices first = lookup.of(now, options(Map.of()));
    ComparedIndices other = lookup.of("news", options(Map.of("index", now)));
    long then = System.currentTimeMillis();
    while (System.currentTimeMillis() == then) {
      Thread.onSpinWait();
    }
    assertNotEquals(first.own(), lookup.of(now, options(Map.of())).own());
    assertNotEquals(other.searched(), lookup.of("news", options(Map.of("index", now))).searched());
    assertTrue(first.own(), first.own().matches("logs-\\d{17}"));
  }

  private static String warning(String mapping, Map<String, Object> options) {
    IndexMetadata news =
        IndexMetadata.builder("news")
            .settings(indexSettings(IndexVersion.current(), 1, 0))
            .putMapping(mapping)
            .build();
    ClusterState state =
        ClusterState.builder(ClusterName.DEFAULT)
            .putProjectMetadata(ProjectMetadata.builder(ProjectId.DEFAULT).put(news, false))
            .build();
    return new IndexLookup(() -> state, TestIndexNameExpressionResolver.newInstance())
        .of("news", options(options))
        .warning();
  }

  public void testAMappingThatTakesNoTag() {
    String mapped = "\"near_duplicate_of\": {\"properties\": {\"id\": {\"type\": \"keyword\"}}}";
    String mapping = "{\"dynamic\": \"%s\", \"properties\": {%s}}";
    assertEquals(
        "[near_duplicate] writes [near_duplicate_of], which [news] does not map, and [dynamic] is"
            + " [strict] there: documents that have it are refused",
        warning(mapping.formatted("strict", ""), Map.of()));
    assertEquals(
        "[near_duplicate] writes [cluster], which [news] does not map, and [dynamic] is [false]"
            + " there: no search finds it",
        warning(mapping.formatted("false", mapped), Map.of("cluster_field", "cluster")));
    assertNull(warning(mapping.formatted("strict", mapped), Map.of()));
    assertNull(warning(mapping.formatted("true", ""), Map.of("cluster_field", "cluster")));
    assertNull(warning("{}", Map.of()));
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
