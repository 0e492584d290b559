package io.simhash.core.minhash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Counts the equal components of two signatures, eight bytes at a time: {@code
 * EqualComponentsTests} compares it with the plain count.
 *
 * <p>In the exclusive or of eight bytes a component is 0 where it is equal. Adding a component's
 * greatest value without its top bit to the component without its top bit sets the top bit if any
 * other bit is set, and never carries into the next component; so the top bits of {@code ((x & low)
 * + low) | x} count the components that differ.
 */
final class EqualComponents {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private EqualComponents() {}

  /**
   * The number of equal components.
   *
   * @param components of each signature
   * @param bits of a component: 8, 16 or 32
   */
  static int count(byte[] a, int aOffset, byte[] b, int bOffset, int components, int bits) {
    long low = low(bits);
    int bytes = components * bits / Byte.SIZE;
    int whole = bytes & -Long.BYTES;
    int different = 0;
    for (int i = 0; i < whole; i += Long.BYTES) {
      long x = (long) LONGS.get(a, aOffset + i) ^ (long) LONGS.get(b, bOffset + i);
      different += Long.bitCount(((x & low) + low | x) & ~low);
    }
    long x = 0;
    for (int i = whole; i < bytes; i++) {
      x = x << Byte.SIZE | (a[aOffset + i] ^ b[bOffset + i]) & 0xFF;
    }
    return components - different - Long.bitCount(((x & low) + low | x) & ~low);
  }

  /** All bits of eight bytes but the top one of each component. */
  private static long low(int bits) {
    return switch (bits) {
      case 8 -> 0x7F7F7F7F7F7F7F7FL;
      case 16 -> 0x7FFF7FFF7FFF7FFFL;
      default -> 0x7FFFFFFF7FFFFFFFL;
    };
  }
}
