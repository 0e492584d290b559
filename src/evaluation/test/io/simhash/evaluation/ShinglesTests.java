package io.simhash.evaluation;

import io.simhash.core.feature.BodyField;
import io.simhash.core.minhash.MinHash;
import io.simhash.core.minhash.Signature;
import io.simhash.core.shingle.Shingling;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TextShingles;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;

public class ShinglesTests extends LuceneTestCase {

  private static final int HASHES = 32;

  public void testTheRuleOfAutoWithItsOwnFiguresIsThatOfThePlugin() {
    Shingles rule = new AutoRule(1_000, 20);
    Shingles plugin = Shingles.ofSize(Shingling.AUTO);
    for (String text : List.of("", "a", "港口", "port", "the port opened", "港口今天开航了吗", "ab港口cd")) {
      assertEquals(plugin.of(text), rule.of(text));
    }
    for (int round = 0; round < 20; round++) {
      String text = mixture(random(), random().nextInt(6_000));
      assertEquals(plugin.of(text), rule.of(text));
    }
  }

  public void testOtherFiguresGiveOtherShingles() {
    String text = mixture(random(), 5_000);
    Set<String> plugin = Shingles.ofSize(Shingling.AUTO).of(text);
    assertNotEquals(plugin, new AutoRule(500, 20).of(text));
    assertNotEquals(plugin, new AutoRule(1_000, 10).of(text));
  }

  /** Widths of 港 and a letter: 12 and 5. 港口港口港 is 60 wide, 港口 and eight letters 64. */
  public void testWindowsOfEqualWidth() {
    Shingles equal = new EqualWidth();
    assertEquals(Set.of("港口今天开", "口今天开航"), equal.of("港口今天开航"));
    assertEquals(Set.of("abcdefghijkl", "bcdefghijklm"), equal.of("abcdefghijklm"));
    assertEquals(Set.of("港口abcdefgh", "口abcdefghij"), equal.of("港口abcdefghij"));
    assertEquals(Set.of("港口abc"), equal.of("港口abc"));
    assertEquals(Set.of(), equal.of("。"));
  }

  /** The first signature of the evaluation is the one that the plugin stores. */
  public void testSimilaritiesAreThoseOfThePluginsSignatures() {
    List<String> texts = List.of(mixture(random(), 900), mixture(random(), 400));
    texts = List.of(texts.get(0), texts.get(0).substring(100), texts.get(1), "");
    Signatures signatures =
        new Signatures(
            Shingles.ofSize(Shingling.AUTO),
            List.of(
                new MinHash(2 * HASHES, 8, 0),
                new MinHash(HASHES, 8, 0),
                new MinHash(HASHES, 8, 1),
                new MinHash(HASHES, 8, 2),
                new MinHash(HASHES, 8, 3)),
            texts.size());
    for (int i = 0; i < texts.size(); i++) {
      signatures.accept(i, new BodyField(texts.get(i), List.of(), 1), Set.of());
    }
    assertEquals(4, signatures.parts(HASHES));
    TextShingles shingles = new TextShingles(Shingling.AUTO_CHARACTERS, null);
    TextMinHasher plugin = new TextMinHasher(HASHES, Optional.of(shingles));
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 3; b++) {
        Signature some = plugin.of(List.of(texts.get(a))).get();
        Signature others = plugin.of(List.of(texts.get(b))).get();
        double expected = some.similarity(others).getAsDouble();
        assertEquals(expected, signatures.similarity(a, b, HASHES, 0), 0);
      }
    }
    assertEquals(0, signatures.similarity(0, 3, HASHES, 0), 0);
  }

  public void testPartsAreDifferentSignatures() {
    String text = mixture(random(), 900);
    Signatures signatures =
        new Signatures(
            Shingles.ofSize(Shingling.AUTO),
            List.of(
                new MinHash(2 * HASHES, 8, 0),
                new MinHash(HASHES, 8, 0),
                new MinHash(HASHES, 8, 1),
                new MinHash(HASHES, 8, 2),
                new MinHash(HASHES, 8, 3)),
            2);
    signatures.accept(0, new BodyField(text, List.of(), 1), Set.of());
    signatures.accept(1, new BodyField(text.substring(300), List.of(), 1), Set.of());
    double[] parts = new double[4];
    for (int part = 0; part < parts.length; part++) {
      parts[part] = signatures.similarity(0, 1, HASHES, part);
    }
    assertTrue(
        "four estimates of one number are hardly ever all equal",
        java.util.Arrays.stream(parts).distinct().count() > 1);
  }

  /** A text of letters with runs of Chinese characters that are rare here and frequent there. */
  private static String mixture(Random random, int length) {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      int run = 1 + random.nextInt(400);
      double share = random.nextBoolean() ? 0 : random.nextDouble() * .1;
      for (int i = 0; i < run; i++) {
        boolean chinese = random.nextDouble() < share;
        text.append((char) (chinese ? 0x4E00 + random.nextInt(3_000) : 'a' + random.nextInt(26)));
      }
    }
    return text.toString();
  }
}
