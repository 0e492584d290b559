package io.simhash.lucene.document;

import io.simhash.core.minhash.Signature;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.IndexableFieldType;
import org.apache.lucene.util.BytesRef;

/**
 * The Lucene fields of one MinHash signature: a binary doc value, the stored form of a {@link
 * Signature}; and, for a search by bands, the band terms as indexed terms of the same field.
 */
public final class MinHashFields {

  /** The field type of a band term: not tokenized, no norms, documents only. */
  public static final IndexableFieldType BAND_TERM = bandTerm();

  private MinHashFields() {}

  private static IndexableFieldType bandTerm() {
    FieldType type = new FieldType();
    type.setTokenized(false);
    type.setOmitNorms(true);
    type.setIndexOptions(IndexOptions.DOCS);
    type.freeze();
    return type;
  }

  /** The field of one document's signature. */
  public static IndexableField of(String field, Signature signature) {
    return new BinaryDocValuesField(field, new BytesRef(signature.stored()));
  }

  /** The fields of one document's signature and band terms. */
  public static List<IndexableField> of(String field, Signature signature, List<String> bandTerms) {
    List<IndexableField> fields = new ArrayList<>();
    fields.add(of(field, signature));
    bandTerms.forEach(term -> fields.add(new Field(field, term, BAND_TERM)));
    return fields;
  }
}
