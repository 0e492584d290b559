package io.simhash.lucene.idf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.analysis.MockAnalyzer;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;

public class FieldTermsTests extends LuceneTestCase {

  private static long hash(String term) {
    return term.hashCode() * 0x9E3779B97F4A7C15L;
  }

  public void testSlicesTogetherAreTheCountsOfLiveDocuments() throws IOException {
    try (Directory directory = newDirectory();
        RandomIndexWriter writer =
            new RandomIndexWriter(random(), directory, new MockAnalyzer(random()))) {
      Map<Long, Integer> expected = new HashMap<>();
      int documents = atLeast(100);
      for (int id = 0; id < documents; id++) {
        List<String> words = new ArrayList<>();
        for (int i = random().nextInt(10); i >= 0; i--) {
          words.add("w" + Character.toString('a' + random().nextInt(26)));
        }
        Document document = new Document();
        document.add(new StringField("id", "" + id, Field.Store.NO));
        document.add(new TextField("body", String.join(" ", words), Field.Store.NO));
        writer.addDocument(document);
        if (random().nextInt(3) == 0) {
          writer.deleteDocuments(new Term("id", "" + id));
        } else {
          Set<String> distinct = new HashSet<>(words);
          distinct.forEach(word -> expected.merge(hash(word), 1, Integer::sum));
        }
      }
      int slices = 1 + random().nextInt(5);
      try (DirectoryReader reader = writer.getReader()) {
        FieldTerms terms = new FieldTerms(reader, "body", () -> {});
        TermCounts all = new TermCounts();
        for (int slice = 0; slice < slices; slice++) {
          TermCounts part = terms.slice(FieldTermsTests::hash, slice, slices);
          for (long hash : part.hashes()) {
            assertEquals(slice, Long.remainderUnsigned(hash, slices));
          }
          all.addAll(part);
        }
        assertEquals(expected, asMap(all));
        assertTrue(terms.upperBound() >= expected.size());
      }
    }
  }

  public void testAFieldThatIsNotThereHasNoTerms() throws IOException {
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      writer.addDocument(new Document());
      try (DirectoryReader reader = writer.getReader()) {
        FieldTerms terms = new FieldTerms(reader, "body", () -> {});
        assertEquals(0, terms.upperBound());
        assertEquals(0, terms.slice(FieldTermsTests::hash, 0, 1).size());
      }
    }
  }

  public void testTheWorkEndsWhenTheCheckThrows() throws IOException {
    try (Directory directory = newDirectory();
        RandomIndexWriter writer =
            new RandomIndexWriter(random(), directory, new MockAnalyzer(random()))) {
      Document document = new Document();
      document.add(new TextField("body", "some words", Field.Store.NO));
      writer.addDocument(document);
      try (DirectoryReader reader = writer.getReader()) {
        FieldTerms terms =
            new FieldTerms(
                reader,
                "body",
                () -> {
                  throw new IllegalStateException("cancelled");
                });
        expectThrows(IllegalStateException.class, () -> terms.slice(FieldTermsTests::hash, 0, 1));
      }
    }
  }

  public void testCountsOfOneHashAreSummedUpInOrder() {
    TermCounts counts = new TermCounts(new long[] {5, -1, 5}, new int[] {1, 2, 3});
    counts.add(7, 1);
    counts.addAll(new TermCounts(new long[] {7, 9}, new int[] {Integer.MAX_VALUE, 4}));
    List<String> seen = new ArrayList<>();
    counts.forEach((hash, count) -> seen.add(hash + "=" + count));
    assertEquals(List.of("-1=2", "5=4", "7=2147483647", "9=4"), seen);
  }

  private static Map<Long, Integer> asMap(TermCounts counts) {
    Map<Long, Integer> map = new HashMap<>();
    counts.forEach((hash, count) -> assertNull(map.put(hash, count)));
    return map;
  }
}
