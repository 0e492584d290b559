package io.simhash.lucene.text;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.shingle.Shingling;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.junit.Test;

public class TextMinHasherTests {

  private static final Bands SMALL = new Bands(64, 8, 2);
  private static final Shingling PAIRS = new Shingling(Shingling.Unit.TOKEN, 2);
  private static final TextMinHasher OF_STRINGS = new TextMinHasher(SMALL, Optional.empty());
  private static final TextMinHasher OF_TEXTS = minHasher(Shingling.AUTO_CHARACTERS, SMALL);

  private static TextMinHasher minHasher(Shingling shingling, Bands bands) {
    return new TextMinHasher(
        bands, Optional.of(new TextShingles(shingling, new StandardAnalyzer())));
  }

  private static Signature signature(Optional<Shingling> shingling, String... elements) {
    long[] hashes = List.of(elements).stream().mapToLong(FeatureHash.XXH3::hash).toArray();
    return new SignatureParameters(shingling, SMALL).ofElements(hashes).orElseThrow();
  }

  /** Core alone makes the signatures of a field without options. */
  @Test
  public void testTheSignatureOfATextHasTheDefaultParameters() {
    TextMinHasher ofField = minHasher(Shingling.AUTO_CHARACTERS, Bands.DEFAULT);
    assertEquals(SignatureParameters.DEFAULT, ofField.parameters());
    for (String text : List.of("A near-duplicate", "近似重复检测 of texts, Ａ１", "a", "😀😀", " .", "")) {
      assertEquals(text, ofField.of(List.of(text)), Signature.ofText(text));
    }
  }

  @Test
  public void testEachStringIsAnElement() {
    assertEquals(
        signature(Optional.empty(), "a", "中文", ""),
        OF_STRINGS.of(List.of("中文", "a", "", "a")).orElseThrow());
  }

  @Test
  public void testTheShinglesOfTextsAreElements() {
    assertEquals(
        signature(
            Optional.of(Shingling.AUTO_CHARACTERS),
            "nearduplicat",
            "earduplicate",
            "ardup",
            "rdupl",
            "dupli",
            "uplic",
            "plica",
            "licat",
            "icate",
            "cate近",
            "ate近似",
            "te近似重",
            "e近似重复",
            "近似重复检",
            "似重复检测"),
        OF_TEXTS.of(List.of("Near duplicate", "", "近似重复检测")).orElseThrow());
    assertEquals(
        signature(Optional.of(PAIRS), "the fox", "fox runs"),
        minHasher(PAIRS, SMALL).of(List.of("The fox runs")).orElseThrow());
  }

  /** Another letter or word in any place is another set of shingles, for every unit and size. */
  @Test
  public void testEveryLetterIsInAShingle() {
    Random random = new Random(5);
    for (int size = 0; size <= Shingling.MAX_SIZE; size++) {
      for (Shingling.Unit unit : Shingling.Unit.values()) {
        boolean auto = size == Shingling.AUTO;
        Shingling shingling = auto ? Shingling.AUTO_CHARACTERS : new Shingling(unit, size);
        TextShingles shingles = new TextShingles(shingling, new StandardAnalyzer());
        for (int round = 0; round < (auto ? 50 : 5); round++) {
          StringBuilder text = new StringBuilder();
          for (int i = random.nextInt(50); i >= 0; i--) {
            text.append(random.nextInt(5) > 0 ? "ab c" : "国 中").append((char) ('d' + i % 20));
          }
          for (int i = 0; i < text.length(); i++) {
            String changed = text.substring(0, i) + "ж" + text.substring(i + 1);
            assertNotEquals(
                shingling + " " + i + " of " + text,
                shingles.hashes(List.of(text.toString())),
                shingles.hashes(List.of(changed)));
          }
        }
      }
    }
  }

  @Test
  public void testTheEmptySetHasNoSignature() {
    assertTrue(OF_STRINGS.of(List.of()).isEmpty());
    assertTrue(OF_TEXTS.of(List.of()).isEmpty());
    assertTrue(OF_TEXTS.of(List.of("", "——")).isEmpty());
    assertTrue("an empty string is an element", OF_STRINGS.of(List.of("")).isPresent());
  }
}
