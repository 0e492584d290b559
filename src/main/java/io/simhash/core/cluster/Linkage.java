package io.simhash.core.cluster;

import java.util.Locale;

/** Which neighbours are in one cluster. */
public enum Linkage {
  /** All that a chain of neighbours connects: the connected components. */
  CONNECTED,
  /**
   * The neighbours of a centre, see {@link Stars}: no member is farther from it than the radius.
   */
  STAR;

  /** As users type it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
