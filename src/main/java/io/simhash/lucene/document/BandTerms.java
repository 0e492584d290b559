package io.simhash.lucene.document;

import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.IndexableFieldType;
import org.apache.lucene.util.BytesRef;

/**
 * The terms by which signatures are found, in the hidden field {@code <field>._bands}. No mapping
 * has it: users neither see nor ask for it.
 *
 * <ul>
 *   <li>For each indexed band of the signature 3 bytes: the band's number plus 1, then its 16-bit
 *       value with the most significant byte first.
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

  /** Indexed, without frequencies and norms. */
  public static final IndexableFieldType TYPE = type();

  private BandTerms() {}

  private static IndexableFieldType type() {
    FieldType type = new FieldType();
    type.setTokenized(false);
    type.setOmitNorms(true);
    type.setIndexOptions(IndexOptions.DOCS);
    type.freeze();
    return type;
  }

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

  /** The terms of the indexed bands of a signature, ascending. */
  public static List<BytesRef> ofBands(Signature signature) {
    int indexed = signature.parameters().bands().indexed();
    List<BytesRef> terms = new ArrayList<>(indexed);
    for (int band = 0; band < indexed; band++) {
      int value = signature.band(band);
      terms.add(
          new BytesRef(new byte[] {(byte) (band + 1), (byte) (value >>> Byte.SIZE), (byte) value}));
    }
    return terms;
  }

  /** The fields of all terms of a document's signature. */
  static List<IndexableField> of(String field, Signature signature) {
    List<IndexableField> fields = new ArrayList<>();
    fields.add(of(field, ofParameters(signature.parameters())));
    ofBands(signature).forEach(term -> fields.add(of(field, term)));
    return fields;
  }

  /** The field of one term. */
  static IndexableField of(String field, BytesRef term) {
    return new Field(field(field), term, TYPE);
  }
}
