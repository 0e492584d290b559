package io.simhash.core.minhash;

import com.carrotsearch.randomizedtesting.annotations.Repeat;
import org.apache.lucene.tests.util.LuceneTestCase;

public class EqualComponentsTests extends LuceneTestCase {

  /** The count without tricks: one byte after the other. */
  private static int plain(byte[] a, int aOffset, byte[] b, int bOffset, int components, int bits) {
    int bytes = bits / Byte.SIZE;
    int equal = 0;
    for (int i = 0; i < components * bytes; i += bytes) {
      boolean same = true;
      for (int j = i; j < i + bytes; j++) {
        same &= a[aOffset + j] == b[bOffset + j];
      }
      equal += same ? 1 : 0;
    }
    return equal;
  }

  /** Bytes that are often equal, and often differ in their top or lowest bit alone. */
  @Repeat(iterations = 200)
  public void testCountsAsThePlainVersion() {
    int bits = 8 << random().nextInt(3);
    int components = 1 + random().nextInt(random().nextBoolean() ? 20 : 1024);
    int aOffset = random().nextInt(9);
    int bOffset = random().nextInt(9);
    byte[] a = new byte[aOffset + components * bits / 8 + random().nextInt(3)];
    byte[] b = new byte[bOffset + components * bits / 8 + random().nextInt(3)];
    random().nextBytes(a);
    random().nextBytes(b);
    byte[] differences = {0, 0, 0, 0, (byte) 0x80, 1, (byte) 0x81, (byte) 0xFF};
    for (int i = 0; i < components * bits / 8; i++) {
      if (random().nextInt(10) > 0) {
        b[bOffset + i] = (byte) (a[aOffset + i] ^ differences[random().nextInt(8)]);
      }
    }
    int expected = plain(a, aOffset, b, bOffset, components, bits);
    assertEquals(expected, EqualComponents.count(a, aOffset, b, bOffset, components, bits));
  }

  /** Each single byte of each number of components: none is left out and none is counted twice. */
  public void testOneByteDiffers() {
    for (int bits : new int[] {8, 16, 32}) {
      for (int components = 1; components <= 20; components++) {
        byte[] a = new byte[components * bits / 8];
        assertEquals(components, EqualComponents.count(a, 0, a, 0, components, bits));
        for (int i = 0; i < a.length; i++) {
          for (int difference = 1; difference < 256; difference++) {
            byte[] b = a.clone();
            b[i] = (byte) difference;
            assertEquals(components - 1, EqualComponents.count(a, 0, b, 0, components, bits));
          }
        }
      }
    }
  }
}
