package io.simhash.core.cluster;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.elasticsearch.test.ESTestCase;

public class BandRowsTests extends ESTestCase {

  /** Against looking at one band after the other; bands that fill no word are not equal. */
  public void testEqualBands() {
    for (Bands bands :
        List.of(Bands.DEFAULT, new Bands(64, 17, 1), new Bands(64, 1, 1), new Bands(84, 6, 14))) {
      List<Signature> signatures = signatures(bands, randomDouble());
      BandRows rows = new BandRows(bands.bands(), signatures.size());
      for (int i = 0; i < signatures.size(); i++) {
        rows.set(i, MemoryReader.bytes(signatures.get(i)));
      }
      int[] places = {9, 3, 3, 0};
      BandRows some = rows.of(places);
      char[] values = new char[signatures.size()];
      for (int band = 0; band < bands.bands(); band++) {
        rows.copyBand(band, values);
        for (int a = 0; a < signatures.size(); a++) {
          assertEquals(signatures.get(a).band(band), values[a]);
          for (int b = 0; b < signatures.size(); b++) {
            boolean equal = signatures.get(a).band(band) == signatures.get(b).band(band);
            assertEquals(equal, (rows.equal(a, b) >> band & 1) == 1);
          }
        }
      }
      for (int a = 0; a < places.length; a++) {
        for (int b = 0; b < places.length; b++) {
          assertEquals(rows.equal(places[a], places[b]), some.equal(a, b));
        }
      }
      assertEquals(
          signatures.get(0).sharedBands(signatures.get(1)), Integer.bitCount(rows.equal(0, 1)));
      assertFirstEqual(rows, bands.bands());
    }
  }

  /** The maximum number of bands. */
  public void testThirtyTwoBands() {
    BandRows rows = new BandRows(32, 2);
    byte[] others = new byte[60]; // the last two bands are equal
    Arrays.fill(others, (byte) 1);
    rows.set(1, others);
    int last = 1 << 30 | 1 << 31;
    assertEquals(last, rows.equal(0, 1));
    assertTrue(rows.areFirstEqual(0, 1, last));
    assertTrue(rows.isFirstEqual(0, 1, 30));
  }

  /** Against all equal bands up to the last one that is asked for. */
  private static void assertFirstEqual(BandRows rows, int bands) {
    for (int first = 0; first < bands; first++) {
      for (int second = first; second < bands; second++) {
        int wanted = 1 << first | 1 << second;
        for (int other = 1; other < rows.elements(); other++) {
          assertEquals(
              (rows.equal(0, other) & (1 << second + 1) - 1) == wanted,
              rows.areFirstEqual(0, other, wanted));
          int equal = rows.equal(0, other);
          assertEquals(
              (equal & (1 << first + 1) - 1) == 1 << first && equal >>> first + 1 != 0,
              rows.isFirstEqual(0, other, first));
        }
      }
    }
  }

  /** Of 40 elements 7 have one value of band 1. */
  public void testLargestBucket() {
    BandRows rows = new BandRows(3, 40);
    for (int element = 0; element < rows.elements(); element++) {
      byte second = (byte) (element < 7 ? 99 : element);
      rows.set(element, new byte[] {(byte) element, 1, second, 0, (byte) (element / 5), 2});
    }
    assertEquals(7, rows.largestBucket());
    assertEquals(0, new BandRows(24, 0).largestBucket());
  }

  /** Values that differ in one bit: each bit of each band. */
  public void testOneBit() {
    BandRows rows = new BandRows(24, 2);
    for (int bit = 0; bit < 24 * Character.SIZE; bit++) {
      byte[] one = new byte[48];
      random().nextBytes(one);
      byte[] other = one.clone();
      other[bit / 8] ^= (byte) (1 << bit % 8);
      rows.set(0, one);
      rows.set(1, other);
      assertEquals((1 << 24) - 1 ^ 1 << bit / 16, rows.equal(0, 1));
    }
  }

  /** More elements than one array has. */
  public void testManyElements() {
    int elements = 40_000;
    BandRows rows = new BandRows(3, elements);
    for (int element = 0; element < elements; element++) {
      rows.set(element, new byte[] {(byte) element, (byte) (element >> 8), 1, 0, 0, 0});
    }
    char[] values = new char[elements];
    rows.copyBand(0, values);
    for (int element = 0; element < elements; element++) {
      assertEquals(element, values[element]);
    }
    assertEquals(0b110, rows.equal(0, 39_999));
    assertEquals(0b111, rows.of(new int[] {39_999, 1, 39_999}).equal(0, 2));
  }

  private static List<Signature> signatures(Bands bands, double similarity) {
    SignatureParameters parameters = new SignatureParameters(Optional.empty(), bands);
    long[] template = random().longs(bands.hashes()).toArray();
    List<Signature> signatures = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      long[] own = template.clone();
      for (int row = 0; row < own.length; row++) {
        own[row] = random().nextDouble() < similarity ? own[row] : random().nextLong();
      }
      signatures.add(parameters.signature(own));
    }
    return signatures;
  }
}
