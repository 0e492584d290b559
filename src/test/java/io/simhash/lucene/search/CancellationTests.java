package io.simhash.lucene.search;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.apache.lucene.tests.search.QueryUtils;

/** Long loops over documents check whether their search was cancelled. */
public class CancellationTests extends NearQueryTestCase {

  private static final int DOCUMENTS = 10_000;

  private static final class Cancelled extends RuntimeException {}

  private final AtomicInteger checks = new AtomicInteger();
  private volatile int allowed = Integer.MAX_VALUE;

  private final Function<IndexSearcher, Runnable> counting =
      searcher ->
          () -> {
            if (checks.incrementAndGet() > allowed) {
              throw new Cancelled();
            }
          };

  private static Signature signature() {
    return new SignatureParameters(Optional.empty(), new Bands(64, 16, 2))
        .ofElements(new long[] {1, 2, 3})
        .orElseThrow();
  }

  private static SimHashNearQuery minHash(Function<IndexSearcher, Runnable> cancellation) {
    return new SimHashNearQuery(
        "tags",
        new NearValue(OptionalLong.empty(), Optional.of(signature())),
        new NearRule.Similar(1, 0, 64),
        DistanceScore.SIMILARITY,
        cancellation);
  }

  private static SimHashNearQuery simHash(Function<IndexSearcher, Runnable> cancellation) {
    return new SimHashNearQuery(
        "fp",
        new NearValue(0, Optional.empty()),
        new NearRule.Radius(64),
        DistanceScore.RECIPROCAL,
        cancellation);
  }

  private IndexReader documents() throws IOException {
    for (int i = 0; i < DOCUMENTS; i++) {
      Document document = new Document();
      NearValue set = new NearValue(OptionalLong.empty(), Optional.of(signature()));
      SimHashFields.of("tags", set).forEach(document::add);
      SimHashFields.of("fp", new NearValue(i, Optional.empty())).forEach(document::add);
      writer.addDocument(document);
    }
    writer.forceMerge(1);
    return writer.getReader();
  }

  /** A filter of an aggregation runs whole segments without a check by the search. */
  public void testLooksEveryFewThousandDocuments() throws IOException {
    try (IndexReader reader = documents()) {
      // Without threads: they would share a segment, and each counts its own documents.
      IndexSearcher searcher = newSearcher(reader, false, true, false);
      searcher.setQueryCache(null);
      for (Query query : List.of(minHash(counting), simHash(counting))) {
        checks.set(0);
        allowed = Integer.MAX_VALUE;
        assertEquals(DOCUMENTS, searcher.count(query));
        assertTrue(query + " looked " + checks + " times", checks.get() >= 4 && checks.get() < 20);
        checks.set(0);
        allowed = 1;
        expectThrows(Cancelled.class, () -> searcher.count(query));
        assertEquals(2, checks.get());
      }
    }
  }

  /** A query with a cancellation is equal to the same query without it, and cached as well. */
  public void testIsNoPartOfAQuery() throws IOException {
    QueryUtils.checkEqual(minHash(s -> () -> {}), minHash(counting));
    QueryUtils.checkEqual(simHash(s -> () -> {}), simHash(counting));
    try (IndexReader reader = documents()) {
      IndexSearcher searcher = newSearcher(reader);
      for (Query query : List.of(minHash(counting), simHash(counting))) {
        Weight weight = query.createWeight(searcher, ScoreMode.COMPLETE_NO_SCORES, 1);
        assertTrue(weight.isCacheable(reader.leaves().getFirst()));
      }
    }
  }
}
