package io.simhash.core.minhash;

import static io.simhash.core.base.Errors.invalid;

import com.dynatrace.hash4j.hashing.Hashing;
import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.OptionMap;
import io.simhash.core.base.SeededHash;
import io.simhash.core.shingle.CharacterShingles;
import io.simhash.core.shingle.Shingling;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A MinHash signature in its stored form, version 6: for the default parameters 307 bytes.
 *
 * <ul>
 *   <li>The header: its {@link SignatureParameters}.
 *   <li>The bands: the 16-bit value of each band ({@link Bands}), the least significant byte first.
 *   <li>The components: the lowest {@value #BITS} bits of each minimum, 64 components in 16 bytes:
 *       first their lowest bits as a 64-bit number whose bit i belongs to component i, the least
 *       significant byte first, then their second bits in the same way. Missing components of the
 *       last 64 are 0.
 * </ul>
 *
 * <p>An index keeps it in two parts, so that a search reads less of documents that are no
 * neighbours. The {@link #head} is the header, the bands and the last 4 groups of 64 components,
 * those that are in no band by default: 115 bytes. The {@link #rest} has those before: 192 bytes.
 *
 * <p>Two different minima agree in their lowest bits with probability 1/4, so that two sets of
 * similarity J agree in a share of {@code J + (1 - J) / 4} of the n components. If they agree in a
 * of them, the estimate is {@code J = (a / n - 1/4) / (3/4)}, and 0 below chance. Its standard
 * error is at most {@code sqrt(p(1-p) / n) / (3/4)} with {@code p = J + (1-J) / 4}: .020 at J = .5
 * for n = 1,024, and less for sets that are not much larger than n (docs/adr/0006-bands.md).
 *
 * <p>Immutable. A comparison takes 32 exclusive ors of 64 bits for 1,024 components. Methods that
 * take an array and an offset read a head, or a stored form, from there.
 *
 * @see <a href="https://doi.org/10.1145/1772690.1772759">Li, König: b-Bit minwise hashing, WWW
 *     2010, section 2</a>
 */
public final class Signature {

  private static final int BITS = 2;

  /** The probability that two different minima agree. */
  static final double CHANCE = 1.0 / (1 << BITS);

  /** The maximum number of groups of 64 components in a head. */
  private static final int HEAD_GROUPS = 4;

  /** The bytes of 64 components. */
  private static final int GROUP_BYTES = BITS * Long.BYTES;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final SignatureParameters parameters;
  private final byte[] stored;
  private final int bandsOffset;
  private final int componentsOffset;
  private final int headOffset;

  private Signature(SignatureParameters parameters, byte[] stored) {
    this.parameters = parameters;
    this.stored = stored;
    this.bandsOffset = parameters.headerBytes();
    this.componentsOffset = componentsOffset(parameters);
    this.headOffset = componentsOffset + restBytes(parameters.bands().hashes());
  }

  /**
   * The signature of a text with the {@linkplain SignatureParameters#DEFAULT default parameters};
   * empty for a text without letters, digits and symbols. Cost linear in the text.
   */
  public static Optional<Signature> ofText(String text) {
    return SignatureParameters.DEFAULT.ofElements(
        new CharacterShingles(text, Shingling.AUTO, FeatureHash.XXH3).hashes());
  }

  static int componentsOffset(SignatureParameters parameters) {
    return parameters.headerBytes() + Short.BYTES * parameters.bands().bands();
  }

  static int componentBytes(int hashes) {
    return Math.ceilDiv(hashes, Long.SIZE) * GROUP_BYTES;
  }

  private static int restBytes(int hashes) {
    return Math.max(0, componentBytes(hashes) - HEAD_GROUPS * GROUP_BYTES);
  }

  /** The number of components in the head of a signature with n of them, 64 to 256. */
  public static int headComponents(int hashes) {
    return hashes - restBytes(hashes) / GROUP_BYTES * Long.SIZE;
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

  /** Reads the stored form; refuses what is no signature of this version. */
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

  /** Joins the two parts that an index keeps; refuses what are none. */
  public static Signature read(byte[] head, byte[] rest) {
    SignatureParameters parameters = SignatureParameters.read(head);
    int bytes = parameters.bytes() - restBytes(parameters.bands().hashes());
    if (head.length != bytes) {
      throw invalid(
          "a head with the parameters [%s] must have [%s] bytes but had [%s]",
          parameters, bytes, head.length);
    }
    int end = componentsOffset(parameters);
    byte[] stored = Arrays.copyOf(head, head.length + rest.length);
    System.arraycopy(rest, 0, stored, end, rest.length);
    System.arraycopy(head, end, stored, end + rest.length, head.length - end);
    return read(stored);
  }

  /** Reads the stored form in base 64; refuses what is none. */
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

  /** The header, the bands and the last components. */
  public byte[] head() {
    byte[] head = Arrays.copyOf(stored, headBytes());
    System.arraycopy(stored, headOffset, head, componentsOffset, stored.length - headOffset);
    return head;
  }

  /** The components that are not in the {@link #head}; empty where all are. */
  public byte[] rest() {
    return Arrays.copyOfRange(stored, componentsOffset, headOffset);
  }

  private int headBytes() {
    return componentsOffset + stored.length - headOffset;
  }

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
    return stored.length == other.stored.length && hasHeader(other.stored, 0);
  }

  /** Whether the signature with a {@link #head} is comparable to this. */
  public boolean isComparable(byte[] bytes, int offset, int length) {
    return length == headBytes() && hasHeader(bytes, offset);
  }

  private boolean hasHeader(byte[] bytes, int offset) {
    return Arrays.equals(bytes, offset, offset + bandsOffset, stored, 0, bandsOffset);
  }

  /** The estimated Jaccard similarity to a comparable signature in its two parts, in [0, 1]. */
  public double similarity(byte[] head, int headAt, byte[] rest, int restAt) {
    int different =
        different(stored, componentsOffset, rest, restAt, headOffset - componentsOffset)
            + different(
                stored, headOffset, head, headAt + componentsOffset, stored.length - headOffset);
    return similarity(different, parameters.bands().hashes());
  }

  /** The number of components that differ in the last bytes of two comparable heads. */
  public static int different(byte[] a, byte[] b) {
    return different(a, 0, b, 0, a.length);
  }

  /** The number of components that differ in {@code length} bytes from each offset. */
  private static int different(byte[] a, int from, byte[] b, int offset, int length) {
    int different = 0;
    for (int i = 0; i < length; i += GROUP_BYTES) {
      long lowest = (long) LONGS.get(a, from + i) ^ (long) LONGS.get(b, offset + i);
      long second =
          (long) LONGS.get(a, from + i + Long.BYTES) ^ (long) LONGS.get(b, offset + i + Long.BYTES);
      different += Long.bitCount(lowest | second);
    }
    return different;
  }

  /**
   * The estimate for a number of different components of n, in [0, 1]: {@code (4a - n) / (3n)} for
   * a equal ones. It is rounded once, so that one of exactly 7/10 is not below .7.
   */
  public static double similarity(int different, int hashes) {
    int values = 1 << BITS;
    int aboveChance = values * (hashes - different) - hashes;
    return Math.max(0, aboveChance / ((values - 1.0) * hashes));
  }

  /** The number of components that are equal in the heads of this and a comparable signature. */
  public int equalInHead(byte[] bytes, int offset) {
    return equalComponentsOfHead(bytes, offset + componentsOffset);
  }

  /** The number of components that are equal in both heads; 0 if they are not comparable. */
  public int equalInHead(Signature other) {
    return isComparable(other) ? equalComponentsOfHead(other.stored, headOffset) : 0;
  }

  private int equalComponentsOfHead(byte[] bytes, int offset) {
    return headComponents(parameters.bands().hashes())
        - different(stored, headOffset, bytes, offset, stored.length - headOffset);
  }

  /** The estimated Jaccard similarity to another signature; empty if it is not comparable. */
  public OptionalDouble similarity(Signature other) {
    if (isComparable(other) == false) {
      return OptionalDouble.empty();
    }
    int at = componentsOffset;
    int different = different(stored, at, other.stored, at, stored.length - at);
    return OptionalDouble.of(similarity(different, parameters.bands().hashes()));
  }

  /** The number of bands that are equal in a comparable signature. */
  public int sharedBands(byte[] bytes, int offset) {
    int shared = 0;
    for (int band = 0; band < parameters.bands().bands(); band++) {
      shared += band(band) == band(bytes, offset + bandsOffset, band) ? 1 : 0;
    }
    return shared;
  }

  /** The number of bands that another signature shares; 0 if it is not comparable. */
  public int sharedBands(Signature other) {
    return isComparable(other) ? sharedBands(other.stored, 0) : 0;
  }

  /** The value of a band of a signature of this version. */
  public static char storedBand(byte[] bytes, int offset, int band) {
    return (char) band(bytes, offset + SignatureParameters.headerBytes(bytes, offset), band);
  }

  /** {@link #hash(byte[], int, int)} of the stored form. */
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
    return SeededHash.of(stored);
  }

  @Override
  public String toString() {
    return parameters.toString();
  }
}
