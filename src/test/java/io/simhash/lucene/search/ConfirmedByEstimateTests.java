package io.simhash.lucene.search;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.ConfirmRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import io.simhash.lucene.document.SimHashFields;
import io.simhash.lucene.search.ConfirmedQuery.Confirmation;
import io.simhash.lucene.search.ConfirmedQuery.Estimates;
import io.simhash.lucene.text.TextShingles;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.tests.search.QueryUtils;

/** Confirmed queries that read no text whose estimate is sure, against reading all texts. */
public class ConfirmedByEstimateTests extends NearQueryTestCase {

  private static final TextShingles SHINGLES = new TextShingles(Shingling.AUTO_CHARACTERS, null);
  private static final Query ALL = new MatchAllDocsQuery();

  /** The signatures of the documents that have one. */
  private final Map<String, Signature> signatures = new TreeMap<>();

  private final Set<String> ids = new TreeSet<>();
  private String text;

  /** A text, copies of it with more and more other words, and some without a signature. */
  private IndexReader index(Bands bands) throws IOException {
    String[] words = Stream.generate(this::word).limit(60).toArray(String[]::new);
    text = String.join(" ", words);
    for (int i = 0; i < 120; i++) {
      String[] copy = words.clone();
      for (int changes = i / 3; changes > 0; changes--) {
        copy[random().nextInt(copy.length)] = word();
      }
      add("" + i, String.join(" ", copy), bands, rarely() == false);
    }
    return reader();
  }

  private String word() {
    return random()
        .ints(3 + random().nextInt(5), 'a', 'z' + 1)
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }

  private void add(String id, String text, Bands bands, boolean signed) throws IOException {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    document.add(new StoredField("text", text));
    if (signed) {
      Signature signature = signature(text, bands);
      SimHashFields.of("near", new NearValue(OptionalLong.empty(), Optional.of(signature)))
          .forEach(document::add);
      signatures.put(id, signature);
    }
    ids.add(id);
    writer.addDocument(document);
  }

  private static Signature signature(String text, Bands bands) {
    return new SignatureParameters(Optional.of(SHINGLES.shingling()), bands)
        .ofElements(SHINGLES.hashes(List.of(text)).toArray())
        .orElseThrow();
  }

  private Query confirmed(ConfirmRule rule, Optional<Signature> signature) {
    HashedSet query = SHINGLES.hashes(List.of(text));
    return new ConfirmedQuery(
        ALL,
        new Confirmation("text", SHINGLES, query, rule, signature.map(s -> estimates(rule, s))),
        stored());
  }

  private static Estimates estimates(ConfirmRule rule, Signature signature) {
    return new Estimates(
        "near", signature, rule.sureEstimate(signature.parameters().bands().hashes()));
  }

  private Set<String> readBy(IndexSearcher searcher, Query query) throws IOException {
    read.clear();
    searcher.search(query, 1_000);
    return new TreeSet<>(read);
  }

  public void testFindsWhatReadingAllTextsFinds() throws IOException {
    Bands bands = random().nextBoolean() ? Bands.DEFAULT : new Bands(256, 24, 2);
    IndexSearcher searcher = newSearcher(index(bands), false);
    Signature own = signature(text, bands);
    for (double min : new double[] {0, .2, .44, .5, .6, .8, .9}) {
      ConfirmRule rule = new ConfirmRule(min, 0);
      Query query = confirmed(rule, Optional.of(own));
      assertSameHits(
          "" + min, hits(searcher, confirmed(rule, Optional.empty())), hits(searcher, query));
      double sure = rule.sureEstimate(bands.hashes());
      Set<String> unsure = new TreeSet<>(ids);
      signatures.forEach(
          (id, signature) -> {
            if (similarity(own, signature) >= sure) {
              unsure.remove(id);
            }
          });
      assertEquals("" + min, unsure, readBy(searcher, query));
      assertTrue(min + ": " + unsure.size(), unsure.size() < ids.size());
    }
  }

  /** No estimate tells a containment, or that a text is the same. */
  public void testReadsAllWhereNoEstimateIsSure() throws IOException {
    IndexReader reader = index(Bands.DEFAULT);
    Optional<Signature> own = Optional.of(signature(text, Bands.DEFAULT));
    IndexSearcher searcher = newSearcher(reader, false);
    for (ConfirmRule rule :
        List.of(new ConfirmRule(.5, .1), new ConfirmRule(1, 0), new ConfirmRule(.99, 0))) {
      assertEquals(rule.toString(), ids, readBy(searcher, confirmed(rule, own)));
    }
    ConfirmRule half = new ConfirmRule(.5, 0);
    assertEquals(ids, readBy(searcher, confirmed(half, Optional.empty())));
    Signature other = signature(text, new Bands(96, 16, 2));
    assertEquals("not comparable", ids, readBy(searcher, confirmed(half, Optional.of(other))));
    for (String hidden :
        List.of(
            "text",
            SimHashFields.signatureField("near"),
            SimHashFields.signatureRestField("near"))) {
      read.clear();
      newSearcher(hiding(reader, hidden), false).search(confirmed(half, own), 1_000);
      assertEquals(hidden, ids.size(), read.size());
    }
  }

  public void testExplainsWhatASearchDoesNotRead() throws IOException {
    IndexReader reader = index(Bands.DEFAULT);
    add("same", text, Bands.DEFAULT, true);
    add("unsigned", text, Bands.DEFAULT, false);
    reader = reader();
    Query query = confirmed(new ConfirmRule(.5, 0), Optional.of(signature(text, Bands.DEFAULT)));
    IndexSearcher searcher = new IndexSearcher(reader);
    Explanation same = explain(searcher, query, "same");
    assertTrue(same.isMatch());
    assertEquals(
        "confirmed by its estimate, at least 0.5963541666666666: not read by a search, computed as"
            + " its score from:",
        same.getDescription());
    assertEquals(1.0, same.getDetails()[1].getValue());
    assertEquals(
        "confirmed by the text, computed as its score from:",
        explain(searcher, query, "unsigned").getDescription());
  }

  public void testIsAWellBehavedLuceneQuery() throws IOException {
    IndexReader reader = index(Bands.DEFAULT);
    Optional<Signature> own = Optional.of(signature(text, Bands.DEFAULT));
    ConfirmRule half = new ConfirmRule(.5, 0);
    QueryUtils.check(random(), confirmed(half, own), newSearcher(reader));
    QueryUtils.checkEqual(confirmed(half, own), confirmed(half, own));
    QueryUtils.checkUnequal(confirmed(half, own), confirmed(half, Optional.empty()));
  }
}
