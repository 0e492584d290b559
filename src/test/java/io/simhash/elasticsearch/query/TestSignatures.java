package io.simhash.elasticsearch.query;

import io.simhash.core.minhash.Signature;
import io.simhash.core.shingle.Shingling;
import java.util.Arrays;
import java.util.Optional;

/** Signatures with a chosen similarity to {@link #SAME}, and values of a field that have them. */
final class TestSignatures {

  /** Components of a signature, unless another number is asked for. */
  static final int HASHES = 384;

  static final Signature SAME = equalIn(HASHES);

  private TestSignatures() {}

  /** A signature of which that many components are equal to those of {@link #SAME}. */
  static Signature equalIn(int components) {
    long[] minima = new long[HASHES];
    Arrays.fill(minima, components, HASHES, 1);
    return Signature.of(Optional.of(Shingling.AUTO_CHARACTERS), minima);
  }

  /** The estimated similarity of {@link #equalIn} and {@link #SAME}: equal ones without chance. */
  static double similarity(int components) {
    double chance = 1 / 256.0;
    return ((double) components / HASHES - chance) / (1 - chance);
  }

  /** A signature with other parameters, which is equal to {@link #SAME} in every component. */
  static Signature other(Shingling shingling, int hashes) {
    return Signature.of(Optional.of(shingling), new long[hashes]);
  }

  /**
   * The source of a document with a value in {@code fp}.
   *
   * @param bits the number of lowest bits that are set in the fingerprint
   * @param signature null for none
   * @param profile null for none
   */
  static String source(int bits, Signature signature, String profile) {
    String value = "\"fingerprint\": \"" + NearQueryNode.fingerprint(bits) + "\"";
    if (signature != null) {
      value += ", \"signature\": \"" + signature.toBase64() + "\"";
    }
    if (profile != null) {
      value += ", \"profile\": \"" + profile + "\"";
    }
    return "{\"fp\": {" + value + "}}";
  }
}
