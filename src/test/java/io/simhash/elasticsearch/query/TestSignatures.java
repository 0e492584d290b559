package io.simhash.elasticsearch.query;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.shingle.Shingling;
import java.util.Arrays;
import java.util.Optional;

/** Signatures with a chosen similarity to {@link #SAME}, and values of a field that have them. */
final class TestSignatures {

  /** Components of a signature, unless another number is asked for. */
  static final int HASHES = Bands.DEFAULT.hashes();

  /** The components of the bands, the first ones. */
  static final int INDEXED = Bands.DEFAULT.bands() * Bands.DEFAULT.rows();

  static final Signature SAME = equalIn(HASHES);

  private TestSignatures() {}

  /**
   * A signature of which that many components are equal to those of {@link #SAME}: those of the
   * bands, and others evenly spread, so that the heads agree as the whole signatures do.
   */
  static Signature equalIn(int components) {
    long[] minima = new long[HASHES];
    int others = HASHES - INDEXED;
    for (int i = 0; i < HASHES; i++) {
      int at = i - INDEXED;
      int equal = components - INDEXED;
      boolean isEqual =
          i < INDEXED ? i < components : (at + 1) * equal / others > at * equal / others;
      minima[i] = isEqual ? 0 : 1;
    }
    return signature(Shingling.AUTO_CHARACTERS, minima);
  }

  /** A signature that is equal but for the components of the head. */
  static Signature equalButInHead() {
    long[] minima = new long[HASHES];
    Arrays.fill(minima, HASHES - 256, HASHES, 1);
    return signature(Shingling.AUTO_CHARACTERS, minima);
  }

  /** The same with the last components equal, so that no band is shared. */
  static Signature equalInWithoutBand(int components) {
    long[] minima = new long[HASHES];
    Arrays.fill(minima, 0, HASHES - components, 1);
    return signature(Shingling.AUTO_CHARACTERS, minima);
  }

  /** The estimated similarity of {@link #equalIn} and {@link #SAME}: equal ones without chance. */
  static double similarity(int components) {
    double chance = 1 / 4.0;
    return ((double) components / HASHES - chance) / (1 - chance);
  }

  /** A signature with other parameters, which is equal to {@link #SAME} in every component. */
  static Signature other(Shingling shingling, int hashes) {
    return signature(shingling, new long[hashes]);
  }

  /** A signature of 24 bands of 2 rows. */
  private static Signature signature(Shingling shingling, long[] minima) {
    Bands bands = new Bands(minima.length, 24, 2);
    return new SignatureParameters(Optional.of(shingling), bands).signature(minima);
  }

  /**
   * The source of a document with a value in {@code fp}.
   *
   * @param bits the number of lowest bits that are set in the fingerprint; null for none
   * @param signature null for none
   * @param profile null for none
   */
  static String source(Integer bits, Signature signature, String profile) {
    StringBuilder value = new StringBuilder();
    if (bits != null) {
      value.append(", \"fingerprint\": \"").append(NearQueryNode.fingerprint(bits)).append('"');
    }
    if (signature != null) {
      value.append(", \"signature\": \"").append(signature.toBase64()).append('"');
    }
    if (profile != null) {
      value.append(", \"profile\": \"").append(profile).append('"');
    }
    return "{\"fp\": {" + value.substring(2) + "}}";
  }
}
