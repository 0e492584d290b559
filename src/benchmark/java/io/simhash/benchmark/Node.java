package io.simhash.benchmark;

import io.simhash.distribution.Http;
import io.simhash.distribution.Response;
import io.simhash.distribution.TestCluster;
import java.util.Map;
import java.util.TreeMap;

/** A node of the distribution with the plugin, and the requests that take long. */
final class Node implements AutoCloseable {

  private final TestCluster cluster;

  private Node(TestCluster cluster) {
    this.cluster = cluster;
  }

  static Node start(String heap) {
    return new Node(TestCluster.of(1).jvm("-Xms" + heap + " -Xmx" + heap).start());
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
        || state.status() == 500 && state.text().contains("timeout"));
    state.ok();
    http().post("/" + index + "/_flush", null).ok();
    http().post("/" + index + "/_refresh", null).ok();
  }

  long bytes(String index) {
    Number size =
        http().get("/" + index + "/_stats/store").ok().at("_all.primaries.store.size_in_bytes");
    return size.longValue();
  }

  int segments(String index) {
    Number count =
        http().get("/" + index + "/_stats/segments").ok().at("_all.primaries.segments.count");
    return count.intValue();
  }

  /** The bytes of each field, where the distribution has the analysis of disk usage. */
  Map<String, Long> bytesByField(String index) {
    Map<String, Long> bytes = new TreeMap<>();
    Response usage = http().post("/" + index + "/_disk_usage?run_expensive_tasks=true", null);
    if (usage.status() != 200) {
      return bytes;
    }
    Map<?, ?> body = usage.body();
    if (body.get(index) instanceof Map<?, ?> parts && parts.get("fields") instanceof Map<?, ?> f) {
      f.forEach(
          (name, sizes) ->
              bytes.put(
                  (String) name, ((Number) ((Map<?, ?>) sizes).get("total_in_bytes")).longValue()));
    }
    return bytes;
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
    Map<String, Object> nodes = http().get("/_nodes/jvm").ok().at("nodes");
    return (Map<?, ?>) nodes.values().iterator().next();
  }

  @Override
  public void close() {
    cluster.close();
  }
}
