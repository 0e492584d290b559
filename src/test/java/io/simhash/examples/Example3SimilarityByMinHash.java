package io.simhash.examples;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.minhash.MinHash;
import io.simhash.core.minhash.Signature;
import io.simhash.core.shingle.Shingling;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.Test;

/** How much of their shingles two texts share, estimated from two signatures of 128 bytes. */
public class Example3SimilarityByMinHash {

  private static final MinHash MIN_HASH = new MinHash(128, 8, 0);

  private static Set<String> shingles(String text) {
    return Shingling.ofCharacters(text, 3);
  }

  private static byte[] signature(String text) {
    return MIN_HASH.signature(shingles(text).stream().mapToLong(FeatureHash.XXH3::hash).toArray());
  }

  /** The standard error is at most .044 with 128 hashes of 8 bits. */
  @Test
  public void testTheEstimateIsNearTheTrueSimilarity() {
    Set<String> common = new HashSet<>(shingles(Texts.ANNOUNCEMENT));
    common.retainAll(shingles(Texts.REPRINT));
    Set<String> union = new HashSet<>(shingles(Texts.ANNOUNCEMENT));
    union.addAll(shingles(Texts.REPRINT));
    assertEquals(.902, (double) common.size() / union.size(), .0005);

    double estimate = MIN_HASH.similarity(signature(Texts.ANNOUNCEMENT), signature(Texts.REPRINT));
    assertEquals(.906, estimate, .0005);
  }

  /** The form that is stored in an index names its parameters; only equal ones are comparable. */
  @Test
  public void testAStoredSignatureNamesItsParameters() {
    Signature announcement = stored(Texts.ANNOUNCEMENT, Shingling.AUTO_CHARACTERS);
    assertEquals("2:character:auto:384", announcement.parameters());
    assertEquals(3 + 384, announcement.stored().length);
    Signature reprint = stored(Texts.REPRINT, Shingling.AUTO_CHARACTERS);
    assertEquals(.885, announcement.similarity(reprint).getAsDouble(), .0005);

    Signature triples = stored(Texts.REPRINT, new Shingling(Shingling.Unit.CHARACTER, 3));
    assertTrue(announcement.similarity(triples).isEmpty());
  }

  private static Signature stored(String text, Shingling shingling) {
    long[] elements =
        Shingling.ofCharacters(text, shingling.size()).stream()
            .mapToLong(FeatureHash.XXH3::hash)
            .toArray();
    long[] minima = Signature.family(384).minima(elements);
    return Signature.of(Optional.of(shingling), minima);
  }

  @Test
  public void testOtherTextsShareNextToNothing() {
    byte[] announcement = signature(Texts.ANNOUNCEMENT);
    assertEquals(.000, MIN_HASH.similarity(announcement, signature(Texts.MATCH_REPORT)), .0005);
  }
}
