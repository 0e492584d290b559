package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** An index with random settings whose documents have an {@code id}, and searches in it. */
abstract class NearQueryTestCase extends LuceneTestCase {

  private Directory directory;
  RandomIndexWriter writer;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    IndexWriterConfig config = newIndexWriterConfig();
    if (mergesSegments() == false) {
      config.setMergePolicy(NoMergePolicy.INSTANCE);
    }
    writer = new RandomIndexWriter(random(), directory, config);
    writer.setDoRandomForceMerge(mergesSegments());
  }

  /** Whether segments are merged at random; otherwise they stay as they are flushed. */
  boolean mergesSegments() {
    return true;
  }

  @Override
  public void tearDown() throws Exception {
    writer.close();
    directory.close();
    super.tearDown();
  }

  /** The numbers of the documents that match. */
  static Set<Integer> docs(IndexSearcher searcher, Query query) throws IOException {
    Set<Integer> docs = new TreeSet<>();
    for (ScoreDoc hit : searcher.search(query, Integer.MAX_VALUE).scoreDocs) {
      docs.add(hit.doc);
    }
    return docs;
  }

  /** The ids of the documents that match, with their scores. */
  static Map<String, Float> hits(IndexSearcher searcher, Query query) throws IOException {
    Map<String, Float> hits = new TreeMap<>();
    for (ScoreDoc hit : searcher.search(query, Integer.MAX_VALUE).scoreDocs) {
      hits.put(searcher.storedFields().document(hit.doc).get("id"), hit.score);
    }
    return hits;
  }

  static Explanation explain(IndexSearcher searcher, Query query, String id) throws IOException {
    ScoreDoc document = searcher.search(new TermQuery(new Term("id", id)), 1).scoreDocs[0];
    return searcher.explain(query, document.doc);
  }

  static Query and(Query... queries) {
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    for (Query query : queries) {
      all.add(query, BooleanClause.Occur.FILTER);
    }
    return all.build();
  }

  /** A query may be cached in a segment unless a doc value that it reads was updated there. */
  static void assertCacheableUnlessUpdated(
      RandomIndexWriter writer, Query query, String id, String field) throws IOException {
    writer.forceMerge(1);
    for (boolean updated : new boolean[] {false, true}) {
      if (updated) {
        writer.w.updateBinaryDocValue(new Term("id", id), field, new BytesRef("updated"));
      }
      try (IndexReader reader = writer.getReader()) {
        IndexSearcher searcher = new IndexSearcher(reader);
        Weight weight = query.createWeight(searcher, ScoreMode.COMPLETE_NO_SCORES, 1);
        assertEquals(updated == false, weight.isCacheable(reader.leaves().get(0)));
      }
    }
  }

  /** The fields that a query names to a visitor, in alphabetical order. */
  static Set<String> named(Query query) {
    Set<String> fields = new TreeSet<>();
    query.visit(
        new QueryVisitor() {
          @Override
          public boolean acceptField(String field) {
            fields.add(field);
            return true;
          }
        });
    return fields;
  }

  static void assertSameHits(String name, Map<String, Float> expected, Map<String, Float> actual) {
    assertEquals(name, expected.keySet(), actual.keySet());
    expected.forEach((id, score) -> assertEquals(name, score, actual.get(id), 1e-6f));
  }

  /** The similarity that two signatures of equal parameters estimate, by its definition. */
  static double similarity(Signature first, Signature second) {
    byte[] a = first.stored();
    byte[] b = second.stored();
    assertEquals(a.length, b.length);
    double equal = 0;
    for (int i = 0; i < a.length; i++) {
      if (i < 3) {
        assertEquals("header", a[i], b[i]);
      } else {
        equal += a[i] == b[i] ? 1 : 0;
      }
    }
    return Math.max(0, (equal / (a.length - 3) - 1 / 256.0) / (1 - 1 / 256.0));
  }

  /** Positions in which the prefixes of two signatures agree, by their definition. */
  static int prefixAgreements(Signature first, Signature second) {
    byte[] a = first.stored();
    byte[] b = second.stored();
    int agreements = 0;
    for (int i = 3; i < 3 + 32; i++) {
      agreements += (a[i] & 3) == (b[i] & 3) ? 1 : 0;
    }
    return agreements;
  }

  /**
   * The minima with some of the first 32 changed, so that the prefixes agree in fewer positions.
   */
  static long[] withOtherPrefix(long[] minima, int changed) {
    long[] other = minima.clone();
    for (int i = 0; i < changed; i++) {
      other[i] ^= 1 + i % 3;
    }
    return other;
  }

  static void assertRefused(String sentence, ThrowingRunnable action) {
    assertEquals(sentence, expectThrows(IllegalArgumentException.class, action).getMessage());
  }
}
