package io.simhash.core.profile;

/** The value of a bit whose weighted sum is exactly 0. */
public enum Ties {
  /** The bit is 0: a bit is 1 only when its sum is positive. The default. */
  ZERO,
  /** The bit is 1: a bit is 1 when its sum is not negative, as some other implementations do. */
  ONE;
}
