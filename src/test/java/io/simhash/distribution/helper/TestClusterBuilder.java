package io.simhash.distribution.helper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Describes a {@link TestCluster}. Security is on as soon as {@link #security} is called. */
public final class TestClusterBuilder {

  /** The password of all users. */
  static final String PASSWORD = "a-password";

  /** The password as a node keeps it: bcrypt with the smallest cost. */
  static final String HASH = "$2a$04$simhashsimhashsimhashOPnNW1lwW2TdMdc2Yat6n0iQ9uzTZtBi";

  private static final String ADMIN = "admin";

  /** The lines of the user with all rights in the files of users and of their roles. */
  static final String USERS = ADMIN + ":" + HASH + "\n";

  static final String USERS_ROLES = "superuser:" + ADMIN + "\n";

  private final int nodes;
  private final List<String> settings = new ArrayList<>();
  private final Map<String, String> files = new LinkedHashMap<>();
  private boolean security;
  private String jvm = TestNode.TEST_JVM;

  TestClusterBuilder(int nodes) {
    this.nodes = nodes;
  }

  /** A line of elasticsearch.yml. */
  public TestClusterBuilder setting(String name, String value) {
    settings.add(name + ": " + value);
    return this;
  }

  /** The options of the nodes' JVMs, instead of those of a node that lives for seconds. */
  public TestClusterBuilder jvm(String options) {
    jvm = options;
    return this;
  }

  /** A file under the config folder of every node. */
  public TestClusterBuilder file(String name, String content) {
    files.put(name, content);
    return this;
  }

  /**
   * Turns security on, with a trial licence (for document and field level security) and without
   * TLS, which a single node on loopback does not need. The only user has all rights.
   */
  public TestClusterBuilder security() {
    if (nodes > 1) {
      throw new IllegalArgumentException("security is for one node but there are " + nodes);
    }
    security = true;
    return file("users", USERS).file("users_roles", USERS_ROLES);
  }

  /** Starts the nodes and waits until the cluster is healthy. */
  public TestCluster start() {
    try {
      List<TestNode> made = new ArrayList<>();
      for (int i = 0; i < nodes; i++) {
        made.add(new TestNode("node-" + i, allSettings(), jvm));
        Files.createFile(made.get(i).home().resolve("config/unicast_hosts.txt"));
        for (Map.Entry<String, String> file : files.entrySet()) {
          Path path = made.get(i).home().resolve("config").resolve(file.getKey());
          Files.createDirectories(path.getParent());
          Files.writeString(path, file.getValue());
        }
      }
      TestCluster cluster =
          new TestCluster(made, http -> security ? http.as(ADMIN, PASSWORD) : http);
      try {
        cluster.start();
      } catch (Throwable e) {
        cluster.close();
        throw e;
      }
      return cluster;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> allSettings() {
    List<String> all = new ArrayList<>(settings);
    all.add("cluster.name: simhash-tests");
    if (nodes == 1) {
      all.add("discovery.type: single-node");
    } else {
      List<String> names = IntStream.range(0, nodes).mapToObj(i -> "node-" + i).toList();
      all.add("cluster.initial_master_nodes: " + names);
      all.add("discovery.seed_providers: file");
      // Listen before a master is elected: the seed file is written from the nodes' ports.
      all.add("discovery.initial_state_timeout: 0s");
    }
    all.add("xpack.security.enabled: " + security);
    if (security) {
      all.add("xpack.license.self_generated.type: trial");
      all.add("xpack.security.http.ssl.enabled: false");
      all.add("xpack.security.transport.ssl.enabled: false");
    }
    return all;
  }
}
