package io.simhash.core.minhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.shingle.Shingling;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A MinHash signature in its stored form, version 2, which names the parameters that it was made
 * with. Only signatures with equal parameters are comparable.
 *
 * <p>The stored form is a header of three bytes, and then one byte for each component of {@link
 * #family}. The header is
 *
 * <ol>
 *   <li>the version;
 *   <li>the unit of the shingles: 0 for a set without shingles, 1 for characters, 2 for tokens;
 *   <li>the size of the shingles: 0 for {@code auto} and for a set without shingles.
 * </ol>
 *
 * <p>Immutable and safe to share.
 */
public final class Signature {

  /** The version of the stored form. */
  public static final byte VERSION = 2;

  /** The bytes of the header, which come before the components. */
  public static final int HEADER_BYTES = 3;

  private static final int BITS = 8;
  private static final long SEED = 0;

  /** The units by their number in the header, from 1. */
  private static final List<Shingling.Unit> UNITS =
      List.of(Shingling.Unit.CHARACTER, Shingling.Unit.TOKEN);

  private final Optional<Shingling> shingling;
  private final MinHash family;
  private final byte[] stored;
  private final OptionalLong prefix;

  private Signature(Optional<Shingling> shingling, byte[] components) {
    this.shingling = shingling;
    this.family = family(components.length);
    this.stored = new byte[HEADER_BYTES + components.length];
    stored[0] = VERSION;
    stored[1] = (byte) (shingling.isEmpty() ? 0 : UNITS.indexOf(shingling.get().unit()) + 1);
    stored[2] = (byte) (shingling.isEmpty() ? 0 : shingling.get().size());
    System.arraycopy(components, 0, stored, HEADER_BYTES, components.length);
    this.prefix =
        components.length < SignaturePrefix.COMPONENTS
            ? OptionalLong.empty()
            : OptionalLong.of(SignaturePrefix.of(stored, HEADER_BYTES));
  }

  /**
   * The family of hash functions that signatures are made with.
   *
   * @param hashes the number of components, 1 to 1024
   */
  public static MinHash family(int hashes) {
    return new MinHash(hashes, BITS, SEED);
  }

  /**
   * The signature of a set.
   *
   * @param shingling the shingles that are its elements; empty if the elements are whole strings
   * @param minima the set's minima in {@link #family}, see {@link MinHash#minima}
   */
  public static Signature of(Optional<Shingling> shingling, long[] minima) {
    return new Signature(shingling, family(minima.length).cut(minima));
  }

  /**
   * Reads the stored form.
   *
   * @throws IllegalArgumentException if {@code stored} is no signature of this version
   */
  public static Signature read(byte[] stored) {
    int hashes = stored.length - HEADER_BYTES;
    if (hashes < 1 || hashes > MinHash.MAX_HASHES) {
      throw invalid(
          "a signature must have [%s] to [%s] bytes but had [%s]",
          HEADER_BYTES + 1, HEADER_BYTES + MinHash.MAX_HASHES, stored.length);
    }
    int version = Byte.toUnsignedInt(stored[0]);
    if (version != VERSION) {
      throw invalid("a signature must have version [%s] but had [%s]", VERSION, version);
    }
    return new Signature(
        shingling(Byte.toUnsignedInt(stored[1]), Byte.toUnsignedInt(stored[2])),
        Arrays.copyOfRange(stored, HEADER_BYTES, stored.length));
  }

  private static Optional<Shingling> shingling(int unit, int size) {
    if (unit > UNITS.size()) {
      throw invalid("a signature must name a unit in [0, %s] but named [%s]", UNITS.size(), unit);
    }
    if (unit == 0) {
      requireSize(unit, size, 0, 0);
      return Optional.empty();
    }
    Shingling.Unit known = UNITS.get(unit - 1);
    int min = known == Shingling.Unit.CHARACTER ? Shingling.AUTO : 1;
    requireSize(unit, size, min, Shingling.MAX_SIZE);
    return Optional.of(new Shingling(known, size));
  }

  private static void requireSize(int unit, int size, int min, int max) {
    if (size < min || size > max) {
      throw invalid(
          "a signature with unit [%s] must name a size in [%s, %s] but named [%s]",
          unit, min, max, size);
    }
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

  /** The shingles that are the elements of the set; empty if they are whole strings. */
  public Optional<Shingling> shingling() {
    return shingling;
  }

  /** The number of components. */
  public int hashes() {
    return family.hashes();
  }

  /**
   * The parameters that comparable signatures share, for example {@code 2:character:auto:384}:
   * version, shingles and number of components.
   */
  public String parameters() {
    String shingles = shingling.map(Shingling::toString).orElse("none");
    return VERSION + ":" + shingles + ":" + family.hashes();
  }

  /** The {@link SignaturePrefix}; empty if there are too few components. */
  public OptionalLong prefix() {
    return prefix;
  }

  /**
   * The lowest bits of the components, 2 of each: {@link SignaturePrefix#of} of each run of {@value
   * SignaturePrefix#COMPONENTS} components. The components after the last whole run are left out.
   */
  public long[] lowBits() {
    long[] runs = new long[hashes() / SignaturePrefix.COMPONENTS];
    for (int i = 0; i < runs.length; i++) {
      runs[i] = SignaturePrefix.of(stored, HEADER_BYTES + i * SignaturePrefix.COMPONENTS);
    }
    return runs;
  }

  /** The least number of equal components of signatures that are so similar. */
  public int minEqual(double minSimilarity) {
    return family.minEqual(minSimilarity);
  }

  /** Whether another signature is comparable to this. */
  public boolean isComparable(Signature other) {
    return isComparable(other.stored, 0, other.stored.length);
  }

  /** Whether a stored signature, in {@code bytes} from {@code offset}, is comparable to this. */
  public boolean isComparable(byte[] bytes, int offset, int length) {
    return length == stored.length
        && Arrays.equals(bytes, offset, offset + HEADER_BYTES, stored, 0, HEADER_BYTES);
  }

  /**
   * The estimated Jaccard similarity to a comparable stored signature, in [0, 1], see {@link
   * MinHash#similarity}.
   *
   * @param bytes an array that holds the stored form from {@code offset}
   */
  public double similarity(byte[] bytes, int offset) {
    return family.similarity(bytes, offset + HEADER_BYTES, stored, HEADER_BYTES);
  }

  /** The estimated Jaccard similarity to another signature; empty if it is not comparable. */
  public OptionalDouble similarity(Signature other) {
    return isComparable(other)
        ? OptionalDouble.of(similarity(other.stored, 0))
        : OptionalDouble.empty();
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
    return parameters();
  }
}
