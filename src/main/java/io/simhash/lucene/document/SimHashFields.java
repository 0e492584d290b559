package io.simhash.lucene.document;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.SubBlocks;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/**
 * The Lucene fields of one value, by which a {@link io.simhash.lucene.search.SimHashNearQuery}
 * finds its near-duplicates; {@link io.simhash.lucene} has an example.
 *
 * <p>The fingerprint is a 64-bit doc value in {@code <field>} and a keyword, a term with a doc
 * value, in each of {@code <field>.block_0} to {@code <field>.block_3}; the {@linkplain
 * Signature#head head} of the signature of the same text is a binary doc value in {@code
 * <field>.signature}, its {@linkplain Signature#rest rest} one in {@code <field>.signature_rest},
 * and its {@link BandTerms} are in {@code <field>._bands}. A value may lack the fingerprint or the
 * signature.
 *
 * <p>With a second level of blocks, {@code <field>.sub_blocks} has the fingerprint's 16 {@link
 * SubBlocks#terms}, 4 bytes each with the most significant first.
 */
public final class SimHashFields {

  /** The last part of the name of the field that says the parameters of the signature. */
  public static final String PARAMETERS = "signature_parameters";

  private SimHashFields() {}

  /** The name of the field with the terms of one block. */
  public static String blockField(String field, int block) {
    return field + "." + blockName(block);
  }

  /** {@link #blockField} of all blocks. */
  public static List<String> blockFields(String field) {
    return IntStream.range(0, Blocks.COUNT).mapToObj(block -> blockField(field, block)).toList();
  }

  /** The last part of {@link #blockField}: {@code block_0} to {@code block_3}. */
  public static String blockName(int block) {
    return "block_" + block;
  }

  /** The name of the field that holds the terms of the second level of blocks. */
  public static String subBlocksField(String field) {
    return field + ".sub_blocks";
  }

  /** The indexed form of a {@link SubBlocks#term}: 4 bytes, the most significant first. */
  public static BytesRef subBlockTerm(int term) {
    byte[] bytes = new byte[Integer.BYTES];
    BitUtil.VH_BE_INT.set(bytes, 0, term);
    return new BytesRef(bytes);
  }

  /** The fields of the second level of blocks of one document's fingerprint. */
  public static List<IndexableField> ofSubBlocks(String field, long fingerprint) {
    String name = subBlocksField(field);
    return Arrays.stream(SubBlocks.terms(fingerprint))
        .<IndexableField>mapToObj(term -> new Field(name, subBlockTerm(term), TermsField.TYPE))
        .toList();
  }

  /** Whether a segment has a fingerprint or a signature in a field. */
  public static boolean isIn(IndexReader reader, String field) {
    for (LeafReaderContext leaf : reader.leaves()) {
      for (String name : List.of(field, signatureField(field))) {
        FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(name);
        if (info != null && info.getDocValuesType() != DocValuesType.NONE) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Names all fields that a search for values may read, and says whether one is accepted.
   * Elasticsearch answers a user who may not read one of them from no cache.
   */
  public static boolean accept(QueryVisitor visitor, String field) {
    List<String> read = new ArrayList<>(blockFields(field));
    read.addAll(
        List.of(
            field,
            signatureField(field),
            signatureRestField(field),
            subBlocksField(field),
            BandTerms.field(field)));
    boolean accepted = false;
    for (String name : read) {
      accepted |= visitor.acceptField(name);
    }
    return accepted;
  }

  /** The name of the field that holds the head of the signature. */
  public static String signatureField(String field) {
    return field + ".signature";
  }

  /** The name of the field that holds the rest of the signature. */
  public static String signatureRestField(String field) {
    return field + ".signature_rest";
  }

  /** The fields of one document's value. A document has at most one. */
  public static List<IndexableField> of(String field, NearValue value) {
    List<IndexableField> fields = new ArrayList<>();
    if (value.fingerprint().isPresent()) {
      long fingerprint = value.fingerprint().getAsLong();
      fields.add(new SortedNumericDocValuesField(field, fingerprint));
      for (int block = 0; block < Blocks.COUNT; block++) {
        String term = Blocks.term(Blocks.value(fingerprint, block));
        fields.add(new KeywordField(blockField(field, block), term, Field.Store.NO));
      }
    }
    if (value.signature().isPresent()) {
      Signature signature = value.signature().get();
      fields.add(new BinaryDocValuesField(signatureField(field), new BytesRef(signature.head())));
      byte[] rest = signature.rest();
      if (rest.length > 0) {
        fields.add(new BinaryDocValuesField(signatureRestField(field), new BytesRef(rest)));
      }
      fields.add(BandTerms.of(field, () -> signature));
    } else {
      fields.add(new Field(BandTerms.field(field), BandTerms.NO_SIGNATURE, TermsField.TYPE));
    }
    return fields;
  }

  /** The keyword that says the parameters of a document's signature. */
  public static IndexableField ofParameters(String field, SignatureParameters parameters) {
    return new KeywordField(field + "." + PARAMETERS, parameters.toString(), Field.Store.NO);
  }
}
