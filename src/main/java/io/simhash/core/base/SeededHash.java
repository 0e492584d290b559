package io.simhash.core.base;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Hash codes of what users send, by a random seed, so that no choice of values makes a hash table
 * slow. No result may depend on them.
 */
public final class SeededHash {

  private static final Hasher64 XXH3_64 = Hashing.xxh3_64(new SecureRandom().nextLong());

  private SeededHash() {}

  /** The hash code of bytes. */
  public static int of(byte[] bytes) {
    return (int) XXH3_64.hashBytesToLong(bytes);
  }

  /** The hash code of values by their text. */
  public static int of(Object... values) {
    return (int) XXH3_64.hashCharsToLong(Arrays.toString(values));
  }
}
