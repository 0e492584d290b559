package io.simhash.benchmark;

import io.simhash.distribution.helper.Http;
import io.simhash.distribution.helper.Response;
import io.simhash.evaluation.Progress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Measures rows in turns: each round gives every row a short turn, in an order that is drawn for
 * each round, so that whatever else the machine does hits all rows alike. In a turn one request
 * follows the other. The first rounds are a warm-up.
 */
final class Turns {

  private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(80);
  private static final int TURN_REQUESTS = 100;
  private static final double WARM_UP = .2;
  private static final int FEWEST_ROUNDS = 5;

  private final Http http;
  private final long seed;
  private final Progress progress;
  private final Map<Row, Samples> samples = new LinkedHashMap<>();
  private final Map<Row, Integer> asked = new LinkedHashMap<>();
  private int rounds;

  Turns(Http http, long seed, Progress progress) {
    this.http = http;
    this.seed = seed;
    this.progress = progress;
  }

  /** Measures the rows for about so many seconds, in at least five rounds. */
  Map<Row, Samples> measure(List<Row> rows, int seconds) {
    rows.forEach(row -> samples.put(row, new Samples()));
    long start = System.nanoTime();
    long nanos = TimeUnit.SECONDS.toNanos(seconds);
    progress.start("measuring " + rows.size() + " rows", seconds);
    int shown = 0;
    boolean warm = false;
    Random random = new Random(seed);
    List<Row> order = new ArrayList<>(rows);
    while (rounds < FEWEST_ROUNDS || System.nanoTime() - start < nanos) {
      Collections.shuffle(order, random);
      for (Row row : order) {
        turn(row, warm);
        for (long now = (System.nanoTime() - start) / 1_000_000_000L; shown < now; shown++) {
          progress.step();
        }
      }
      rounds += warm ? 1 : 0;
      warm = warm || System.nanoTime() - start > WARM_UP * nanos;
    }
    progress.end();
    return samples;
  }

  /** The rounds that were measured. */
  int rounds() {
    return rounds;
  }

  private void turn(Row row, boolean counts) {
    long start = System.nanoTime();
    int requests = 0;
    do {
      String body = row.body(asked.merge(row, 1, Integer::sum) - 1);
      long sent = System.nanoTime();
      Response response = http.post(row.path(), body);
      long latency = System.nanoTime() - sent;
      if (response.status() != 200) {
        throw new AssertionError(row.key() + ": " + response.status() + " " + response.text());
      }
      if (counts) {
        samples.get(row).add(rounds, latency / row.each());
      }
    } while (++requests < TURN_REQUESTS && System.nanoTime() - start < TURN_NANOS);
  }
}
