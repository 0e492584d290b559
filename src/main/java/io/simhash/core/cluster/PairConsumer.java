package io.simhash.core.cluster;

/** Takes pairs of elements one by one. */
@FunctionalInterface
public interface PairConsumer {

  /** Takes a pair; which of the two comes first has no meaning. */
  void accept(int a, int b);
}
