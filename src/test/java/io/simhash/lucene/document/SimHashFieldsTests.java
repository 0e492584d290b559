package io.simhash.lucene.document;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import io.simhash.core.minhash.Signature;
import io.simhash.core.shingle.Shingling;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.junit.Test;

public class SimHashFieldsTests {

  private static final Signature SIGNATURE =
      Signature.of(Optional.of(Shingling.AUTO_CHARACTERS), new long[] {7, 8, 9});

  @Test
  public void testAFingerprintIsADocValueAndFourTerms() {
    List<IndexableField> fields = SimHashFields.of("body", 0x0123_4567_89ab_cdefL);
    assertEquals(
        List.of("body", "body.block_0", "body.block_1", "body.block_2", "body.block_3"),
        fields.stream().map(IndexableField::name).toList());
    assertEquals(DocValuesType.SORTED_NUMERIC, fields.get(0).fieldType().docValuesType());
    assertEquals(0x0123_4567_89ab_cdefL, fields.get(0).numericValue());
    assertEquals(
        List.of("0123", "4567", "89ab", "cdef"),
        fields.subList(1, 5).stream().map(IndexableField::stringValue).toList());
  }

  @Test
  public void testTheSecondLevelOfBlocksIsSixteenTermsOfFourBytes() {
    List<IndexableField> fields = SimHashFields.ofSubBlocks("body", 0x0123_4567_89ab_cdefL);
    assertEquals(16, fields.size());
    for (IndexableField field : fields) {
      assertEquals("body.sub_blocks", field.name());
      assertEquals(IndexOptions.DOCS, field.fieldType().indexOptions());
      assertEquals(DocValuesType.NONE, field.fieldType().docValuesType());
      assertTrue(field.fieldType().omitNorms());
    }
    assertEquals(
        new BytesRef(new byte[] {0, 0x48, (byte) 0xc4, 0x56}), fields.get(0).binaryValue());
  }

  @Test
  public void testASignatureIsADocValueAndTheTermOfItsParameters() {
    assertEquals("body.signature", SimHashFields.signatureField("body"));
    List<IndexableField> fields = SimHashFields.of("body", SIGNATURE);
    assertEquals(2, fields.size());
    fields.forEach(field -> assertEquals("body.signature", field.name()));
    assertEquals(DocValuesType.BINARY, fields.get(0).fieldType().docValuesType());
    assertEquals(IndexOptions.NONE, fields.get(0).fieldType().indexOptions());
    assertEquals(new BytesRef(new byte[] {2, 1, 0, 7, 8, 9}), fields.get(0).binaryValue());
    assertEquals(DocValuesType.NONE, fields.get(1).fieldType().docValuesType());
    assertEquals(IndexOptions.DOCS, fields.get(1).fieldType().indexOptions());
    assertEquals("2:character:auto:3", fields.get(1).stringValue());
  }

  /** The lowest 2 bits of each component: 0, 1, 2, 3, 0, 1, … have the digits e4. */
  @Test
  public void testAPrefixIsADocValueOfItsOwn() {
    long[] minima = LongStream.range(0, 33).toArray();
    Signature signature = Signature.of(Optional.of(Shingling.AUTO_CHARACTERS), minima);
    IndexableField text = SimHashFields.of("body", signature).get(1);
    IndexableField set = MinHashFields.of("tags", signature, List.of("x")).get(1);
    assertEquals("body.signature._prefix", text.name());
    assertEquals("tags._prefix", set.name());
    for (IndexableField prefix : List.of(text, set)) {
      assertEquals(DocValuesType.NUMERIC, prefix.fieldType().docValuesType());
      assertEquals(IndexOptions.NONE, prefix.fieldType().indexOptions());
      assertEquals(0xe4e4_e4e4_e4e4_e4e4L, prefix.numericValue());
    }
    Signature few = Signature.of(Optional.empty(), LongStream.range(0, 31).toArray());
    assertEquals(1, MinHashFields.of("tags", few, List.of()).size());
  }

  @Test
  public void testASetIsADocValueAndATermForEachBand() {
    IndexableField alone = MinHashFields.of("tags", SIGNATURE);
    assertArrayEquals(SIGNATURE.stored(), alone.binaryValue().bytes);
    assertEquals(DocValuesType.BINARY, alone.fieldType().docValuesType());
    List<IndexableField> fields = MinHashFields.of("tags", SIGNATURE, List.of("x", "y"));
    assertEquals(3, fields.size());
    fields.forEach(field -> assertEquals("tags", field.name()));
    assertEquals(alone.binaryValue(), fields.get(0).binaryValue());
    assertNull(fields.get(0).stringValue());
    assertEquals(
        List.of("x", "y"), fields.subList(1, 3).stream().map(IndexableField::stringValue).toList());
    assertEquals(IndexOptions.DOCS, fields.get(1).fieldType().indexOptions());
  }
}
