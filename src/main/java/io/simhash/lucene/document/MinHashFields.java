package io.simhash.lucene.document;

import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignaturePrefix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.IndexableFieldType;
import org.apache.lucene.util.BytesRef;

/**
 * The Lucene fields of one MinHash signature: a binary doc value, the stored form of a {@link
 * Signature}; beside it in {@link #prefixField} its {@link SignaturePrefix} as a numeric doc value,
 * if it has one; and, for a search by bands, the band terms as indexed terms of the first field.
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

  /**
   * The name of the field that holds the prefixes of the signatures in another field. No mapping
   * has it: users neither see nor ask for it.
   */
  public static String prefixField(String field) {
    return field + "._prefix";
  }

  /** All fields that a search for signatures reads: of the signature and of its prefix. */
  public static List<String> readFields(String field) {
    return List.of(field, prefixField(field));
  }

  /** The field of one document's signature, without its prefix. */
  public static IndexableField of(String field, Signature signature) {
    return new BinaryDocValuesField(field, new BytesRef(signature.stored()));
  }

  /** The field of the prefix of one document's signature; empty if it has too few components. */
  public static Optional<IndexableField> prefix(String field, Signature signature) {
    return signature.prefix().stream()
        .<IndexableField>mapToObj(p -> new NumericDocValuesField(prefixField(field), p))
        .findFirst();
  }

  /** The fields of one document's signature, its prefix and its band terms. */
  public static List<IndexableField> of(String field, Signature signature, List<String> bandTerms) {
    List<IndexableField> fields = new ArrayList<>();
    fields.add(of(field, signature));
    prefix(field, signature).ifPresent(fields::add);
    bandTerms.forEach(term -> fields.add(new Field(field, term, BAND_TERM)));
    return fields;
  }
}
