package io.simhash.distribution.helper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A running cluster of the distribution with the plugin; {@link #close} stops and deletes it.
 *
 * <pre>{@code
 * try (TestCluster cluster = TestCluster.of(3).start()) {
 *   cluster.http().put("/news", "{…}").ok();
 * }
 * }</pre>
 */
public final class TestCluster implements AutoCloseable {

  private static final long HEALTH_SECONDS = 300;
  private static final List<TestCluster> OPEN = new ArrayList<>();

  private final List<TestNode> nodes;
  private final UnaryOperator<Http> login;

  TestCluster(List<TestNode> nodes, UnaryOperator<Http> login) {
    this.nodes = List.copyOf(nodes);
    this.login = login;
    synchronized (OPEN) {
      OPEN.add(this);
    }
  }

  /** Describes a cluster of n nodes, security off. */
  public static TestClusterBuilder of(int nodes) {
    return new TestClusterBuilder(nodes);
  }

  /** A client of the first node, with all rights. */
  public Http http() {
    return http(0);
  }

  /** A client of one node, with all rights. */
  public Http http(int node) {
    return login.apply(new Http(nodes.get(node)::uri));
  }

  public List<TestNode> nodes() {
    return nodes;
  }

  /** Stops all nodes, starts them again on the same data, and waits for them. */
  public void restart() {
    nodes.forEach(TestNode::stop);
    start();
  }

  /** Restarts one node while the others run, and waits for the cluster. */
  public void restart(int node) {
    nodes.get(node).stop();
    start(List.of(nodes.get(node)));
  }

  void start() {
    start(nodes);
  }

  /** The logs of all nodes, over all their starts. */
  public String log() {
    return nodes.stream().map(TestNode::log).collect(Collectors.joining("\n"));
  }

  @Override
  public void close() {
    synchronized (OPEN) {
      OPEN.remove(this);
    }
    nodes.forEach(TestNode::stop);
    for (TestNode node : nodes) {
      try {
        Distribution.delete(node.home());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Closes clusters that tests left open, when the JVM ends. */
  static void closeAll() {
    List<TestCluster> left;
    synchronized (OPEN) {
      left = List.copyOf(OPEN);
    }
    left.forEach(TestCluster::close);
  }

  private void start(List<TestNode> stopped) {
    try {
      // The ports are new; nodes find each other by a file that they read repeatedly.
      for (TestNode node : stopped) {
        node.start();
      }
      List<String> hosts = nodes.stream().map(node -> node.address("transport")).toList();
      for (TestNode node : nodes) {
        Files.write(node.home().resolve("config/unicast_hosts.txt"), hosts);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    awaitHealth();
  }

  private void awaitHealth() {
    String health =
        "/_cluster/health?wait_for_status=yellow&wait_for_no_initializing_shards=true"
            + "&timeout=5s&wait_for_nodes="
            + nodes.size();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(HEALTH_SECONDS);
    Response response;
    do {
      nodes.forEach(TestNode::checkAlive);
      response = http().get(health);
      if (response.status() == 200) {
        return;
      }
    } while (System.nanoTime() < deadline);
    throw new AssertionError(response + "\n" + log());
  }
}
