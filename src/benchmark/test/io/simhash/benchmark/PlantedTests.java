package io.simhash.benchmark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.simhash.core.minhash.Signature;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.Test;

/** The made documents: families, holes, and what belongs to the fingerprints. */
public class PlantedTests {

  private static final int DOCUMENTS = 20_000;
  private static final Planted FULL = new Planted(DOCUMENTS, 7, 0);
  private static final Planted HOLES = new Planted(DOCUMENTS, 7, .01);

  @Test
  public void testMemberMDiffersByMBits() {
    for (Planted planted : new Planted[] {FULL, HOLES}) {
      for (int family = 0; family < planted.families(); family++) {
        for (int member = 0; member < Planted.MEMBERS; member++) {
          int document = planted.document(family, member);
          assertTrue(planted.isPlanted(document) && planted.hasSignature(document));
          assertEquals(family, planted.family(document));
          assertEquals(member, planted.member(document));
          long flips = planted.query(family) ^ planted.fingerprint(document);
          assertEquals(member, Long.bitCount(flips));
          assertEquals(planted.familyGroup(family), planted.group(document));
        }
      }
    }
  }

  @Test
  public void testOneDocumentInTenIsPlanted() {
    long planted = IntStream.range(0, DOCUMENTS).filter(FULL::isPlanted).count();
    assertEquals(DOCUMENTS / 10, planted);
    assertEquals(FULL.families() * Planted.MEMBERS, planted);
  }

  /** Numbers that are no multiple of 40 have a few unrelated documents more. */
  @Test
  public void testAnyNumberOfDocuments() {
    for (int documents = 10_000; documents < 10_041; documents++) {
      Planted planted = new Planted(documents, 7, 0);
      long related = IntStream.range(0, documents).filter(planted::isPlanted).count();
      assertEquals(planted.families() * Planted.MEMBERS, related);
      assertTrue(planted.document(planted.families() - 1, Planted.MEMBERS - 1) < documents);
    }
  }

  /** A binomial count, five standard deviations around its mean. */
  @Test
  public void testThereAreAsManyHolesAsAskedFor() {
    long holes = IntStream.range(0, DOCUMENTS).filter(d -> HOLES.hasSignature(d) == false).count();
    assertEquals(.01 * DOCUMENTS, holes, 5 * Math.sqrt(.01 * DOCUMENTS));
  }

  @Test
  public void testEveryTermHasFourDocuments() {
    int[] documents = new int[2 * DOCUMENTS];
    for (int document = 0; document < DOCUMENTS; document++) {
      String group = FULL.group(document);
      int number = Integer.parseInt(group.substring(1));
      documents[group.charAt(0) == 'p' ? DOCUMENTS + number : number]++;
    }
    for (int count : documents) {
      assertTrue("" + count, count == 0 || count == Planted.MEMBERS);
    }
  }

  /**
   * 1,024 components of 2 bits: p = J + (1 - J) / 4 of them agree. Five standard errors around J,
   * which the estimate is unbiased for.
   */
  private static void assertSimilar(double expected, Signature a, Signature b) {
    double p = expected + (1 - expected) / 4;
    double error = 5 * Math.sqrt(p * (1 - p) / 1024) / .75;
    assertEquals(expected, a.similarity(b).getAsDouble(), error);
  }

  @Test
  public void testSignaturesOfAFamilyAreSimilarAndOthersAreNot() {
    Contents contents = new Contents(FULL);
    Signature query = contents.querySignature(3);
    for (int member = 0; member < Planted.MEMBERS; member++) {
      Signature signature = contents.signature(FULL.document(3, member));
      assertSimilar(Contents.similarity(member), signature, query);
      assertTrue(signature.sharedBands(query) >= 2);
    }
    assertSimilar(0, contents.signature(1), query);
  }

  /** A minimum of both is the template's with probability 1/4. */
  @Test
  public void testDocumentsOfTheTemplateShareBandsAndAreNoNeighbours() {
    Contents contents = new Contents(FULL);
    int sharing = 0;
    for (int document = 15; document < 1015; document += 10) {
      assertTrue(Contents.isFilled(document));
      assertFalse(FULL.isPlanted(document));
      Signature some = contents.filledSignature(document);
      Signature other = contents.filledSignature(5);
      assertSimilar(.25, some, other);
      sharing += some.sharedBands(other) >= 2 ? 1 : 0;
      long different = contents.filledFingerprint(document) ^ contents.filledFingerprint(5);
      assertTrue(Long.bitCount(different) <= 16);
    }
    assertTrue(sharing + " of 100", sharing > 25);
  }

  /**
   * A band of two minima is equal with probability .15², so one document of the kind in ten shares
   * two of 24 bands. A binomial count, five standard deviations around its mean.
   */
  @Test
  public void testDocumentsOfAKindShareBandsAndAreNoNeighbours() {
    Contents contents = new Contents(FULL, true);
    double band = Contents.ALIKE * Contents.ALIKE;
    double two = 1 - Math.pow(1 - band, 24) - 24 * band * Math.pow(1 - band, 23);
    int compared = 0;
    int sharing = 0;
    for (int family = 0; family < 100; family++) {
      Signature query = contents.querySignature(family);
      int kind = contents.kind(FULL.document(family, 0));
      for (int document = 0; document < DOCUMENTS; document++) {
        if (FULL.isPlanted(document) == false && contents.kind(document) == kind) {
          Signature signature = contents.signature(document);
          assertSimilar(Contents.ALIKE, signature, query);
          sharing += signature.sharedBands(query) >= 2 ? 1 : 0;
          compared++;
        }
      }
      for (int member = 0; member < Planted.MEMBERS; member++) {
        Signature signature = contents.signature(FULL.document(family, member));
        assertEquals(kind, contents.kind(FULL.document(family, member)));
        assertTrue(signature.similarity(query).getAsDouble() > .75);
      }
    }
    double mean = two * compared;
    assertTrue(compared + " compared", compared > 700);
    assertEquals(mean, sharing, 5 * Math.sqrt(mean * (1 - two)));
  }

  @Test
  public void testTagsAndTextsOfAFamilyAreSimilar() {
    Contents contents = new Contents(FULL);
    for (int member = 0; member < Planted.MEMBERS; member++) {
      Set<String> common = new HashSet<>(contents.queryTags(3));
      common.retainAll(contents.tags(FULL.document(3, member)));
      assertEquals(20 - member, common.size());
      String text = contents.text(FULL.document(3, member));
      assertEquals(300, text.length());
      String first = contents.text(FULL.document(3, 0));
      int kept = 300 - 15 * member;
      assertEquals(first.substring(0, kept), text.substring(0, kept));
    }
  }

  @Test
  public void testEveryKeyIsAskedOnceBeforeOneIsRepeated() {
    for (int number : new int[] {1, 500, 7919, 25_000}) {
      Row.Keys keys = Row.Keys.all(number, -5);
      Set<Integer> asked = new HashSet<>();
      for (int n = 0; n < number; n++) {
        int key = keys.at(n);
        assertTrue(key >= 0 && key < number && asked.add(key));
      }
      assertEquals(keys.at(0), keys.at(number));
    }
  }
}
