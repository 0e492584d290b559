package io.simhash.lucene.stats;

import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TermDocumentsTests extends LuceneTestCase {

  public void testTermsByFrequencyThenByName() {
    TermDocuments terms = new TermDocuments();
    terms.add("b", 2);
    terms.add("a", 2);
    terms.add("c", 1);
    terms.add("c", 2);
    terms.add("none", 0);
    assertEquals(List.of("c", "a", "b"), List.copyOf(terms.byFrequency().keySet()));
    assertEquals(Map.of("a", 2L, "b", 2L, "c", 3L), terms.byFrequency());
    assertEquals(7, terms.total());
  }

  public void testOfManyTermsTheMostFrequentAreKept() {
    TermDocuments terms = new TermDocuments();
    for (int i = 0; i < 5_000; i++) {
      terms.add("rare" + i, 1);
    }
    terms.add("frequent", 9);
    TermDocuments more = new TermDocuments();
    more.addAll(terms);
    more.addOthers(4);
    assertEquals(TermDocuments.MAX_TERMS, more.byFrequency().size());
    assertEquals("frequent", more.byFrequency().keySet().iterator().next());
    assertEquals(5_013, more.total());
    assertEquals(5_013 - 9 - 999, more.others());
  }
}
