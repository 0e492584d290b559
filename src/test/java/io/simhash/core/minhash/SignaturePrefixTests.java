package io.simhash.core.minhash;

import io.simhash.core.Binomial;
import io.simhash.core.GoldenFile;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class SignaturePrefixTests extends LuceneTestCase {

  public void testGoldenPrefixes() {
    for (List<String> row : GoldenFile.rows("signature-prefix-v2.tsv", "prefix")) {
      long a = SignaturePrefix.of(HexFormat.of().parseHex(row.get(0)), 0);
      long b = SignaturePrefix.of(HexFormat.of().parseHex(row.get(1)), 0);
      assertEquals(HexFormat.fromHexDigitsToLong(row.get(2)), a);
      assertEquals(HexFormat.fromHexDigitsToLong(row.get(3)), b);
      assertEquals(Integer.parseInt(row.get(4)), SignaturePrefix.agreements(a, b));
    }
  }

  /** Against exact fractions. */
  public void testGoldenMinima() {
    for (List<String> row : GoldenFile.rows("signature-prefix-v2.tsv", "min")) {
      double minSimilarity = Double.parseDouble(row.get(0));
      int expected = Integer.parseInt(row.get(1));
      assertEquals(row.toString(), expected, SignaturePrefix.minAgreements(minSimilarity));
    }
  }

  public void testTheFiguresOfTheDocumentation() {
    assertEquals(14, SignaturePrefix.minAgreements(.53));
    assertEquals(.016, 1 - SignaturePrefix.fewer(14, .25), .0005);
    assertEquals(13, SignaturePrefix.minAgreements(.5));
    assertEquals(.038, 1 - SignaturePrefix.fewer(13, .25), .0005);
    assertEquals(10, SignaturePrefix.minAgreements(.4));
    assertEquals(.263, 1 - SignaturePrefix.fewer(10, .25), .0005);
  }

  /** No document is rejected at a low minimum, only the identical prefix passes at 1. */
  public void testTheEnds() {
    assertEquals(0, SignaturePrefix.minAgreements(0));
    assertEquals(0, SignaturePrefix.minAgreements(.2));
    assertEquals(32, SignaturePrefix.minAgreements(1));
    int last = 0;
    for (int i = 0; i <= 1000; i++) {
      int min = SignaturePrefix.minAgreements(i / 1000.0);
      assertTrue("never falls", min >= last);
      last = min;
    }
    assertRefused("[min_similarity] must be in [0, 1] but was [1.5]", 1.5);
    assertRefused("[min_similarity] must be in [0, 1] but was [NaN]", Double.NaN);
  }

  private static void assertRefused(String sentence, double minSimilarity) {
    Exception e =
        expectThrows(
            IllegalArgumentException.class, () -> SignaturePrefix.minAgreements(minSimilarity));
    assertEquals(sentence, e.getMessage());
  }

  /** Sets of exactly the minimum similarity are rejected at most once in 200. */
  public void testRarelyRejectsASimilarSet() {
    MinHash family = Signature.family(384);
    int pairs = 20_000;
    int rejected = 0;
    int unrelatedPass = 0;
    int min = SignaturePrefix.minAgreements(.5);
    for (int i = 0; i < pairs; i++) {
      long[] all = random().longs(40).toArray();
      long query = prefix(family, Arrays.copyOf(all, 30));
      long similar = prefix(family, Arrays.copyOfRange(all, 10, 40));
      long unrelated = prefix(family, Arrays.copyOfRange(all, 30, 40));
      rejected += SignaturePrefix.agreements(query, similar) < min ? 1 : 0;
      unrelatedPass += SignaturePrefix.agreements(query, unrelated) >= min ? 1 : 0;
    }
    double pValue = rejected == 0 ? 1 : Binomial.atLeast(rejected, pairs, 1 / 200.0);
    assertTrue(rejected + " of " + pairs, pValue > Binomial.LEAST_P_VALUE);
    double passing = 1 - SignaturePrefix.fewer(min, .25);
    Binomial.assertPlausible("unrelated sets that pass", unrelatedPass, pairs, passing);
  }

  private static long prefix(MinHash family, long[] set) {
    return SignaturePrefix.of(family.signature(set), 0);
  }
}
