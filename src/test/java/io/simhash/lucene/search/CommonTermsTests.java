package io.simhash.lucene.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

public class CommonTermsTests extends NearQueryTestCase {

  private static final String FIELD = "terms";

  /** The terms of documents in random segments, some of them rare. */
  private List<List<String>> index() throws IOException {
    List<List<String>> documents = new ArrayList<>();
    int terms = 1 + random().nextInt(20);
    for (int doc = 0; doc < atLeast(300); doc++) {
      List<String> some = new ArrayList<>();
      Document document = new Document();
      for (int term = 0; term < terms; term++) {
        if (random().nextInt(1 + 2 * term) == 0 && random().nextInt(4) > 0) {
          some.add("" + term);
          document.add(new StringField(FIELD, "" + term, Field.Store.NO));
        }
      }
      documents.add(some);
      writer.addDocument(document);
    }
    return documents;
  }

  private static CommonTerms found(LeafReader reader, List<String> terms) throws IOException {
    return add(new CommonTerms(reader.maxDoc(), () -> {}), reader, terms);
  }

  private static CommonTerms add(CommonTerms found, LeafReader reader, List<String> terms)
      throws IOException {
    if (reader.terms(FIELD) != null) {
      var all = reader.terms(FIELD).iterator();
      for (String term : terms) {
        if (all.seekExact(new BytesRef(term))) {
          found.add(all, Integer.parseInt(term));
        }
      }
    }
    return found;
  }

  private static BytesRef term(int number) {
    return new BytesRef("" + number);
  }

  private static TermsEnum terms(LeafReader reader) throws IOException {
    return reader.terms(FIELD) == null ? TermsEnum.EMPTY : reader.terms(FIELD).iterator();
  }

  private static List<Integer> expected(LeafReader reader, List<String> terms, int required)
      throws IOException {
    int[] counts = new int[reader.maxDoc()];
    for (String term : terms) {
      var postings = reader.postings(new org.apache.lucene.index.Term(FIELD, term));
      while (postings != null && postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        counts[postings.docID()]++;
      }
    }
    List<Integer> docs = new ArrayList<>();
    for (int doc = 0; doc < counts.length; doc++) {
      if (counts[doc] >= required) {
        docs.add(doc);
      }
    }
    return docs;
  }

  /** Over ranges of one document up to one of all; by all documents and by jumps. */
  public void testEqualToCounting() throws IOException {
    index();
    writer.commit();
    IndexReader reader = reader();
    for (var leaf : reader.leaves()) {
      for (int i = 0; i < 100; i++) {
        List<String> terms = new ArrayList<>();
        for (int term = 0; term < 22; term++) {
          if (random().nextBoolean()) {
            terms.add("" + term);
          }
        }
        int required = 1 + random().nextInt(5);
        int maxDoc = leaf.reader().maxDoc();
        CommonTerms found =
            random().nextInt(4) == 0
                ? found(leaf.reader(), terms)
                : add(
                    new CommonTerms(
                        maxDoc, 1 + random().nextInt(maxDoc), 1 + random().nextInt(20), () -> {}),
                    leaf.reader(),
                    terms);
        List<Integer> expected = expected(leaf.reader(), terms, required);
        DocIdSetIterator all =
            found.iterator(terms(leaf.reader()), CommonTermsTests::term, required, common -> true);
        assertEquals(-1, all.docID());
        int step = 1 + random().nextInt(3);
        int target = 0;
        while (target != DocIdSetIterator.NO_MORE_DOCS) {
          int from = target;
          int next =
              expected.stream()
                  .filter(doc -> doc >= from)
                  .findFirst()
                  .orElse(DocIdSetIterator.NO_MORE_DOCS);
          boolean isNext = target == all.docID() + 1 && random().nextBoolean();
          assertEquals(next, isNext ? all.nextDoc() : all.advance(target));
          assertEquals(next, all.docID());
          int jump = random().nextBoolean() ? 1 : TestUtil.nextInt(random(), 1, step * 20);
          target =
              next == DocIdSetIterator.NO_MORE_DOCS
                  ? next
                  : Math.min(next + jump, Math.max(maxDoc, next + 1));
        }
      }
    }
  }

  /** Those of a thousand terms take megabytes, and a segment has as many as the query's text. */
  public void testReadsThePostingsOfOneTermAtATime() throws IOException {
    for (int i = 0; i < 300; i++) {
      Document document = new Document();
      for (int term = 0; term < 20; term++) {
        document.add(new StringField(FIELD, "" + term, Field.Store.NO));
      }
      writer.addDocument(document);
    }
    writer.forceMerge(1);
    LeafReader leaf = getOnlyLeafReader(reader());
    List<PostingsEnum> made = new ArrayList<>();
    TermsEnum counting =
        new FilterLeafReader.FilterTermsEnum(terms(leaf)) {
          @Override
          public PostingsEnum postings(PostingsEnum reuse, int flags) throws IOException {
            PostingsEnum postings = in.postings(reuse, flags);
            if (reuse == null) {
              made.add(postings);
            }
            return postings;
          }
        };
    List<String> terms = IntStream.range(0, 20).mapToObj(String::valueOf).toList();
    DocIdSetIterator all =
        found(leaf, terms).iterator(counting, CommonTermsTests::term, 1, common -> true);
    for (int doc = 0; doc < leaf.maxDoc(); doc++) {
      assertEquals(doc, all.nextDoc());
    }
    assertEquals(1, made.size());
  }

  /** However many documents have however many terms. */
  public void testBytes() throws IOException {
    index();
    IndexSearcher searcher = newSearcher(reader(), false, true, false);
    long one = CommonTerms.bytes(searcher, 1);
    assertTrue("of a small index " + one, one > 0 && one < 1 << 20);
    assertEquals(one + 4_000, CommonTerms.bytes(searcher, 1_001));
  }

  /** As where a filter leads whose documents are the last ones of a segment. */
  public void testRangesBeforeTheTargetAreNotCounted() throws IOException {
    for (int doc = 0; doc < 100; doc++) {
      Document document = new Document();
      document.add(new StringField(FIELD, "0", Field.Store.NO));
      writer.addDocument(document);
    }
    writer.forceMerge(1);
    LeafReader leaf = getOnlyLeafReader(reader());
    List<BitSet> counted = new ArrayList<>();
    DocIdSetIterator all =
        add(new CommonTerms(leaf.maxDoc(), 10, 3, () -> {}), leaf, List.of("0"))
            .iterator(terms(leaf), CommonTermsTests::term, 1, counted::add);
    assertEquals(95, all.advance(95));
    assertEquals("of one range", 5, counted.size());
  }

  /** A document is kept if the numbers of its terms are enough. */
  public void testEnoughSeesTheNumbersOfTheTerms() throws IOException {
    index();
    IndexReader reader = reader();
    for (var leaf : reader.leaves()) {
      CommonTerms found = found(leaf.reader(), List.of("0", "1", "2"));
      DocIdSetIterator all =
          found.iterator(
              terms(leaf.reader()),
              CommonTermsTests::term,
              2,
              common -> common.get(1) && common.get(2));
      for (int doc : expected(leaf.reader(), List.of("1", "2"), 2)) {
        assertEquals(doc, all.nextDoc());
      }
      assertEquals(DocIdSetIterator.NO_MORE_DOCS, all.nextDoc());
    }
  }

  public void testCounts() throws IOException {
    index();
    IndexReader reader = reader();
    for (var leaf : reader.leaves()) {
      CommonTerms found = found(leaf.reader(), List.of("0", "77", "1"));
      List<String> present =
          List.of("0", "1").stream().filter(t -> docFreq(leaf.reader(), t) > 0).toList();
      assertEquals(present.size(), found.size());
      long documents = present.stream().mapToLong(t -> docFreq(leaf.reader(), t)).sum();
      assertEquals(documents, found.documents());
      assertEquals(
          "more than there are",
          DocIdSetIterator.NO_MORE_DOCS,
          found
              .iterator(terms(leaf.reader()), CommonTermsTests::term, 3, common -> true)
              .nextDoc());
      assertTrue(
          found.iterator(terms(leaf.reader()), CommonTermsTests::term, 2, common -> true).cost()
              <= documents);
    }
    assertEquals(
        DocIdSetIterator.NO_MORE_DOCS,
        new CommonTerms(7, () -> {})
            .iterator(TermsEnum.EMPTY, CommonTermsTests::term, 2, common -> true)
            .nextDoc());
    assertEquals(
        DocIdSetIterator.NO_MORE_DOCS,
        new CommonTerms(7, () -> {})
            .iterator(TermsEnum.EMPTY, CommonTermsTests::term, 1, common -> true)
            .nextDoc());
  }

  private static int docFreq(LeafReader reader, String term) {
    try {
      return reader.docFreq(new org.apache.lucene.index.Term(FIELD, term));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
