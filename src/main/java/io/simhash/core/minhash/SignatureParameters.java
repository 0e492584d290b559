package io.simhash.core.minhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.shingle.Shingling;
import io.simhash.core.text.Folding;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The parameters that a signature was made with. Signatures are comparable if their parameters are
 * equal. They are the header of a stored signature, {@value #SHORT_HEADER} bytes:
 *
 * <ol>
 *   <li>the version;
 *   <li>in the two highest bits the unit of the shingles (0 for a set without shingles, 1 for
 *       characters, 2 for tokens), in the others their size (0 for {@code auto} and for a set
 *       without shingles);
 *   <li>in the lowest bit 0 for {@link Bands#DEFAULT}; 1 for other bands, and then four more bytes:
 *       the number of minima in two bytes with the most significant first, bands, rows. In the
 *       other bits {@link Folding#bits}.
 * </ol>
 *
 * <p>The option {@code boilerplate} is none of the parameters: a text has the signature that it
 * would have without the listed passages.
 *
 * @param shingling the shingles that are the elements of the set; empty if they are whole strings
 * @param folding how the text was folded before it was cut; {@link Folding#NONE} for whole strings
 * @param bands the number of minima, and how bands group them
 */
public record SignatureParameters(Optional<Shingling> shingling, Folding folding, Bands bands) {

  /** The parameters of a text's signature by default. */
  public static final SignatureParameters DEFAULT =
      new SignatureParameters(Optional.of(Shingling.AUTO_CHARACTERS), Bands.DEFAULT);

  /** The version of the stored form. */
  public static final byte VERSION = 6;

  private static final int SHORT_HEADER = 3;
  private static final int LONG_HEADER = 7;
  private static final int SIZE_BITS = 6;
  private static final int OTHER_BANDS = 1;

  /** The units by their number in the header, from 1. */
  private static final List<Shingling.Unit> UNITS =
      List.of(Shingling.Unit.CHARACTER, Shingling.Unit.TOKEN);

  public SignatureParameters {
    folding = shingling.isEmpty() ? Folding.NONE : folding;
  }

  /** The parameters for texts that are not folded. */
  public SignatureParameters(Optional<Shingling> shingling, Bands bands) {
    this(shingling, Folding.NONE, bands);
  }

  /** The signature of a set that has these minima. */
  public Signature signature(long[] minima) {
    if (minima.length != bands.hashes()) {
      throw invalid(
          "a signature of [%s] minima cannot be made of [%s]", bands.hashes(), minima.length);
    }
    return Signature.of(this, minima);
  }

  /** The signature of a set; empty where the set is. */
  public Optional<Signature> ofElements(long[] elements) {
    return elements.length == 0
        ? Optional.empty()
        : Optional.of(signature(new MinHash(bands.hashes()).minima(elements)));
  }

  int headerBytes() {
    return bands.equals(Bands.DEFAULT) ? SHORT_HEADER : LONG_HEADER;
  }

  /** The bytes of the header of a stored signature of this version. */
  public static int headerBytes(byte[] bytes, int offset) {
    return (bytes[offset + 2] & OTHER_BANDS) == 0 ? SHORT_HEADER : LONG_HEADER;
  }

  /** The bytes of a stored signature. */
  public int bytes() {
    return Signature.componentsOffset(this) + Signature.componentBytes(bands.hashes());
  }

  /** Whether a signature has components that are not in its {@link Signature#head}. */
  public boolean hasRest() {
    return Signature.headComponents(bands.hashes()) < bands.hashes();
  }

  /** The first bytes of every stored signature with these parameters, which no other has. */
  public byte[] header() {
    int unit = shingling.map(s -> UNITS.indexOf(s.unit()) + 1).orElse(0);
    byte shingles = (byte) (unit << SIZE_BITS | shingling.map(Shingling::size).orElse(0));
    int folded = folding.bits() << 1;
    if (headerBytes() == SHORT_HEADER) {
      return new byte[] {VERSION, shingles, (byte) folded};
    }
    return new byte[] {
      VERSION,
      shingles,
      (byte) (folded | OTHER_BANDS),
      (byte) (bands.hashes() >>> Byte.SIZE),
      (byte) bands.hashes(),
      (byte) bands.bands(),
      (byte) bands.rows()
    };
  }

  /** Reads the header of a stored signature; refuses what is none of this version. */
  public static SignatureParameters read(byte[] stored) {
    if (stored.length == 0 || stored[0] != VERSION) {
      throw invalid(
          "a signature must have version [%s] but had %s: index the document again",
          VERSION, stored.length == 0 ? "no bytes" : "[" + Byte.toUnsignedInt(stored[0]) + "]");
    }
    if (stored.length < SHORT_HEADER) {
      throw invalid(
          "a signature must have at least [%s] bytes but had [%s]", SHORT_HEADER, stored.length);
    }
    SignatureParameters read =
        new SignatureParameters(
            shingling(stored[1]), Folding.ofBits(stored[2] >>> 1), bands(stored));
    byte[] header = Arrays.copyOf(stored, read.headerBytes());
    if (Arrays.equals(read.header(), header) == false) {
      HexFormat hex = HexFormat.of();
      throw invalid(
          "the header of a signature with the parameters [%s] must be [%s] but was [%s]",
          read, hex.formatHex(read.header()), hex.formatHex(header));
    }
    return read;
  }

  private static Bands bands(byte[] stored) {
    if ((stored[2] & OTHER_BANDS) == 0) {
      return Bands.DEFAULT;
    }
    if (stored.length < LONG_HEADER) {
      throw invalid("a signature must name its [hashes], [bands] and [rows] but did not");
    }
    int hashes = Byte.toUnsignedInt(stored[3]) << Byte.SIZE | Byte.toUnsignedInt(stored[4]);
    return new Bands(hashes, Byte.toUnsignedInt(stored[5]), Byte.toUnsignedInt(stored[6]));
  }

  private static Optional<Shingling> shingling(byte stored) {
    int unit = Byte.toUnsignedInt(stored) >>> SIZE_BITS;
    int size = stored & (1 << SIZE_BITS) - 1;
    if (unit > UNITS.size()) {
      throw invalid("a signature must name a unit in [0, %s] but named [%s]", UNITS.size(), unit);
    }
    int min = unit == UNITS.size() ? 1 : 0;
    int max = unit == 0 ? 0 : Shingling.MAX_SIZE;
    if (size < min || size > max) {
      throw invalid(
          "a signature with unit [%s] must name a size in [%s, %s] but named [%s]",
          unit, min, max, size);
    }
    return unit == 0 ? Optional.empty() : Optional.of(new Shingling(UNITS.get(unit - 1), size));
  }

  /** For example {@code 6:character:auto:1024:24x2}: version, shingles, minima, bands and rows. */
  @Override
  public String toString() {
    String shingles = shingling.map(Shingling::toString).orElse("none");
    return VERSION + ":" + shingles + (folding.isNone() ? "" : "+" + folding) + ":" + bands;
  }
}
