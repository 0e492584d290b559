package io.simhash.core.cluster;

/** Receives the progress of a join, and may end it. */
@FunctionalInterface
public interface JoinProgress {

  /** Called every few milliseconds; ends the work by throwing. */
  void check();

  /**
   * Called after each band.
   *
   * @param done the bands that have been compared, of signatures with the same parameters
   * @param all the bands that there are
   * @param compared the pairs that were compared until now
   */
  default void bandDone(int done, int all, long compared) {}
}
