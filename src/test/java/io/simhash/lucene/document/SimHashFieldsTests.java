package io.simhash.lucene.document;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.junit.Test;

public class SimHashFieldsTests {

  private static final SignatureParameters PARAMETERS =
      new SignatureParameters(Optional.of(Shingling.AUTO_CHARACTERS), new Bands(64, 3, 2));

  private static final Signature SIGNATURE =
      PARAMETERS.signature(LongStream.range(100, 164).toArray());

  private static List<IndexableField> of(NearValue value) {
    return SimHashFields.of("body", value);
  }

  @Test
  public void testAFingerprintIsADocValueAndFourTermsAndTheTermOfNoSignature() {
    List<IndexableField> fields = of(new NearValue(0x0123_4567_89ab_cdefL, Optional.empty()));
    assertEquals(
        List.of(
            "body", "body.block_0", "body.block_1", "body.block_2", "body.block_3", "body._bands"),
        fields.stream().map(IndexableField::name).toList());
    assertEquals(DocValuesType.SORTED_NUMERIC, fields.get(0).fieldType().docValuesType());
    assertEquals(0x0123_4567_89ab_cdefL, fields.get(0).numericValue());
    assertEquals(
        List.of("0123", "4567", "89ab", "cdef"),
        fields.subList(1, 5).stream().map(IndexableField::stringValue).toList());
    assertEquals(new BytesRef(new byte[] {0}), fields.get(5).binaryValue());
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
  public void testASignatureIsADocValueAndTheTermsOfItsParametersAndBands() throws IOException {
    assertEquals("body.signature", SimHashFields.signatureField("body"));
    List<IndexableField> fields = of(new NearValue(OptionalLong.empty(), Optional.of(SIGNATURE)));
    assertEquals(1 + 1, fields.size());
    requireBytes("body.signature", SIGNATURE.stored(), fields.get(0));
    requireTerms("body._bands", fields.get(1));
    assertEquals("with a fingerprint", 5 + 2, of(new NearValue(7, Optional.of(SIGNATURE))).size());
  }

  /** Of more than 256 components, the last ones are in the head. */
  @Test
  public void testALongSignatureIsADocValueForItsHeadAndOneForItsRest() {
    assertEquals("body.signature_rest", SimHashFields.signatureRestField("body"));
    Signature signature =
        new SignatureParameters(Optional.empty(), Bands.DEFAULT)
            .signature(LongStream.range(0, 1024).toArray());
    List<IndexableField> fields = of(new NearValue(OptionalLong.empty(), Optional.of(signature)));
    assertEquals(2 + 1, fields.size());
    requireBytes("body.signature", signature.head(), fields.get(0));
    requireBytes("body.signature_rest", signature.rest(), fields.get(1));
    assertEquals("body._bands", fields.get(2).name());
  }

  private static void requireBytes(String name, byte[] bytes, IndexableField field) {
    assertEquals(name, field.name());
    assertEquals(DocValuesType.BINARY, field.fieldType().docValuesType());
    assertEquals(IndexOptions.NONE, field.fieldType().indexOptions());
    assertArrayEquals(bytes, field.binaryValue().bytes);
  }

  /** The term of the parameters, then those of the bands with the lowest 14 bits of each. */
  private static void requireTerms(String name, IndexableField field) throws IOException {
    List<BytesRef> expected = new ArrayList<>();
    expected.add(new BytesRef(new byte[] {0, 6, 0x40, 1, 0, 64, 3, 2}));
    for (int band = 0; band < 3; band++) {
      int value = SIGNATURE.band(band) % 16384;
      expected.add(
          new BytesRef(new byte[] {(byte) (band + 1), (byte) (value >>> 8), (byte) value}));
      assertEquals(expected.getLast(), BandTerms.ofBand(SIGNATURE, band));
    }
    assertEquals(name, field.name());
    assertEquals(IndexOptions.DOCS, field.fieldType().indexOptions());
    assertEquals(DocValuesType.NONE, field.fieldType().docValuesType());
    assertTrue(field.fieldType().omitNorms());
    TokenStream reuse = null;
    // A stream that was used before begins anew.
    for (int times = 0; times < 2; times++) {
      reuse = field.tokenStream(null, reuse);
      reuse.reset();
      List<BytesRef> terms = new ArrayList<>();
      while (reuse.incrementToken()) {
        terms.add(
            BytesRef.deepCopyOf(reuse.getAttribute(TermToBytesRefAttribute.class).getBytesRef()));
      }
      assertEquals(expected, terms);
    }
  }

  @Test
  public void testTermsOfParameters() {
    assertTrue(BandTerms.isOfParameters(BandTerms.ofParameters(PARAMETERS)));
    assertTrue(BandTerms.isOfParameters(BandTerms.NO_SIGNATURE));
    assertFalse(BandTerms.isOfParameters(BandTerms.ofBand(SIGNATURE, 0)));
  }
}
