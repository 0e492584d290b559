package io.simhash.evaluation;

import io.simhash.core.feature.FeatureExtractor.BodyField;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.shingle.Shingling;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TextShingles;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

public class SignaturesTests extends LuceneTestCase {

  /** The signatures of seed 0 are those that the plugin stores. */
  public void testSimilaritiesAreThoseOfThePluginsSignatures() {
    List<String> texts = List.of(mixture(random(), 900), mixture(random(), 400));
    texts = List.of(texts.get(0), texts.get(0).substring(100), texts.get(1), "");
    Signatures signatures = signatures(texts, 0);
    TextShingles shingles = new TextShingles(Shingling.AUTO_CHARACTERS, null);
    TextMinHasher plugin = new TextMinHasher(Bands.DEFAULT, Optional.of(shingles));
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 3; b++) {
        Signature some = plugin.of(List.of(texts.get(a))).get();
        Signature others = plugin.of(List.of(texts.get(b))).get();
        int shared = some.sharedBands(others);
        double expected = shared == 0 ? 0 : some.similarity(others).getAsDouble();
        assertEquals(expected, signatures.similarity(a, b), 0);
        assertEquals(shared, signatures.bands().dot(a, b), 0);
      }
    }
    assertEquals(0, signatures.similarity(0, 3), 0);
  }

  public void testOtherSeedsGiveOtherSignatures() {
    String text = mixture(random(), 900);
    List<String> texts = List.of(text, text.substring(300));
    assertTrue(
        "five estimates of one number are hardly ever all equal",
        IntStream.range(0, 5)
                .mapToDouble(seed -> signatures(texts, seed).similarity(0, 1))
                .distinct()
                .count()
            > 1);
  }

  private static Signatures signatures(List<String> texts, long seed) {
    Signatures signatures = new Signatures(Shingling.AUTO, Bands.DEFAULT, seed, texts.size());
    for (int i = 0; i < texts.size(); i++) {
      signatures.accept(i, new BodyField(texts.get(i), List.of(), 1), Set.of());
    }
    return signatures;
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
