package io.simhash.core.profile;

import java.util.Locale;

/**
 * The factor of how often a feature occurs in its document.
 *
 * <p>Dividing by the document's length is not offered: it scales all weights alike and so changes
 * the sign of no sum.
 */
public enum Tf {
  /** {@code tf}. */
  COUNT {
    @Override
    public double factor(int occurrences) {
      return occurrences;
    }
  },
  /** {@code 1 + ln tf}: each repetition counts less than the one before. */
  LOG {
    @Override
    public double factor(int occurrences) {
      return 1 + StrictMath.log(occurrences);
    }
  },
  /** {@code 1}: features are a set. */
  BINARY {
    @Override
    public double factor(int occurrences) {
      return 1;
    }
  };

  public abstract double factor(int occurrences);

  /** The name that users type. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
