package io.simhash.core.idf;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;

public class IdfModelBuilderTests extends LuceneTestCase {

  public void testTheMostFrequentTermsStayWhateverTheOrder() {
    for (int round = 0; round < 50; round++) {
      List<IdfModel.Entry> all = new ArrayList<>();
      Set<Long> hashes = new HashSet<>();
      for (int i = 0; i < 100; i++) {
        long hash = random().nextInt(1000) - 500;
        if (hashes.add(hash)) {
          // Few frequencies: most are ties.
          all.add(new IdfModel.Entry(hash, 1 + random().nextInt(5)));
        }
      }
      int maxTerms = 1 + random().nextInt(120);
      List<IdfModel.Entry> expected =
          all.stream()
              .sorted(
                  Comparator.comparing((IdfModel.Entry e) -> -e.documentFrequency())
                      .thenComparing(IdfModel.Entry::hash))
              .limit(maxTerms)
              .toList();
      Collections.shuffle(all, random());
      IdfModelBuilder builder = new IdfModelBuilder(maxTerms);
      all.forEach(e -> builder.add(e.hash(), e.documentFrequency()));
      assertEquals(expected.size(), builder.size());
      assertEquals(IdfModel.of(10, expected), builder.build(10));
    }
  }

  public void testAFrequencyAboveTheDocumentsIsAllOfThem() {
    IdfModelBuilder builder = new IdfModelBuilder(2);
    builder.add(IdfModelBuilder.hash("fox"), 12);
    assertEquals(10, builder.build(10).documentFrequency("fox"));
  }
}
