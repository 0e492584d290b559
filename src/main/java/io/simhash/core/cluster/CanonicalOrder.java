package io.simhash.core.cluster;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The order of the values that decide which member of a cluster is canonical. */
public enum CanonicalOrder {
  /** The member with the least value. */
  ASC,
  /** The member with the greatest value. */
  DESC;

  /**
   * The place of the canonical member: the first one of equal values; members without a value come
   * last.
   *
   * @param values of the members, {@code null} for none; at least one member
   */
  public int first(List<Long> values) {
    Comparator<Long> order = this == ASC ? Comparator.naturalOrder() : Comparator.reverseOrder();
    return IntStream.range(0, values.size())
        .boxed()
        .min(Comparator.comparing(values::get, Comparator.nullsLast(order)))
        .orElseThrow();
  }

  /** As users type it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
