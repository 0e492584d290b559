package io.simhash.benchmark;

import io.simhash.distribution.helper.Http;
import io.simhash.distribution.helper.Response;
import io.simhash.distribution.helper.TestCluster;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** A node of the distribution with the plugin, and the requests that take long. */
final class Node implements AutoCloseable {

  private static final Path CPU = Path.of("/proc/cpuinfo");
  private static final Path DEVICES = Path.of("/sys/dev/block");
  private static final long GIGABYTE = 1L << 30;

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

  /** Bytes on disk of an index, and of each of its fields. */
  record Usage(long bytes, Map<String, Long> fields) {}

  /** The bytes of an index, by the analysis of disk usage. */
  Usage usage(String index) {
    Response usage = http().post("/" + index + "/_disk_usage?run_expensive_tasks=true", null).ok();
    Map<?, ?> parts = (Map<?, ?>) usage.body().get(index);
    Map<String, Long> fields = new TreeMap<>();
    ((Map<?, ?>) parts.get("fields"))
        .forEach((name, sizes) -> fields.put((String) name, number(sizes, "total_in_bytes")));
    return new Usage(number(parts, "store_size_in_bytes"), fields);
  }

  private static long number(Object map, String name) {
    return ((Number) ((Map<?, ?>) map).get(name)).longValue();
  }

  /** The machine of a run, without names of hosts and folders. */
  Map<String, Object> machine(String heap) throws IOException {
    Map<?, ?> info = first("/_nodes/jvm");
    Map<?, ?> jvm = (Map<?, ?>) info.get("jvm");
    Map<String, Object> machine = new LinkedHashMap<>();
    machine.put("cpu", cpu());
    machine.put("cores", Runtime.getRuntime().availableProcessors());
    machine.put("memory", memory() + " GB");
    machine.put("jvm", jvm.get("vm_name") + " " + jvm.get("version"));
    machine.put("elasticsearch", info.get("version"));
    machine.put("heap", heap);
    machine.put("read_ahead", readAhead());
    machine.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    return machine;
  }

  private static String cpu() throws IOException {
    if (Files.exists(CPU) == false) {
      return "unknown";
    }
    return Files.readAllLines(CPU).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("unknown");
  }

  /**
   * The read-ahead of the disk that has the node's files: what is read where a page is not in the
   * page cache.
   */
  private static String readAhead() throws IOException {
    Path files = Path.of(System.getProperty("java.io.tmpdir"));
    if (Files.exists(DEVICES) == false) {
      return "unknown";
    }
    int device = ((Number) Files.getAttribute(files, "unix:dev")).intValue();
    Path disk = DEVICES.resolve((device >>> 8 & 0xFFF) + ":" + (device & 0xFF));
    for (Path folder = disk.toRealPath(); folder != null; folder = folder.getParent()) {
      Path size = folder.resolve("queue/read_ahead_kb");
      if (Files.exists(size)) {
        return Files.readString(size).strip() + " KB";
      }
    }
    return "unknown";
  }

  private static long memory() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? Math.round((double) system.getTotalMemorySize() / GIGABYTE)
        : 0;
  }

  /** The id of the node's process. */
  long pid() {
    return ((Number) ((Map<?, ?>) first("/_nodes/process").get("process")).get("id")).longValue();
  }

  /** The processor time that the node has used. */
  Duration processorTime() {
    return ProcessHandle.of(pid()).orElseThrow().info().totalCpuDuration().orElseThrow();
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
