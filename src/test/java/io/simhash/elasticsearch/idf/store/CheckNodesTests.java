package io.simhash.elasticsearch.idf.store;

import java.util.List;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.cluster.ClusterName;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.node.DiscoveryNodeUtils;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;

/** The decisions by the answers of the nodes. Nodes without the plugin are tested on real nodes. */
public class CheckNodesTests extends ESTestCase {

  private final DiscoveryNode older = node("older");
  private final DiscoveryNode newer = node("newer");
  private final TransportCheckNodesAction.Response answers =
      new TransportCheckNodesAction.Response(
          ClusterName.DEFAULT,
          List.of(
              new TransportCheckNodesAction.NodeResponse(older, 1),
              new TransportCheckNodesAction.NodeResponse(newer, 2)));

  private static DiscoveryNode node(String name) {
    return DiscoveryNodeUtils.builder(name + "-id").name(name).ephemeralId(name + "-1").build();
  }

  private static void assertRefused(String sentence, ThrowingRunnable action) {
    ElasticsearchStatusException e = expectThrows(ElasticsearchStatusException.class, action);
    assertEquals("no IDF model can be stored now: " + sentence, e.getMessage());
    assertEquals(RestStatus.CONFLICT, e.status());
  }

  public void testEveryNodeMustReadTheModel() {
    answers.requireReadable(new StoredModel(RandomModels.model(random(), 1), 1));
    assertRefused(
        "it has format [2], and these nodes have an older version of the plugin [simhash], which"
            + " cannot read it: [older]",
        () -> answers.requireReadable(new StoredModel(RandomModels.model(random(), 1), 2)));
  }

  /** A node that restarts may have lost its plugin. */
  public void testNodesThatJoinedOrRestartedMeanwhileAreNotKnown() {
    DiscoveryNodes.Builder nodes = DiscoveryNodes.builder().add(older);
    answers.requireAnswersOf(nodes.build());
    DiscoveryNode restarted =
        DiscoveryNodeUtils.builder("newer-id").name("newer").ephemeralId("newer-2").build();
    nodes.add(restarted).add(node("another"));
    assertRefused(
        "these nodes joined the cluster meanwhile: [another, newer]",
        () -> answers.requireAnswersOf(nodes.build()));
  }
}
