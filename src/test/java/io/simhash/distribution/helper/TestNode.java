package io.simhash.distribution.helper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One Elasticsearch process with its own home folder. At each start it chooses free ports and
 * writes them to files. Not thread-safe.
 */
public final class TestNode {

  private static final long START_SECONDS = 600;
  private static final long STOP_SECONDS = 30;

  /** The first compiler only: a test node lives for seconds. */
  static final String TEST_JVM = "-Xms512m -Xmx512m -XX:TieredStopAtLevel=1";

  private final Path home;
  private final String jvm;
  private Process process;

  TestNode(String name, List<String> settings, String jvm) throws IOException {
    home = Distribution.home(name);
    this.jvm = jvm;
    List<String> all = new ArrayList<>(settings);
    all.add("node.name: " + name);
    all.add("node.portsfile: true");
    all.add("http.port: 0");
    all.add("transport.port: 0");
    all.add("cluster.routing.allocation.disk.threshold_enabled: false");
    Files.write(home.resolve("config/elasticsearch.yml"), all);
  }

  /** The node's folder, to put files under {@code config} before {@link #start}. */
  public Path home() {
    return home;
  }

  /** Starts the process without waiting: {@link #address} waits until it listens. */
  public void start() throws IOException {
    Files.deleteIfExists(ports("http"));
    Files.deleteIfExists(ports("transport"));
    Unprivileged.own(home.resolve("config"));
    process =
        Unprivileged.process(
                home,
                List.of(home.resolve("bin/elasticsearch").toString()),
                Map.of("ES_JAVA_OPTS", jvm))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(console().toFile()))
            .start();
  }

  /** Stops the process as an operator would, by a signal that lets it close its indices. */
  public void stop() {
    if (process == null) {
      return;
    }
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    process.destroy();
    try {
      if (process.waitFor(STOP_SECONDS, TimeUnit.SECONDS) == false) {
        all.forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
      }
    } catch (InterruptedException e) {
      all.forEach(ProcessHandle::destroyForcibly);
      Thread.currentThread().interrupt();
    }
    process = null;
  }

  /** Ends the process as a crash would: nothing is flushed. */
  public void crash() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    stop();
  }

  /** The node's address; waits until it listens. */
  URI uri() {
    return URI.create("http://" + address("http"));
  }

  /** The node's {@code host:port} of this kind, {@code http} or {@code transport}. */
  String address(String kind) {
    Path file = ports(kind);
    try {
      await(file);
      // The file has both loopback addresses, one a line; [::1] may not be reachable everywhere.
      return Files.readAllLines(file).stream()
          .filter(line -> line.startsWith("127."))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The node's log, over all its starts, with whole logger names. */
  public String log() {
    try {
      return Files.exists(console()) ? Files.readString(console()) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Fails with the log if the process has ended. */
  void checkAlive() {
    if (process == null || process.isAlive() == false) {
      throw new AssertionError("the node ended:\n" + log());
    }
  }

  private void await(Path file) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (Files.exists(file) == false) {
      checkAlive();
      if (System.nanoTime() > deadline) {
        throw new AssertionError("no " + file + " in " + START_SECONDS + " s:\n" + log());
      }
      sleep();
    }
  }

  /** Waits before asking again. */
  static void sleep() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private Path console() {
    return home.resolve("console.log");
  }

  private Path ports(String kind) {
    return home.resolve("logs").resolve(kind + ".ports");
  }
}
