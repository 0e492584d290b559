package io.simhash.evaluation;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** A line that says how far a long run has come, on the error stream so that tables stay clean. */
public final class Progress {

  private final PrintStream out;
  private final AtomicInteger done = new AtomicInteger();
  private String what = "";
  private int all = 1;

  public Progress(PrintStream out) {
    this.out = out;
  }

  /** Begins to count up to {@code steps}. */
  public void start(String task, int steps) {
    what = task;
    all = Math.max(1, steps);
    done.set(0);
    show(0);
  }

  /** One more is done; called by several threads. */
  public void step() {
    int now = done.incrementAndGet();
    if (now * 50L / all != (now - 1) * 50L / all) {
      show(now);
    }
  }

  private void show(int now) {
    synchronized (out) {
      out.printf(Locale.ROOT, "\r%-60s %3d %% of %d", what, now * 100L / all, all);
      out.flush();
    }
  }

  public void end() {
    out.println();
  }
}
