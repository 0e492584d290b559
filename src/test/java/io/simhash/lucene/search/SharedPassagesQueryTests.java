package io.simhash.lucene.search;

import io.simhash.core.passage.PassageRule;
import io.simhash.core.passage.PassageRule.Share;
import io.simhash.core.passage.Winnowing;
import io.simhash.core.text.Letters;
import io.simhash.core.text.NormalForm;
import io.simhash.core.text.PassageText;
import io.simhash.core.text.TextLimit;
import io.simhash.lucene.document.PassageField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.tests.index.AssertingDirectoryReader;
import org.apache.lucene.tests.search.QueryUtils;

public class SharedPassagesQueryTests extends NearQueryTestCase {

  private static final String SHIPS =
      "The four ships left the harbour before dawn and were not seen again by anyone of the town";

  private static final Winnowing SHORT = new Winnowing(5, 5);

  private final Map<String, List<String>> documents = new TreeMap<>();

  private void add(Winnowing winnowing, String id, String... texts) throws IOException {
    documents.put(id, List.of(texts));
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    document.add(new StringField("parity", "" + id.length() % 2, Field.Store.NO));
    PassageField field = new PassageField("passages", winnowing);
    for (String text : texts) {
      document.add(new StoredField("text", text));
      field.add(text);
    }
    if (texts.length > 0) {
      document.add(field);
    }
    writer.addDocument(document);
  }

  private Query query(Winnowing winnowing, PassageRule rule, String... texts) {
    return query("passages", winnowing, rule, searcher -> () -> {}, texts);
  }

  private Query query(
      String field,
      Winnowing winnowing,
      PassageRule rule,
      Function<IndexSearcher, Runnable> ends,
      String... texts) {
    return new SharedPassagesQuery(field, winnowing, List.of(texts), rule, stored(), ends);
  }

  private static PassageRule rule(int minLength) {
    return new PassageRule(minLength, 0, Share.QUERY, 0);
  }

  public void testWhoSharesASentence() throws IOException {
    add(SHORT, "same", SHIPS);
    add(SHORT, "longer", "It was said: " + SHIPS + ". ".repeat(50) + "Nobody knows why.");
    add(SHORT, "part", "the HARBOUR, before dawn");
    add(SHORT, "short", "the harbour");
    add(SHORT, "apart", "the harbour", "before dawn");
    add(SHORT, "other", "nothing of this was ever in another text in this index");
    add(SHORT, "none");
    IndexSearcher searcher = newSearcher(reader());
    Map<String, Float> found = hits(searcher, query(SHORT, rule(20), SHIPS));
    assertEquals(Set.of("same", "longer", "part"), found.keySet());
    assertEquals(1, found.get("same"), 0);
    assertEquals(1, found.get("longer"), 0);
    assertEquals(20 / 72f, found.get("part"), 1e-6);
    assertEquals(3 * 20 / 72f, hits(searcher, boosted(3)).get("part"), 1e-6);
    assertEquals(Set.of("same", "longer"), hits(searcher, query(SHORT, rule(21), SHIPS)).keySet());
    assertEquals(Set.of(), hits(searcher, query(SHORT, rule(73), SHIPS)).keySet());
    assertEquals(Set.of(), hits(searcher, query(SHORT, rule(Integer.MAX_VALUE), SHIPS)).keySet());
    assertEquals(Set.of(), hits(searcher, query(SHORT, rule(20), "")).keySet());
    assertEquals(Set.of(), hits(searcher, query(SHORT, rule(20))).keySet());
    // 20 of 72 letters of the query; all of the document "part".
    for (double min : new double[] {.2, .3}) {
      PassageRule ofQuery = new PassageRule(20, min, Share.QUERY, 0);
      assertEquals(min < .25, hits(searcher, query(SHORT, ofQuery, SHIPS)).containsKey("part"));
    }
    PassageRule ofDocument = new PassageRule(20, 1, Share.DOCUMENT, 0);
    assertEquals(Set.of("same", "part"), hits(searcher, query(SHORT, ofDocument, SHIPS)).keySet());
    PassageRule ofShorter = new PassageRule(20, 1, Share.SHORTER, 0);
    assertEquals(
        Set.of("same", "longer", "part"), hits(searcher, query(SHORT, ofShorter, SHIPS)).keySet());
  }

  private Query boosted(float boost) {
    return new BoostQuery(query(SHORT, rule(20), SHIPS), boost);
  }

  /** A text that more documents have than {@code max_doc_freq} is boilerplate. */
  public void testPassagesOfManyDocumentsDoNotCount() throws IOException {
    String footer =
        "All rights reserved, and no part may be copied without a written consent of us";
    for (int i = 0; i < 20; i++) {
      add(SHORT, "footer" + i, "other text of the number " + i + ". " + footer);
    }
    add(SHORT, "ships", SHIPS);
    IndexSearcher searcher = newSearcher(reader());
    String text = SHIPS + ". " + footer;
    assertEquals(21, hits(searcher, query(SHORT, rule(30), text)).size());
    PassageRule frequent = new PassageRule(30, 0, Share.QUERY, 19);
    read.clear();
    assertEquals(Set.of("ships"), hits(searcher, query(SHORT, frequent, text)).keySet());
    assertEquals("no other is read", List.of("ships"), read);
    PassageRule all = new PassageRule(30, 0, Share.QUERY, 20);
    assertEquals(21, hits(searcher, query(SHORT, all, text)).size());
    assertEquals(Set.of(), hits(searcher, query(SHORT, frequent, footer)).keySet());
  }

  /** A document that is deleted, or hidden from the user, does not make a passage frequent. */
  public void testFrequentAmongLiveDocuments() throws IOException {
    for (int i = 0; i < 20; i++) {
      add(SHORT, "d" + i, "other text of the number " + i + ". " + SHIPS);
    }
    writer.commit();
    PassageRule rule = new PassageRule(30, 0, Share.QUERY, 18);
    for (int left = 20; left > 15; left--) {
      try (IndexReader reader = writer.getReader()) {
        int found = hits(newSearcher(reader), query(SHORT, rule, SHIPS)).size();
        assertEquals(left > 18 ? 0 : left, found);
      }
      writer.deleteDocuments(new Term("id", "d" + left % 20));
    }
  }

  private static String words(int count) {
    String[] words = {
      "the ",
      "ship ",
      "harbour, ",
      "a ",
      "\u4E00\u4E8C ",
      "\u4E09",
      "\uD840\uDC00\u56DB ",
      "Four ",
      "e\u0301te\u0301k\u0301 ",
      "\n\n",
      "\uD83D\uDE00 ",
      "left "
    };
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      if (random().nextInt(4) > 0) {
        text.append((char) ('a' + random().nextInt(26)));
      } else {
        text.append(words[random().nextInt(words.length)]);
      }
    }
    return text.toString();
  }

  private static String part(String text) {
    int from = random().nextInt(text.length());
    return text.substring(from, from + random().nextInt(text.length() - from + 1));
  }

  /**
   * Documents that share parts with each other, in several segments, some deleted, some without a
   * text: exactly those are hits, with their scores, that a comparison of all letters finds.
   */
  public void testEqualsBruteForce() throws IOException {
    int most = 5 + random().nextInt(40);
    Winnowing winnowing = new Winnowing(5 + random().nextInt(8), 1 + random().nextInt(15));
    List<String> pool = new ArrayList<>();
    for (int i = 0; i < atLeast(80); i++) {
      List<String> texts = new ArrayList<>();
      for (int v = random().nextInt(3); v > 0; v--) {
        String text = words(random().nextInt(60));
        if (pool.isEmpty() == false) {
          text += part(pool.get(random().nextInt(pool.size()))) + words(random().nextInt(most));
        }
        texts.add(text);
        if (text.isEmpty() == false) {
          pool.add(text);
        }
      }
      add(winnowing, "d" + i, texts.toArray(String[]::new));
      if (random().nextInt(10) == 0) {
        String deleted = "d" + random().nextInt(i + 1);
        writer.deleteDocuments(new Term("id", deleted));
        documents.remove(deleted);
      }
    }
    int found = 0;
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      for (int q = 0; q < 12; q++) {
        String[] texts = new String[1 + random().nextInt(2)];
        for (int t = 0; t < texts.length; t++) {
          texts[t] = words(5) + part(pool.get(random().nextInt(pool.size()))) + words(5);
        }
        PassageRule rule =
            new PassageRule(
                winnowing.minLength() + random().nextInt(1 + random().nextInt(60)),
                random().nextBoolean() ? 0 : random().nextDouble(),
                Share.values()[random().nextInt(3)],
                random().nextBoolean() ? 0 : 1 + random().nextInt(20));
        Query query = query(winnowing, rule, texts);
        Map<String, Float> expected = new TreeMap<>();
        for (Map.Entry<String, List<String>> document : documents.entrySet()) {
          Comparison comparison = new Comparison(winnowing, rule, reader);
          comparison.compare(List.of(texts), document.getValue());
          if (comparison.holds()) {
            expected.put(document.getKey(), (float) comparison.ofQuery());
          }
        }
        found += expected.size();
        assertSameHits(rule + " " + winnowing, expected, hits(searcher, query));
      }
    }
    assumeTrue("something is found", found > 0);
  }

  /** The definition: all common parts of two texts that cannot be extended in both of them. */
  private static final class Comparison {

    private final Winnowing winnowing;
    private final PassageRule rule;
    private final IndexReader reader;
    private final int[] covered = new int[2];
    private final int[] all = new int[2];

    Comparison(Winnowing winnowing, PassageRule rule, IndexReader reader) {
      this.winnowing = winnowing;
      this.rule = rule;
      this.reader = reader;
    }

    void compare(List<String> query, List<String> document) throws IOException {
      List<int[]> a = query.stream().map(Comparison::letters).toList();
      List<int[]> b = document.stream().map(Comparison::letters).toList();
      List<BitSet> inA = a.stream().map(x -> new BitSet()).toList();
      List<BitSet> inB = b.stream().map(x -> new BitSet()).toList();
      for (int v = 0; v < a.size(); v++) {
        for (int w = 0; w < b.size(); w++) {
          compare(a.get(v), b.get(w), inA.get(v), inB.get(w));
        }
      }
      for (int v = 0; v < a.size(); v++) {
        count(0, a.get(v), inA.get(v));
      }
      for (int w = 0; w < b.size(); w++) {
        count(1, b.get(w), inB.get(w));
      }
    }

    private static int[] letters(String text) {
      return NormalForm.of(text).codePoints().filter(Letters::isLetter).toArray();
    }

    private void compare(int[] a, int[] b, BitSet inA, BitSet inB) throws IOException {
      for (int i = 0; i < a.length; i++) {
        for (int j = 0; j < b.length; j++) {
          if (a[i] == b[j] && (i == 0 || j == 0 || a[i - 1] != b[j - 1])) {
            int length = 0;
            while (i + length < a.length
                && j + length < b.length
                && a[i + length] == b[j + length]) {
              length++;
            }
            if (counts(Arrays.copyOfRange(a, i, i + length))) {
              inA.set(i, i + length);
              inB.set(j, j + length);
            }
          }
        }
      }
    }

    private boolean counts(int[] passage) throws IOException {
      if (units(passage) < 5L * rule.minLength()) {
        return false;
      }
      String text = new String(passage, 0, passage.length);
      for (int term : winnowing.terms(new PassageText(List.of(text)))) {
        Term indexed = new Term("passages", PassageField.bytes(term));
        int documents = new IndexSearcher(reader).count(new TermQuery(indexed));
        if (rule.maxDocFreq() == 0 || documents <= rule.maxDocFreq()) {
          return true;
        }
      }
      return false;
    }

    private static int units(int[] letters) {
      return Arrays.stream(letters).map(letter -> Character.isIdeographic(letter) ? 12 : 5).sum();
    }

    private void count(int side, int[] letters, BitSet in) {
      all[side] += units(letters);
      covered[side] += units(in.stream().map(i -> letters[i]).toArray());
    }

    double ofQuery() {
      return (double) covered[0] / all[0];
    }

    boolean holds() {
      double ofDocument = (double) covered[1] / all[1];
      double share =
          switch (rule.of()) {
            case QUERY -> ofQuery();
            case DOCUMENT -> ofDocument;
            case SHORTER -> all[0] <= all[1] ? ofQuery() : ofDocument;
          };
      return covered[0] > 0 && share >= rule.minContainment();
    }
  }

  public void testIsAWellBehavedLuceneQuery() throws IOException {
    for (int i = 0; i < 60; i++) {
      add(SHORT, "" + i, words(random().nextInt(40)) + SHIPS.substring(0, 15 + i), part(SHIPS));
      if (i % 7 == 0) {
        add(SHORT, "none" + i);
      }
    }
    IndexSearcher searcher = newSearcher(reader());
    QueryUtils.check(random(), query(SHORT, rule(20), SHIPS), searcher);
    Query both =
        new BooleanQuery.Builder()
            .add(query(SHORT, rule(25), SHIPS), Occur.SHOULD)
            .add(new TermQuery(new Term("parity", "0")), Occur.SHOULD)
            .build();
    QueryUtils.check(random(), both, searcher);
    // The check searches segments alone too, in which a term that is frequent in all may be rare.
    writer.forceMerge(1);
    PassageRule rule = new PassageRule(30, .5, Share.QUERY, 40);
    QueryUtils.check(random(), query(SHORT, rule, SHIPS), newSearcher(reader()));
  }

  /** Clauses that need no text are checked first, in any order of the clauses. */
  public void testTheTextIsReadLast() throws IOException {
    for (int i = 1; i <= 20; i++) {
      add(SHORT, "x".repeat(i), SHIPS);
    }
    IndexSearcher searcher = newSearcher(reader(), false);
    Query both =
        new BooleanQuery.Builder()
            .add(query(SHORT, rule(20), SHIPS), Occur.MUST)
            .add(new TermQuery(new Term("parity", "0")), Occur.FILTER)
            .build();
    read.clear();
    assertEquals(10, hits(searcher, both).size());
    assertEquals(10, read.size());
  }

  public void testWeight() throws IOException {
    add(SHORT, "a", SHIPS);
    IndexReader reader = reader();
    IndexSearcher searcher = newSearcher(reader, false);
    var leaf = reader.leaves().get(0);
    Weight weight = query(SHORT, rule(20), SHIPS).createWeight(searcher, ScoreMode.COMPLETE, 3);
    assertFalse(weight.isCacheable(leaf));
    ScorerSupplier supplier = weight.scorerSupplier(leaf);
    assertTrue(supplier.cost() >= 1);
    Scorer scorer = supplier.get(Long.MAX_VALUE);
    assertTrue(scorer.twoPhaseIterator().matchCost() >= 1_000_000);
    assertEquals(3f, scorer.getMaxScore(DocIdSetIterator.NO_MORE_DOCS), 0);
    assertEquals(0, scorer.iterator().nextDoc());
    assertEquals(3f, scorer.score(), 0);
    Weight none = query(SHORT, rule(20), "other").createWeight(searcher, ScoreMode.COMPLETE, 1);
    assertNull(none.scorerSupplier(leaf));
    assertEquals("nothing is read to find that", 1, read.size());
  }

  /**
   * A segment may be searched in several parts at a time, each by a thread of its own. The reader
   * requires that each thread has its own enumeration of terms.
   */
  public void testThreadsShareASegment() throws Exception {
    for (int i = 0; i < 50; i++) {
      add(SHORT, "" + i, words(20) + SHIPS.substring(i % 20, 40 + i % 25));
    }
    writer.forceMerge(1);
    try (IndexReader reader = new AssertingDirectoryReader(writer.getReader())) {
      IndexSearcher searcher = new IndexSearcher(reader);
      Query query = query(SHORT, rule(20), SHIPS);
      int expected = docs(searcher, query).size();
      Weight weight = query.createWeight(searcher, ScoreMode.COMPLETE, 1);
      try (var threads = Executors.newFixedThreadPool(4)) {
        List<Future<Integer>> counts = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
          counts.add(threads.submit(() -> count(weight.scorer(reader.leaves().get(0)))));
        }
        for (Future<Integer> count : counts) {
          assertEquals(expected, count.get().intValue());
        }
      }
    }
  }

  private static int count(Scorer scorer) throws IOException {
    int count = 0;
    while (scorer.iterator().nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      count++;
    }
    return count;
  }

  /** The terms of a field may be hidden from the caller. */
  public void testAFieldThatIsHidden() throws IOException {
    add(SHORT, "a", SHIPS);
    try (IndexReader reader = writer.getReader();
        IndexReader hiding = hiding(reader, "passages")) {
      IndexSearcher searcher = newSearcher(hiding);
      assertEquals(Map.of(), hits(searcher, query(SHORT, rule(20), SHIPS)));
    }
  }

  public void testExplains() throws IOException {
    String emoji = "\uD83D\uDE00".repeat(45);
    add(SHORT, "part", "It said: the HARBOUR" + emoji + "x" + emoji + "before dawn.");
    add(SHORT, "same", SHIPS.replace("four", "five"));
    add(SHORT, "other", "nothing of this was ever in another text in this index");
    add(SHORT, "changed", SHIPS);
    add(SHORT, "none");
    IndexSearcher searcher = newSearcher(reader());
    String text = SHIPS.replace("harbour", "harbour x");
    int terms = SHORT.terms(new PassageText(List.of(text))).length;
    String lookedUp = terms + " terms were looked up";
    Explanation part = explain(searcher, query(SHORT, rule(21), text), "part");
    assertTrue(part.isMatch());
    assertEquals(
        "share of the query's text that is covered by shared passages; "
            + lookedUp
            + ", computed as share * boost from:",
        part.getDescription());
    assertEquals(21 / 73f, part.getValue().floatValue(), 1e-6);
    assertEquals(3, part.getDetails().length);
    assertEquals("share of the query's text", part.getDetails()[0].getDescription());
    assertEquals("share of the document's text", part.getDetails()[1].getDescription());
    assertEquals(21f, part.getDetails()[2].getValue().floatValue(), 0);
    assertEquals(
        "letters of a shared passage, characters 9 to 212: the HARBOUR"
            + "\uD83D\uDE00".repeat(45)
            + " …",
        part.getDetails()[2].getDescription());
    Explanation same = explain(searcher, query(SHORT, rule(40), SHIPS), "same");
    assertEquals(
        "letters of a shared passage, characters 9 to 89: " + SHIPS.substring(9),
        same.getDetails()[2].getDescription());
    assertEquals("the first letter of five is shared", 3, same.getDetails().length);
    Explanation other = explain(searcher, query(SHORT, rule(20), SHIPS), "other");
    assertFalse(other.isMatch());
    assertTrue(
        other.getDescription(),
        other.getDescription().startsWith("no shared passage: the document lacks "));
    assertFalse(explain(searcher, query(SHORT, rule(20), SHIPS), "none").isMatch());
    PassageRule half = new PassageRule(21, .5, Share.QUERY, 0);
    assertMiss(
        "the texts have no shared passage of min_length 21 that counts, or not min_containment"
            + " 0.5 of query; "
            + lookedUp,
        explain(searcher, query(SHORT, half, text), "part"));
    PassageRule frequent = new PassageRule(21, 0, Share.QUERY, 1);
    Explanation left = explain(searcher, query(SHORT, frequent, SHIPS.substring(20)), "same");
    assertFalse(left.isMatch());
    assertTrue(
        left.getDescription(),
        left.getDescription()
            .startsWith(
                "no passage of the query's text has min_length 21 and a term that is looked up: 0"
                    + " terms were looked up, "));
    assertTrue(left.getDescription().endsWith(" of more than 1 documents not"));
  }

  /** A value that the field refuses, as it would be too long, does not count. */
  public void testAValueThatIsTooLong() throws IOException {
    Document document = new Document();
    document.add(new StringField("id", "long", Field.Store.YES));
    PassageField field = new PassageField("passages", SHORT);
    field.add(SHIPS);
    document.add(field);
    document.add(new StoredField("text", SHIPS));
    document.add(new StoredField("text", "x".repeat(TextLimit.MAX_DOCUMENT)));
    writer.addDocument(document);
    IndexSearcher searcher = newSearcher(reader());
    Query query = query(SHORT, new PassageRule(20, 1, Share.DOCUMENT, 0), SHIPS);
    assertEquals(Map.of("long", 1f), hits(searcher, query));
    assertTrue(explain(searcher, query, "long").isMatch());
  }

  /** In each phase: the terms are looked up, candidates counted, the text is prepared. */
  public void testAnyPhaseCanBeCancelled() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append((char) ('a' + random().nextInt(26)));
    }
    Winnowing winnowing = new Winnowing(5, 1);
    add(winnowing, "same", text.toString());
    AtomicInteger checks = new AtomicInteger();
    AtomicInteger allowed = new AtomicInteger(Integer.MAX_VALUE);
    Runnable check =
        () -> {
          if (checks.incrementAndGet() > allowed.get()) {
            throw new CancellationException();
          }
        };
    Query query = query("passages", winnowing, rule(20), searcher -> check, text.toString());
    IndexSearcher searcher = newSearcher(reader(), false, true, false);
    query.createWeight(searcher, ScoreMode.COMPLETE, 1);
    int lookedUp = checks.getAndSet(0);
    assertTrue(lookedUp + " checks", lookedUp > 60);
    assertEquals(1, searcher.count(query));
    int all = checks.get();
    int terms = winnowing.terms(new PassageText(List.of(text.toString()))).length;
    int counted = 2 * terms / 64 + 1; // The terms twice, and the one document.
    assertEquals(lookedUp + counted + 5, all, 1);
    for (allowed.set(0); allowed.get() < all; allowed.addAndGet(1 + random().nextInt(20))) {
      checks.set(0);
      expectThrows(CancellationException.class, () -> searcher.count(query));
      assertEquals(allowed.get() + 1, checks.get());
    }
  }

  public void testEqualsHashCodeToString() {
    Query query = query(SHORT, rule(20), SHIPS);
    QueryUtils.check(query);
    QueryUtils.checkEqual(query, query(SHORT, rule(20), SHIPS));
    QueryUtils.checkUnequal(query, query(SHORT, rule(21), SHIPS));
    QueryUtils.checkUnequal(query, query(SHORT, rule(20), SHIPS, ""));
    QueryUtils.checkUnequal(query, query(new Winnowing(5, 6), rule(20), SHIPS));
    for (PassageRule rule :
        List.of(
            new PassageRule(20, .1, Share.QUERY, 0),
            new PassageRule(20, 0, Share.DOCUMENT, 0),
            new PassageRule(20, 0, Share.QUERY, 1))) {
      QueryUtils.checkUnequal(query, query(SHORT, rule, SHIPS));
    }
    QueryUtils.checkUnequal(query, query("other", SHORT, rule(20), searcher -> () -> {}, SHIPS));
    QueryUtils.checkEqual(query, query("passages", SHORT, rule(20), ends -> null, SHIPS));
    assertEquals("passages(passages,min_length=20)", query.toString());
    assertEquals(Set.of("passages"), named(query));
  }

  public void testAPassageThatTheTermsCannotFind() {
    assertEquals(
        "[min_length] must be at least [12], which is [shingle] + [window] + 2 of the field, but was"
            + " [11]",
        expectThrows(IllegalArgumentException.class, () -> query(SHORT, rule(11), SHIPS))
            .getMessage());
  }
}
