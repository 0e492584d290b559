package io.simhash.lucene.document;

import io.simhash.core.block.Blocks;
import io.simhash.core.minhash.Signature;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexableField;

/**
 * The Lucene fields of one fingerprint: a 64-bit doc value in {@code <field>} and one indexed term
 * in each of {@code <field>.block_0} to {@code <field>.block_3}.
 *
 * <p>The signature of the same text is in {@code <field>.signature}: its stored form as a binary
 * doc value and its prefix, see {@link MinHashFields}, and its {@link Signature#parameters} as an
 * indexed term, so that a search can tell cheaply whether an index has signatures that cannot be
 * compared.
 */
public final class SimHashFields {

  private SimHashFields() {}

  /** The name of the field that holds the terms of one block. */
  public static String blockField(String field, int block) {
    return field + "." + blockName(block);
  }

  /** The last part of {@link #blockField}: {@code block_0} to {@code block_3}. */
  public static String blockName(int block) {
    return "block_" + block;
  }

  /** The name of the field that holds the signature. */
  public static String signatureField(String field) {
    return field + ".signature";
  }

  /** The fields of one document's signature, beside its fingerprint in {@code field}. */
  public static List<IndexableField> of(String field, Signature signature) {
    String name = signatureField(field);
    String parameters = signature.parameters();
    List<IndexableField> fields = new ArrayList<>();
    fields.addAll(MinHashFields.of(name, signature, List.of()));
    fields.add(new StringField(name, parameters, Field.Store.NO));
    return fields;
  }

  /** The fields of one document's fingerprint. A document has at most one fingerprint. */
  public static List<IndexableField> of(String field, long fingerprint) {
    List<IndexableField> fields = new ArrayList<>();
    fields.add(new SortedNumericDocValuesField(field, fingerprint));
    for (int block = 0; block < Blocks.COUNT; block++) {
      String term = Blocks.term(Blocks.value(fingerprint, block));
      fields.add(new StringField(blockField(field, block), term, Field.Store.NO));
    }
    return fields;
  }
}
