package io.simhash.elasticsearch.analysis;

import java.util.List;
import java.util.Map;
import org.apache.logging.log4j.Level;
import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterName;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.node.DiscoveryNodeUtils;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.test.MockLog;

/** Nodes with different default word files. */
public class NodeDictionariesTests extends ESTestCase {

  private static final DiscoveryNode WITHOUT_PLUGIN = node("z", Map.of());

  private static DiscoveryNode node(String name, Map<String, String> attributes) {
    return DiscoveryNodeUtils.builder(name).name(name).attributes(attributes).build();
  }

  private static DiscoveryNode node(String name, String dictionary, String stopWords) {
    return node(
        name,
        Map.of(
            NodeDictionaries.USER_DICTIONARY, dictionary, NodeDictionaries.STOP_WORDS, stopWords));
  }

  private static ClusterState state(String local, DiscoveryNode... nodes) {
    DiscoveryNodes.Builder all = DiscoveryNodes.builder().localNodeId(local).masterNodeId("a");
    List.of(nodes).forEach(all::add);
    return ClusterState.builder(ClusterName.DEFAULT).nodes(all).build();
  }

  private static List<String> differences(DiscoveryNode... nodes) {
    return NodeDictionaries.differences(state("a", nodes).nodes());
  }

  public void testEachDifferentFileIsNamedWithTheNodes() {
    DiscoveryNode a = node("a", "0123456789ab", "none");
    DiscoveryNode b = node("b", "0123456789ab", "none");
    DiscoveryNode c = node("c", "none", "unusable");
    assertEquals(List.of(), differences(a, b, WITHOUT_PLUGIN));
    assertEquals(
        List.of(
            "[simhash/stopwords.txt] differs between nodes, which give a text different"
                + " fingerprints: [none] on [a, b], [unusable] on [c]",
            "[simhash/user.dic] differs between nodes, which give a text different fingerprints:"
                + " [0123456789ab] on [a, b], [none] on [c]"),
        differences(c, b, a, WITHOUT_PLUGIN));
  }

  public void testTheMasterWarnsWhenTheDifferenceChanges() {
    DiscoveryNode a = node("a", "none", "none");
    DiscoveryNode b = node("b", "0123456789ab", "none");
    ClusterState one = state("a", a);
    ClusterState two = state("a", a, b);
    ClusterState three = state("a", a, b, WITHOUT_PLUGIN);
    NodeDictionaries listener = new NodeDictionaries();
    assertWarns(false, listener, one, ClusterState.EMPTY_STATE);
    assertWarns(true, listener, two, one);
    assertWarns(false, listener, three, two);
    assertWarns(false, listener, one, three);
    assertWarns(true, listener, two, one);
    assertWarns(false, new NodeDictionaries(), state("b", a, b), ClusterState.EMPTY_STATE);
  }

  private static void assertWarns(
      boolean warns, NodeDictionaries listener, ClusterState now, ClusterState before) {
    try (MockLog log = MockLog.capture(NodeDictionaries.class)) {
      String pattern = "[simhash/user.dic] differs*";
      String logger = NodeDictionaries.class.getName();
      log.addExpectation(
          warns
              ? new MockLog.SeenEventExpectation("warning", logger, Level.WARN, pattern)
              : new MockLog.UnseenEventExpectation("no warning", logger, Level.WARN, "*"));
      listener.clusterChanged(new ClusterChangedEvent("test", now, before));
      log.assertAllExpectationsMatched();
    }
  }
}
