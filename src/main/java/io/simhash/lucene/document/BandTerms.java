package io.simhash.lucene.document;

import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;

/**
 * The terms by which signatures are found, in the field {@code <field>._bands}, which no mapping
 * has.
 *
 * <ul>
 *   <li>For each band of the signature 3 bytes: the band's number plus 1, then the lowest {@value
 *       #VALUE_BITS} bits of its value with the most significant byte first. With all 16 bits
 *       nearly every term of a small segment would be of one document, which takes longer to index
 *       (docs/adr/0006-bands.md).
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

  private static final int VALUE_BITS = 14;

  private BandTerms() {}

  /** The name of the field with the terms of the values of another field. */
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

  /** The term of one band of a signature. */
  public static BytesRef ofBand(Signature signature, int band) {
    int value = signature.band(band) & (1 << VALUE_BITS) - 1;
    return new BytesRef(new byte[] {(byte) (band + 1), (byte) (value >>> Byte.SIZE), (byte) value});
  }

  /** The field of a document's signature, which is asked for when the document is indexed. */
  public static IndexableField of(String field, Supplier<Signature> signature) {
    return new TermsField(field(field)) {
      @Override
      protected Iterator<BytesRef> terms() {
        Signature made = signature.get();
        List<BytesRef> terms = new ArrayList<>();
        terms.add(ofParameters(made.parameters()));
        for (int band = 0; band < made.parameters().bands().bands(); band++) {
          terms.add(ofBand(made, band));
        }
        return terms.iterator();
      }
    };
  }
}
