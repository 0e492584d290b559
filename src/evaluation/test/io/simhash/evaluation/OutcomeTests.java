package io.simhash.evaluation;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

public class OutcomeTests extends LuceneTestCase {

  /** Documents 0 to 4; true pairs 0-1 (.95), 1-2 (.6), 3-4 (.8). */
  private static final Corpus CORPUS =
      new Corpus(
          "zh",
          IntStream.range(0, 5).mapToObj(i -> new Corpus.Document("" + i, "", "", "")).toList(),
          new Corpus.Truth(
              5,
              List.of(
                  new Corpus.Pair(0, 1, .95f),
                  new Corpus.Pair(1, 2, .6f),
                  new Corpus.Pair(3, 4, .8f))));

  /** Finds 0-1 on level 0, the false 2-3 and the true 3-4 on level 1. */
  private static final Method METHOD =
      new Method() {
        @Override
        public String name() {
          return "by hand";
        }

        @Override
        public List<String> levels() {
          return List.of("d ≤ 0", "d ≤ 1");
        }

        @Override
        public int level(int a, int b) {
          if (a == 0 && b == 1) {
            return 0;
          }
          return b == a + 1 && a >= 2 ? 1 : Integer.MAX_VALUE;
        }

        @Override
        public void join(int worker, int workers, Pairs pairs) {
          for (int a = worker; a < 4; a += workers) {
            if (level(a, a + 1) < 2) {
              pairs.add(a, a + 1, level(a, a + 1));
            }
          }
        }
      };

  public void testSharesByHand() {
    Outcome outcome = Outcome.of(METHOD, CORPUS, 1 + random().nextInt(3));
    assertArrayEquals(new long[] {1, 3}, outcome.found());
    assertEquals(1, outcome.precision(0), 0);
    assertEquals(2 / 3.0, outcome.precision(1), 0);
    assertEquals(1 / 3.0, outcome.recall5(0), 0);
    assertEquals(2 / 3.0, outcome.recall5(1), 0);
    assertEquals(.5, outcome.recall8(0), 0);
    assertEquals(1, outcome.recall8(1), 0);
    assertEquals(1, outcome.recall9(0), 0);
    assertEquals(.5, outcome.f1(0), 1e-12);
    assertEquals(2 / 3.0, outcome.f1(1), 1e-12);
  }

  public void testBestAndWidestPreciseLevel() {
    Outcome outcome = Outcome.of(METHOD, CORPUS, 2);
    assertEquals(1, Tables.best(outcome));
    assertEquals(0, Tables.widestPrecise(outcome));
  }

  /** True clusters {0,1,2} {3,4}; level 0 joins {0,1}: 1 common, 1 and 4 of 10 pairs. */
  public void testClustersOfALevelAreThoseOfAllItsPairs() {
    Outcome outcome = Outcome.of(METHOD, CORPUS, 2);
    assertEquals((1 - .4) / (2.5 - .4), outcome.rand()[0], 1e-12);
  }

  public void testSharesAreNeverRoundedUpToOne() {
    assertEquals(".999", Tables.share(.99999));
    assertEquals("1.000", Tables.share(1));
    assertEquals(".000", Tables.share(0));
  }
}
