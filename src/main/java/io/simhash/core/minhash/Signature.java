package io.simhash.core.minhash;

import static io.simhash.core.base.Errors.invalid;

import com.dynatrace.hash4j.hashing.Hashing;
import io.simhash.core.base.OptionMap;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Base64;
import java.util.OptionalDouble;

/**
 * A MinHash signature in its stored form, version 5: for the default parameters 387 bytes.
 *
 * <ul>
 *   <li>The header: its {@link SignatureParameters}.
 *   <li>The bands: the 16-bit value of each band ({@link Bands}), the least significant byte first.
 *   <li>The components: the lowest {@value #BITS} bits of each minimum, 64 components in 16 bytes:
 *       first their lowest bits as a 64-bit number, the least significant byte first, of which bit
 *       i belongs to component i, then their second bits likewise. Missing components of the last
 *       64 are 0.
 * </ul>
 *
 * <p>Two different minima agree in their lowest bits with probability 1/4, so that two sets of
 * similarity J agree in a share of {@code J + (1 - J) / 4} of the n components. If they agree in a
 * of them, the estimate is {@code J = (a / n - 1/4) / (3/4)}, and 0 below chance. Its standard
 * error is at most {@code sqrt(p(1-p) / n) / (3/4)} with {@code p = J + (1-J) / 4}: .020 at J = .5
 * for n = 1,024, and less for sets that are not much larger than n (docs/adr/0006-bands.md).
 *
 * <p>Immutable and safe to share. A comparison takes 16 exclusive ors of 64 bits for 512
 * components.
 *
 * @see <a href="https://doi.org/10.1145/1772690.1772759">Li, König: b-Bit minwise hashing, WWW
 *     2010, section 2</a>
 */
public final class Signature {

  private static final int BITS = 2;
  private static final double CHANCE = 1.0 / (1 << BITS);

  /** See {@link #sureEstimate}. */
  private static final double MAX_WRONG = 1e-6;

  /** The bytes of 64 components. */
  private static final int GROUP_BYTES = BITS * Long.BYTES;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final SignatureParameters parameters;
  private final byte[] stored;
  private final int bandsOffset;
  private final int componentsOffset;

  private Signature(SignatureParameters parameters, byte[] stored) {
    this.parameters = parameters;
    this.stored = stored;
    this.bandsOffset = parameters.headerBytes();
    this.componentsOffset = componentsOffset(parameters);
  }

  static int componentsOffset(SignatureParameters parameters) {
    return parameters.headerBytes() + Short.BYTES * parameters.bands().bands();
  }

  static int componentBytes(int hashes) {
    return (hashes + Long.SIZE - 1) / Long.SIZE * GROUP_BYTES;
  }

  static Signature of(SignatureParameters parameters, long[] minima) {
    byte[] stored = Arrays.copyOf(parameters.header(), parameters.bytes());
    int offset = parameters.headerBytes();
    for (short band : parameters.bands().values(minima)) {
      stored[offset++] = (byte) band;
      stored[offset++] = (byte) (band >>> Byte.SIZE);
    }
    for (int first = 0; first < minima.length; first += Long.SIZE) {
      long lowest = 0;
      long second = 0;
      for (int i = 0; i < Math.min(Long.SIZE, minima.length - first); i++) {
        lowest |= (minima[first + i] & 1) << i;
        second |= (minima[first + i] >>> 1 & 1) << i;
      }
      LONGS.set(stored, offset, lowest);
      LONGS.set(stored, offset + Long.BYTES, second);
      offset += GROUP_BYTES;
    }
    return new Signature(parameters, stored);
  }

  /**
   * Reads the stored form.
   *
   * @throws IllegalArgumentException if {@code stored} is no signature of this version
   */
  public static Signature read(byte[] stored) {
    SignatureParameters parameters = SignatureParameters.read(stored);
    if (stored.length != parameters.bytes()) {
      throw invalid(
          "a signature with the parameters [%s] must have [%s] bytes but had [%s]",
          parameters, parameters.bytes(), stored.length);
    }
    // Bits of missing components would count as different.
    int last = parameters.bands().hashes() % Long.SIZE;
    long missing = last == 0 ? 0 : -1L << last;
    int group = stored.length - GROUP_BYTES;
    long bits = (long) LONGS.get(stored, group) | (long) LONGS.get(stored, group + Long.BYTES);
    if ((bits & missing) != 0) {
      throw invalid("a signature must have zeros where components are missing but had ones");
    }
    return new Signature(parameters, stored.clone());
  }

  /**
   * Reads the stored form in base 64.
   *
   * @throws IllegalArgumentException if {@code base64} is no signature of this version
   */
  public static Signature fromBase64(String base64) {
    byte[] stored;
    try {
      stored = Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw invalid(e, "a signature must be base 64 but was [%s]", OptionMap.shown(base64));
    }
    return read(stored);
  }

  /** The stored form in base 64. */
  public String toBase64() {
    return Base64.getEncoder().encodeToString(stored);
  }

  /** The stored form. */
  public byte[] stored() {
    return stored.clone();
  }

  /** The parameters that the signature was made with. */
  public SignatureParameters parameters() {
    return parameters;
  }

  /** The 16-bit value of a band, 0 to 65,535. */
  public int band(int band) {
    return band(stored, bandsOffset, band);
  }

  private static int band(byte[] bytes, int bandsOffset, int band) {
    int at = bandsOffset + Short.BYTES * band;
    return Byte.toUnsignedInt(bytes[at]) | Byte.toUnsignedInt(bytes[at + 1]) << Byte.SIZE;
  }

  /** Whether another signature is comparable to this. */
  public boolean isComparable(Signature other) {
    return isComparable(other.stored, 0, other.stored.length);
  }

  /** Whether a stored signature, in {@code bytes} from {@code offset}, is comparable to this. */
  public boolean isComparable(byte[] bytes, int offset, int length) {
    return length == stored.length
        && Arrays.equals(bytes, offset, offset + bandsOffset, stored, 0, bandsOffset);
  }

  /**
   * The estimated Jaccard similarity to a comparable stored signature, in [0, 1].
   *
   * @param bytes an array that holds the stored form from {@code offset}
   */
  public double similarity(byte[] bytes, int offset) {
    int different = 0;
    for (int i = componentsOffset; i < stored.length; i += GROUP_BYTES) {
      long lowest = (long) LONGS.get(stored, i) ^ (long) LONGS.get(bytes, offset + i);
      long second =
          (long) LONGS.get(stored, i + Long.BYTES)
              ^ (long) LONGS.get(bytes, offset + i + Long.BYTES);
      different += Long.bitCount(lowest | second);
    }
    return similarity(different, parameters.bands().hashes());
  }

  /** The estimate for a number of different components of n, in [0, 1]. */
  public static double similarity(int different, int hashes) {
    double equal = 1 - (double) different / hashes;
    return Math.max(0, (equal - CHANCE) / (1 - CHANCE));
  }

  /**
   * The least estimate that fewer than one in a million pairs of a similarity below {@code min}
   * reach: {@code P(X >= a) < 10^-6} for the number X of equal components of n at {@code J = min},
   * with the binomial distribution of n and {@code p = J + (1 - J) / 4}. At a lower J fewer reach
   * it, and minima of one sketch vary less than independent ones. For n = 1,024 it is .596 at .5;
   * from .983 on there is none.
   *
   * @return infinity if there is none
   */
  public static double sureEstimate(double min, int hashes) {
    double p = min + (1 - min) * CHANCE;
    int equal = hashes;
    double logTerm = hashes * StrictMath.log(p);
    double tail = StrictMath.exp(logTerm);
    for (; tail < MAX_WRONG; equal--) {
      // P(X = equal - 1) from P(X = equal).
      logTerm += StrictMath.log(equal * (1 - p) / ((hashes - equal + 1) * p));
      tail += StrictMath.exp(logTerm);
    }
    return equal == hashes ? Double.POSITIVE_INFINITY : similarity(hashes - equal - 1, hashes);
  }

  /** The number of 64-bit words of a number of components. */
  public static int componentWords(int hashes) {
    return componentBytes(hashes) / Long.BYTES;
  }

  /** Copies the components, two words of each 64: their lowest bits, then their second bits. */
  public void copyComponents(long[] to, int offset) {
    for (int i = 0; i < componentWords(parameters.bands().hashes()); i++) {
      to[offset + i] = (long) LONGS.get(stored, componentsOffset + i * Long.BYTES);
    }
  }

  /** The estimated Jaccard similarity to another signature; empty if it is not comparable. */
  public OptionalDouble similarity(Signature other) {
    return isComparable(other)
        ? OptionalDouble.of(similarity(other.stored, 0))
        : OptionalDouble.empty();
  }

  /**
   * The number of indexed bands that a comparable stored signature shares.
   *
   * @param bytes an array that holds the stored form from {@code offset}
   */
  public int sharedBands(byte[] bytes, int offset) {
    int shared = 0;
    for (int band = 0; band < parameters.bands().indexed(); band++) {
      shared += band(band) == band(bytes, offset + bandsOffset, band) ? 1 : 0;
    }
    return shared;
  }

  /** The number of indexed bands that another signature shares; 0 if it is not comparable. */
  public int sharedBands(Signature other) {
    return isComparable(other) ? sharedBands(other.stored, 0) : 0;
  }

  /**
   * The value of a band of a stored signature of this version.
   *
   * @param bytes an array that holds the stored form from {@code offset}
   */
  public static char storedBand(byte[] bytes, int offset, int band) {
    return (char) band(bytes, offset + SignatureParameters.headerBytes(bytes, offset), band);
  }

  /** A hash of the stored form: equal signatures have equal ones. */
  public long hash() {
    return hash(stored, 0, stored.length);
  }

  /** A hash of a stored signature, never 0: equal signatures have equal ones. */
  public static long hash(byte[] bytes, int offset, int length) {
    long hash = Hashing.xxh3_64().hashBytesToLong(bytes, offset, length);
    return hash == 0 ? 1 : hash;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Signature that && Arrays.equals(stored, that.stored);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(stored);
  }

  @Override
  public String toString() {
    return parameters.toString();
  }
}
