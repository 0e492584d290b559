package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.StoredFields;
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
import org.apache.lucene.tests.index.FieldFilterLeafReader;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/** An index with random settings whose documents have an {@code id}, and searches in it. */
abstract class NearQueryTestCase extends LuceneTestCase {

  private Directory directory;
  private final List<IndexReader> readers = new ArrayList<>();
  RandomIndexWriter writer;

  /** The ids of the documents whose texts were read. */
  final List<String> read = new ArrayList<>();

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
    IOUtils.close(readers);
    writer.close();
    directory.close();
    super.tearDown();
  }

  /** A reader of the documents until now, which is closed when the test ends. */
  IndexReader reader() throws IOException {
    readers.add(writer.getReader());
    return readers.getLast();
  }

  /** Reads the stored fields {@code text}, and keeps which documents were {@link #read}. */
  TextSource stored() {
    return segment -> {
      StoredFields fields = segment.reader().storedFields();
      return doc -> {
        Document document = fields.document(doc);
        synchronized (read) {
          read.add(document.get("id"));
        }
        return Arrays.asList(document.getValues("text"));
      };
    };
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

  /** Requires that a document does not match, and the sentence that says why. */
  static void assertMiss(String reason, Explanation explanation) {
    assertFalse(explanation.isMatch());
    assertEquals(reason, explanation.getDescription());
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
    int hashes = first.parameters().bands().hashes();
    // (a / n - 1/4) / (3/4) with one rounding.
    return Math.max(0, (4.0 * equal(first, second, 0) - hashes) / (3 * hashes));
  }

  /**
   * The components of the head that are equal, by its definition: of the last four groups of 64.
   */
  static int equalInHead(Signature first, Signature second) {
    int groups = (first.parameters().bands().hashes() + 63) / 64;
    return equal(first, second, Math.max(0, groups - 4) * 64);
  }

  /** The components that are equal, from one on. */
  private static int equal(Signature first, Signature second, int from) {
    assertEquals(first.parameters(), second.parameters());
    int hashes = first.parameters().bands().hashes();
    byte[] a = first.stored();
    byte[] b = second.stored();
    int start = a.length - (hashes + 63) / 64 * 16;
    int equal = 0;
    for (int i = from; i < hashes; i++) {
      int at = start + i / 64 * 16 + i % 64 / 8;
      int different = (a[at] ^ b[at]) | (a[at + 8] ^ b[at + 8]);
      equal += 1 - (different >> i % 8 & 1);
    }
    return equal;
  }

  /**
   * A reader whose segments hide fields, their terms and doc values, as field-level security does.
   */
  static IndexReader hiding(IndexReader reader, String... fields) throws IOException {
    return new MultiReader(
        reader.leaves().stream()
            .map(leaf -> new FieldFilterLeafReader(leaf.reader(), Set.of(fields), true))
            .toArray(IndexReader[]::new),
        false);
  }
}
