package io.simhash.lucene.search;

import io.simhash.core.minhash.MinHash;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignaturePrefix;
import io.simhash.lucene.document.MinHashFields;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.tests.search.QueryUtils;

/** Queries without bands, which compare the prefixes of signatures first. */
public class MinHashNearPrefixTests extends NearQueryTestCase {

  private static final String FIELD = "body";
  private static final MinHash FAMILY = Signature.family(128);
  private static final List<Double> MINIMA = List.of(0.0, .3, .4, .5, .7, .9, 1.0);

  /** A document's signature, and whether its prefix is stored. */
  private record Model(Signature signature, boolean hasPrefix) {}

  private final Map<String, Model> models = new TreeMap<>();
  private long[] centre;
  private Signature query;

  @Override
  boolean mergesSegments() {
    return false;
  }

  @Override
  public void setUp() throws Exception {
    super.setUp();
    centre = FAMILY.minima(random().longs(30).toArray());
    query = Signature.of(Optional.empty(), centre);
  }

  private void addSegment(int documents, int percentWithout) throws IOException {
    for (int i = 0; i < documents; i++) {
      String id = "" + models.size();
      Document document = new Document();
      document.add(new StringField("id", id, Field.Store.YES));
      long[] minima = withOtherPrefix(centre, random().nextInt(33));
      for (int c = 32 + random().nextInt(96); c < 128; c++) {
        minima[c] = random().nextLong();
      }
      Signature signature = Signature.of(Optional.empty(), minima);
      boolean hasPrefix = random().nextInt(100) >= percentWithout;
      if (hasPrefix) {
        MinHashFields.of(FIELD, signature, List.of()).forEach(document::add);
      } else {
        document.add(MinHashFields.of(FIELD, signature));
      }
      models.put(id, new Model(signature, hasPrefix));
      writer.addDocument(document);
      if (random().nextInt(10) == 0) {
        writer.addDocument(new Document());
      }
    }
    writer.flush();
  }

  private void addSegments() throws IOException {
    addSegment(atLeast(200), 0);
    addSegment(100, 100);
    addSegment(100, 30);
  }

  private Map<String, Float> expected(double minSimilarity) {
    Map<String, Float> expected = new TreeMap<>();
    models.forEach(
        (id, model) -> {
          double similarity = similarity(query, model.signature());
          boolean rejected =
              model.hasPrefix()
                  && prefixAgreements(query, model.signature())
                      < SignaturePrefix.minAgreements(minSimilarity);
          if (similarity >= minSimilarity && rejected == false) {
            expected.put(id, (float) similarity);
          }
        });
    return expected;
  }

  private Query near(double minSimilarity) {
    return new MinHashNearQuery(FIELD, query, minSimilarity, null);
  }

  public void testFindsByTheRule() throws IOException {
    addSegments();
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      for (double minSimilarity : MINIMA) {
        String name = "" + minSimilarity;
        assertSameHits(name, expected(minSimilarity), hits(searcher, near(minSimilarity)));
      }
      assertTrue("some are rejected by their prefix alone", rejectedAlone(.4) > 0);
    }
  }

  private long rejectedAlone(double minSimilarity) {
    return models.values().stream()
            .filter(model -> similarity(query, model.signature()) >= minSimilarity)
            .count()
        - expected(minSimilarity).size();
  }

  /** Behind another clause documents are compared one by one: the hits are the same. */
  public void testAnotherClauseChangesNothing() throws IOException {
    addSegments();
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      for (String id : models.keySet()) {
        Query one =
            new BooleanQuery.Builder()
                .add(near(.4), BooleanClause.Occur.MUST)
                .add(new TermQuery(new Term("id", id)), BooleanClause.Occur.FILTER)
                .build();
        boolean found = expected(.4).containsKey(id);
        assertEquals(id, found ? 1 : 0, searcher.count(one));
        Explanation explanation = explain(searcher, near(.4), id);
        assertEquals(explanation.toString(), found, explanation.isMatch());
      }
    }
  }

  /** Prefixes are scanned only where every signature has one, and not behind a rare clause. */
  public void testWhenPrefixesAreScanned() throws IOException {
    addSegments();
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = new IndexSearcher(reader);
      MinHashNearWeight weight =
          (MinHashNearWeight) near(.5).createWeight(searcher, ScoreMode.COMPLETE, 1);
      MinHashNearWeight low =
          (MinHashNearWeight) near(.1).createWeight(searcher, ScoreMode.COMPLETE, 1);
      MinHashNearWeight few =
          (MinHashNearWeight) near(.4).createWeight(searcher, ScoreMode.COMPLETE, 1);
      Set<Boolean> found = new HashSet<>();
      for (LeafReaderContext leaf : reader.leaves()) {
        boolean complete = count(leaf, true) == count(leaf, false);
        found.add(complete);
        assertEquals(complete, scans(weight, leaf, Long.MAX_VALUE));
        // A flushed segment may be so small that one document is no rare clause.
        boolean rare = count(leaf, false) / 8 > 1;
        assertEquals(complete && rare == false, scans(weight, leaf, 1));
        assertFalse("a minimum that rejects nothing", scans(low, leaf, Long.MAX_VALUE));
        assertFalse("a minimum that rejects few", scans(few, leaf, Long.MAX_VALUE));
      }
      assertEquals("segments of both kinds", Set.of(true, false), found);
    }
  }

  private static int count(LeafReaderContext leaf, boolean prefixes) throws IOException {
    DocIdSetIterator documents =
        prefixes
            ? DocValues.getNumeric(leaf.reader(), MinHashFields.prefixField(FIELD))
            : DocValues.getBinary(leaf.reader(), FIELD);
    int count = 0;
    while (documents.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      count++;
    }
    return count;
  }

  private static boolean scans(MinHashNearWeight weight, LeafReaderContext leaf, long leadCost)
      throws IOException {
    DocIdSetIterator candidates =
        ((MinHashNearWeight.AllSignatures) weight.scorerSupplier(leaf)).candidates(leadCost);
    return candidates instanceof PrefixScan;
  }

  public void testExplainsARejection() throws IOException {
    Document document = new Document();
    document.add(new StringField("id", "a", Field.Store.YES));
    Signature other = Signature.of(Optional.empty(), withOtherPrefix(centre, 29));
    MinHashFields.of(FIELD, other, List.of()).forEach(document::add);
    writer.addDocument(document);
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = new IndexSearcher(reader);
      Explanation rejected = explain(searcher, near(.5), "a");
      assertFalse(rejected.isMatch());
      assertEquals(
          "the prefixes of the signatures agree in 3 of 32 components, fewer than 13",
          rejected.getDescription());
      assertEquals(1, rejected.getDetails().length);
      assertTrue(explain(searcher, near(.2), "a").isMatch());
    }
  }

  public void testIsAWellBehavedLuceneQuery() throws IOException {
    addSegments();
    try (IndexReader reader = writer.getReader()) {
      for (double minSimilarity : MINIMA) {
        QueryUtils.check(random(), near(minSimilarity), newSearcher(reader));
      }
    }
  }
}
