package io.simhash.lucene.search;

import io.simhash.core.block.Blocks;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.tests.search.QueryUtils;

public class SimHashNearQueryTests extends SimHashNearTestCase {

  public void testExplainsMatchAndMiss() throws IOException {
    add("near", 0x0000_0000_0000_0003L);
    add("far", -1L);
    Document without = new Document();
    without.add(new StringField("id", "none", Field.Store.YES));
    writer.addDocument(without);
    IndexSearcher searcher = new IndexSearcher(reader());
    Explanation near = explain(searcher, near(0, 3), "near");
    assertTrue(near.isMatch());
    assertEquals(
        "neighbour, computed as boost * s with s = 1 / (1 + H) from:", near.getDescription());
    assertEquals(1 / 3f, near.getValue().floatValue(), 1e-6);
    assertEquals(2, near.getDetails()[0].getValue());
    assertEquals(
        "H, Hamming distance of 0000000000000003 in [simhash] from 0000000000000000;"
            + " equal blocks [0, 1, 2]",
        near.getDetails()[0].getDescription());
    assertMiss(
        "there is no distance: one of the two has no fingerprint",
        explain(searcher, near(0, 3), "none"));
    Explanation far = explain(searcher, near(0, 3), "far");
    assertFalse(far.isMatch());
    assertEquals("Hamming distance 64 is above max_distance 3", far.getDescription());
  }

  /** The last detail of a match says how a search finds the neighbours in the segment. */
  public void testExplainsHowNeighboursAreFound() throws IOException {
    add("near", 1);
    add("far", -1);
    writer.forceMerge(1);
    IndexSearcher searcher = new IndexSearcher(reader());
    for (BlockCandidates.Costs costs : List.of(BLOCKS_FORCED, SCAN_FORCED)) {
      Explanation near = explain(searcher, near(0, 3, costs), "near");
      Explanation how = near.getDetails()[near.getDetails().length - 1];
      assertEquals(2, how.getValue());
      assertEquals(
          "documents in the segment, searched "
              + (costs == BLOCKS_FORCED
                  ? "by blocks (1 segment, 3 postings)"
                  : "by scan (1 segment, 2 fingerprints)"),
          how.getDescription());
    }
  }

  public void testRewritesToNothingWithAReason() throws IOException {
    writer.addDocument(new Document());
    IndexReader reader = reader();
    Query rewritten = near(0, 3).rewrite(new IndexSearcher(reader));
    assertTrue(rewritten instanceof MatchNoDocsQuery);
    assertTrue(rewritten.toString(), rewritten.toString().contains("signature in [simhash]"));
    try (MultiReader empty = new MultiReader()) {
      assertTrue(near(0, 3).rewrite(new IndexSearcher(empty)) instanceof MatchNoDocsQuery);
    }
  }

  public void testEqualsHashCodeToString() {
    QueryUtils.check(near(1, 3));
    QueryUtils.checkEqual(near(1, 3), near(1, 3));
    QueryUtils.checkUnequal(near(1, 3), near(2, 3));
    assertNotEquals(near(1, 3).hashCode(), near(2, 3).hashCode());
    QueryUtils.checkUnequal(near(1, 3), near(1, 4));
    NearRule radius = new NearRule.Radius(3);
    QueryUtils.checkUnequal(
        new SimHashNearQuery(FIELD, ofFingerprint(1), radius),
        new SimHashNearQuery("other", ofFingerprint(1), radius));
    QueryUtils.checkUnequal(
        near(1, 3),
        near(ofFingerprint(1), radius, DistanceScore.LINEAR, BlockCandidates.Costs.MEASURED));
    QueryUtils.checkUnequal(near(1, 3), near(1, 3, SCAN_FORCED));
    assertEquals("simhash_near(0000000000000001~3,reciprocal)", near(1, 3).toString(FIELD));
  }

  public void testDefaults() {
    NearValue similar = new NearValue(0, Signature.ofText("near-duplicate"));
    NearRule rule = NearRule.of(null, null, true);
    QueryUtils.checkEqual(
        new SimHashNearQuery(FIELD, similar),
        new SimHashNearQuery(FIELD, similar, rule, DistanceScore.SIMILARITY, s -> () -> {}));
    QueryUtils.checkEqual(
        new SimHashNearQuery(FIELD, ofFingerprint(1)),
        new SimHashNearQuery(FIELD, ofFingerprint(1), new NearRule.Radius(12)));
    QueryUtils.checkUnequal(
        new SimHashNearQuery(FIELD, similar),
        new SimHashNearQuery(FIELD, similar, new NearRule.Radius(12)));
  }

  /** Cannot come from {@code SimHashFields}, but a segment can hold anything. */
  public void testABlockTermWithoutAFingerprintIsNoMatch() throws IOException {
    add("a", 0);
    Document document = new Document();
    for (IndexableField field : SimHashFields.of(FIELD, ofFingerprint(0))) {
      if (field.name().equals(FIELD) == false) {
        document.add(field);
      }
    }
    writer.addDocument(document);
    writer.forceMerge(1);
    IndexSearcher searcher = new IndexSearcher(reader());
    assertEquals(Set.of("a"), hits(searcher, near(0, 3, BLOCKS_FORCED)).keySet());
  }

  /** Caches of results decide by these names which users may share a result. */
  public void testNamesAllFieldsThatItReads() {
    Set<String> fields =
        new TreeSet<>(
            Set.of(
                FIELD,
                FIELD + ".sub_blocks",
                FIELD + ".signature",
                FIELD + ".signature_rest",
                FIELD + "._bands"));
    for (int block = 0; block < Blocks.COUNT; block++) {
      fields.add(FIELD + ".block_" + block);
    }
    assertEquals(fields, named(near(1, 3)));
  }

  public void testVisitsAsALeafWhereItsFieldIsWanted() {
    for (String wanted : List.of(FIELD, "other")) {
      Set<Query> visited = new HashSet<>();
      QueryVisitor visitor =
          new QueryVisitor() {
            @Override
            public boolean acceptField(String field) {
              return field.equals(wanted);
            }

            @Override
            public void visitLeaf(Query query) {
              visited.add(query);
            }
          };
      near(1, 3).visit(visitor);
      assertEquals(wanted.equals(FIELD) ? Set.of(near(1, 3)) : Set.of(), visited);
    }
  }
}
