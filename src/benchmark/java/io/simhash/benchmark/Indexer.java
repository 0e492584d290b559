package io.simhash.benchmark;

import io.simhash.distribution.helper.Http;
import io.simhash.distribution.helper.Response;
import io.simhash.evaluation.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** Fills indices by bulk requests of two clients, whose bodies are made on the way. */
final class Indexer {

  static final int CLIENTS = 2;
  private static final int BULK = 2_000;

  private final Node node;
  private final Progress progress;

  Indexer(Node node, Progress progress) {
    this.node = node;
    this.progress = progress;
  }

  /**
   * An index that was built.
   *
   * @param seconds seconds of its bulk requests
   * @param mergeSeconds seconds of the merge into the segments that it must have
   * @param segments segments of all shards
   */
  record Built(Index index, double seconds, double mergeSeconds, int segments, Node.Usage usage) {

    /** The field whose bytes are counted, and its sub-fields. */
    private static final Pattern FIELD = Pattern.compile("(fp|set|content\\.passages)(\\..*)?");

    /** The line of the table of sizes. Bytes are those of a document. */
    Map<String, Object> json() {
      Map<String, Double> fields = new LinkedHashMap<>();
      usage.fields().forEach((name, bytes) -> fields.put(name, (double) bytes / index.documents()));
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("name", index.name());
      json.put("what", index.what());
      json.put("documents", index.documents());
      json.put("seconds", seconds);
      json.put("merge_seconds", mergeSeconds);
      json.put("segments", segments);
      json.put("bytes", (double) usage.bytes() / index.documents());
      json.put(
          "field_bytes",
          fields.entrySet().stream()
              .filter(field -> FIELD.matcher(field.getKey()).matches())
              .mapToDouble(Map.Entry::getValue)
              .sum());
      json.put("fields", fields);
      return json;
    }
  }

  /** Builds the index. */
  Built build(Index index) {
    node.http().put("/" + index.name(), index.creation()).ok();
    long start = System.nanoTime();
    int parts = index.segments();
    // One client makes one segment of each part.
    int clients = parts == 1 ? CLIENTS : 1;
    int size = (index.documents() + parts - 1) / parts;
    progress.start("indexing " + index.name(), parts * ((size + BULK - 1) / BULK));
    for (int from = 0; from < index.documents(); from += size) {
      fill(index, clients, from, Math.min(from + size, index.documents()));
      if (parts > 1) {
        node.http().post("/" + index.name() + "/_refresh", null).ok();
      }
    }
    progress.end();
    node.http().post("/" + index.name() + "/_refresh", null).ok();
    double seconds = seconds(start);
    start = System.nanoTime();
    node.merge(index.name(), index.segments());
    double mergeSeconds = seconds(start);
    return new Built(
        index, seconds, mergeSeconds, node.segments(index.name()), node.usage(index.name()));
  }

  private void fill(Index index, int clients, int from, int to) {
    AtomicInteger next = new AtomicInteger(from);
    parallel(
        clients,
        () -> {
          for (int at = next.getAndAdd(BULK); at < to; at = next.getAndAdd(BULK)) {
            StringBuilder lines = new StringBuilder();
            for (int document = at; document < Math.min(at + BULK, to); document++) {
              lines.append("{\"index\": {\"_id\": \"").append(document).append("\"}}\n");
              lines.append(index.source().apply(document)).append('\n');
            }
            bulk(node.http(), index.name(), lines.toString());
            progress.step();
          }
        });
  }

  /** Sends a bulk request; fails if a document was refused. */
  static void bulk(Http http, String index, String lines) {
    String path = "/" + index + "/_bulk?filter_path=errors,items.*.error";
    Response response = http.post(path, lines).ok();
    if (response.text().contains("\"errors\":false") == false) {
      throw new AssertionError("documents were refused: " + response.text());
    }
  }

  /** Runs the same in several threads and waits for all. */
  static void parallel(int threads, Runnable work) {
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        all.add(pool.submit(work));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
