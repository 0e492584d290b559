package io.simhash.lucene.document;

import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefIterator;

/**
 * The terms by which signatures are found, in the hidden field {@code <field>._bands}. No mapping
 * has it: users neither see nor ask for it.
 *
 * <ul>
 *   <li>For each indexed band of the signature 3 bytes: the band's number plus 1, then the lowest
 *       {@value #VALUE_BITS} bits of its value with the most significant byte first. With all 16
 *       bits nearly every term of a small segment would be of one document, which takes longer to
 *       index (docs/adr/0006-bands.md).
 *   <li>A byte 0 and the header of the signature, which tells its parameters: the documents that
 *       have it are those that a signature with the same parameters can be compared with.
 *   <li>A byte 0 alone, {@link #NO_SIGNATURE}, for a document with a fingerprint but no signature.
 * </ul>
 *
 * <p>So every document with a fingerprint or a signature has exactly one term that begins with 0.
 */
public final class BandTerms {

  /** The term of documents with a fingerprint but no signature. */
  public static final BytesRef NO_SIGNATURE = new BytesRef(new byte[] {0});

  private static final int VALUE_BITS = 13;
  private static final int TERM_BYTES = 3;

  private BandTerms() {}

  /** The name of the field that holds the terms of the values in another field. */
  public static String field(String field) {
    return field + "._bands";
  }

  /** Whether a term tells parameters, or that there is no signature. */
  public static boolean isOfParameters(BytesRef term) {
    return term.bytes[term.offset] == 0;
  }

  /** The term of documents whose signatures have the parameters. */
  public static BytesRef ofParameters(SignatureParameters parameters) {
    byte[] header = parameters.header();
    byte[] term = new byte[1 + header.length];
    System.arraycopy(header, 0, term, 1, header.length);
    return new BytesRef(term);
  }

  /** The term of one indexed band of a signature. */
  public static BytesRef ofBand(Signature signature, int band) {
    return write(signature, band, new BytesRef(TERM_BYTES));
  }

  private static BytesRef write(Signature signature, int band, BytesRef term) {
    int value = signature.band(band) & (1 << VALUE_BITS) - 1;
    term.bytes[0] = (byte) (band + 1);
    term.bytes[1] = (byte) (value >>> Byte.SIZE);
    term.bytes[2] = (byte) value;
    term.length = TERM_BYTES;
    return term;
  }

  /**
   * The field with all terms of a document's signature.
   *
   * @param signature asked for when the document is indexed
   */
  public static IndexableField of(String field, Supplier<Signature> signature) {
    return new TermsField(field(field)) {
      @Override
      protected BytesRefIterator terms() {
        return iterator(signature.get());
      }
    };
  }

  private static BytesRefIterator iterator(Signature signature) {
    BytesRef term = new BytesRef(TERM_BYTES);
    // The term of the parameters is not a band: the place before the first one.
    var places = IntStream.range(-1, signature.parameters().bands().indexed()).iterator();
    return () -> {
      if (places.hasNext() == false) {
        return null;
      }
      int band = places.nextInt();
      return band < 0 ? ofParameters(signature.parameters()) : write(signature, band, term);
    };
  }

  /** The field of a document with a fingerprint but no signature. */
  static IndexableField ofNoSignature(String field) {
    return new Field(field(field), NO_SIGNATURE, TermsField.TYPE);
  }
}
