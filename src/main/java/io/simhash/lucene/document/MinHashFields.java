package io.simhash.lucene.document;

import io.simhash.core.minhash.Signature;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;

/**
 * The Lucene fields of one MinHash signature: a binary doc value, the stored form of a {@link
 * Signature}, and its {@link BandTerms}.
 */
public final class MinHashFields {

  private MinHashFields() {}

  /** All fields that a search for signatures reads. */
  public static List<String> readFields(String field) {
    return List.of(field, BandTerms.field(field));
  }

  /** The fields of one document's signature. */
  public static List<IndexableField> of(String field, Signature signature) {
    List<IndexableField> fields = new ArrayList<>();
    fields.add(new BinaryDocValuesField(field, new BytesRef(signature.stored())));
    fields.addAll(BandTerms.of(field, signature));
    return fields;
  }
}
