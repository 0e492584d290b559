package io.simhash.examples;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.shingle.CharacterShingles;
import io.simhash.core.shingle.Shingling;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.Test;

/** How much of their shingles two texts share, estimated from two signatures of 307 bytes. */
public class Example3SimilarityByMinHash {

  private static final Shingling TRIPLES = new Shingling(Shingling.Unit.CHARACTER, 3);

  private static Set<String> shingles(String text) {
    return CharacterShingles.distinct(text, 3);
  }

  private static Signature signature(String text, Shingling shingling) {
    long[] elements =
        CharacterShingles.distinct(text, shingling.size()).stream()
            .mapToLong(FeatureHash.XXH3::hash)
            .toArray();
    return new SignatureParameters(Optional.of(shingling), Bands.DEFAULT)
        .ofElements(elements)
        .orElseThrow();
  }

  private static double similarity(String first, String second) {
    return signature(first, TRIPLES).similarity(signature(second, TRIPLES)).getAsDouble();
  }

  /** The standard error is at most .020 with 1,024 components of 2 bits. */
  @Test
  public void testTheEstimateIsNearTheTrueSimilarity() {
    Set<String> common = new HashSet<>(shingles(Texts.ANNOUNCEMENT));
    common.retainAll(shingles(Texts.REPRINT));
    Set<String> union = new HashSet<>(shingles(Texts.ANNOUNCEMENT));
    union.addAll(shingles(Texts.REPRINT));
    assertEquals(.902, (double) common.size() / union.size(), .0005);

    assertEquals(.902, similarity(Texts.ANNOUNCEMENT, Texts.REPRINT), .03);
  }

  /** The form that is stored in an index names its parameters; only equal ones are comparable. */
  @Test
  public void testAStoredSignatureNamesItsParameters() {
    Signature announcement = signature(Texts.ANNOUNCEMENT, Shingling.AUTO_CHARACTERS);
    assertEquals("6:character:auto:1024:24x2", announcement.parameters().toString());
    assertEquals("header, bands, components", 3 + 48 + 256, announcement.stored().length);

    Signature triples = signature(Texts.REPRINT, TRIPLES);
    assertTrue(announcement.similarity(triples).isEmpty());
  }

  /** An index finds candidates by bands: similar texts share many, others next to none. */
  @Test
  public void testSimilarTextsShareBands() {
    Signature announcement = signature(Texts.ANNOUNCEMENT, Shingling.AUTO_CHARACTERS);
    Signature reprint = signature(Texts.REPRINT, Shingling.AUTO_CHARACTERS);
    Signature report = signature(Texts.MATCH_REPORT, Shingling.AUTO_CHARACTERS);
    assertTrue(announcement.sharedBands(reprint) > 12);
    assertEquals(0, announcement.sharedBands(report));
  }

  @Test
  public void testOtherTextsShareNextToNothing() {
    assertEquals(.0, similarity(Texts.ANNOUNCEMENT, Texts.MATCH_REPORT), .05);
  }
}
