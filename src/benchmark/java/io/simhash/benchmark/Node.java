package io.simhash.benchmark;

import io.simhash.distribution.Http;
import io.simhash.distribution.Response;
import io.simhash.distribution.TestCluster;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/** A node of the distribution with the plugin, and the requests that take long. */
final class Node implements AutoCloseable {

  private final TestCluster cluster;

  private Node(TestCluster cluster) {
    this.cluster = cluster;
  }

  static Node start(String heap) {
    return start(heap, 1);
  }

  /** The first of several nodes of a cluster, each with so much heap. */
  static Node start(String heap, int nodes) {
    return new Node(TestCluster.of(nodes).jvm("-Xms" + heap + " -Xmx" + heap).start());
  }

  Http http() {
    return cluster.http();
  }

  /** Merges each shard into so many segments at most, and waits for it. */
  void merge(String index, int segments) {
    http().post("/" + index + "/_flush", null).ok();
    String path = "/" + index + "/_forcemerge?wait_for_completion=false&max_num_segments=";
    String task = http().post(path + segments, null).ok().at("task");
    Response state;
    do {
      state = http().get("/_tasks/" + task + "?wait_for_completion=true&timeout=60s");
    } while (state.status() == 200 && Boolean.TRUE.equals(state.at("completed")) == false
        || state.status() != 200 && state.text().contains("timeout_exception"));
    state.ok();
    http().post("/" + index + "/_flush", null).ok();
    http().post("/" + index + "/_refresh", null).ok();
  }

  int segments(String index) {
    Number count =
        http().get("/" + index + "/_stats/segments").ok().at("_all.primaries.segments.count");
    return count.intValue();
  }

  /**
   * Bytes on disk.
   *
   * @param bytes bytes of the index
   * @param fields bytes of each field; empty if the node does not tell
   */
  record Usage(long bytes, Map<String, Long> fields) {}

  /** The bytes of an index, by the analysis of disk usage if the node has it. */
  Usage usage(String index) {
    Response usage;
    try {
      usage = http().post("/" + index + "/_disk_usage?run_expensive_tasks=true", null);
    } catch (UncheckedIOException e) {
      System.err.println("no bytes of fields of [" + index + "]: " + e.getMessage());
      return storeSize(index);
    }
    return usage.status() == 200 && usage.body().get(index) instanceof Map<?, ?> parts
        ? usage(parts)
        : storeSize(index);
  }

  private static Usage usage(Map<?, ?> parts) {
    Map<String, Long> fields = new TreeMap<>();
    ((Map<?, ?>) parts.get("fields"))
        .forEach((name, sizes) -> fields.put((String) name, number(sizes, "total_in_bytes")));
    return new Usage(number(parts, "store_size_in_bytes"), fields);
  }

  private static long number(Object map, String name) {
    return ((Number) ((Map<?, ?>) map).get(name)).longValue();
  }

  private Usage storeSize(String index) {
    Number size =
        http().get("/" + index + "/_stats/store").ok().at("_all.primaries.store.size_in_bytes");
    return new Usage(size.longValue(), Map.of());
  }

  /** The name and the version of the node's JVM. */
  String jvm() {
    Map<?, ?> jvm = (Map<?, ?>) info().get("jvm");
    return jvm.get("vm_name") + " " + jvm.get("version");
  }

  /** Elasticsearch's version. */
  String version() {
    return (String) info().get("version");
  }

  private Map<?, ?> info() {
    return first("/_nodes/jvm");
  }

  /** The id of the node's process. */
  long pid() {
    return ((Number) ((Map<?, ?>) first("/_nodes/process").get("process")).get("id")).longValue();
  }

  /** The node's statistics of one kind. */
  Map<?, ?> stats(String kind) {
    return first("/_nodes/stats/" + kind);
  }

  private Map<?, ?> first(String path) {
    Map<String, Object> nodes = http().get(path).ok().at("nodes");
    return (Map<?, ?>) nodes.values().iterator().next();
  }

  @Override
  public void close() {
    cluster.close();
  }
}
