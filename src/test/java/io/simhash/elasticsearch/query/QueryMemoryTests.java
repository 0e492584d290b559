package io.simhash.elasticsearch.query;

import io.simhash.core.simhash.DistanceScore;
import io.simhash.elasticsearch.mapper.NearDuplicateMappingTestCase;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.search.IndexSearcher;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.rest.RestStatus;

/** The memory and the length of the texts of one shard request. */
public class QueryMemoryTests extends NearDuplicateMappingTestCase {

  /** Records what is used, and the most that was. */
  private static class Breaker extends NoopCircuitBreaker {

    private final long limit;
    private long used;
    private long peak;

    Breaker(long limit) {
      super(CircuitBreaker.REQUEST);
      this.limit = limit;
    }

    @Override
    public void addEstimateBytesAndMaybeBreak(long bytes, String label) {
      addWithoutBreaking(bytes);
    }

    @Override
    public void addWithoutBreaking(long bytes) {
      used += bytes;
      peak = Math.max(peak, used);
    }

    @Override
    public long getUsed() {
      return used;
    }

    @Override
    public long getLimit() {
      return limit;
    }
  }

  private final QueryTexts node = new QueryTexts(100_000_000);
  private final Resolver resolver = new Resolver(() -> null, node, new NearRequests());

  public QueryMemoryTests() {
    super("simhash");
  }

  private SearchExecutionContext context(Breaker breaker) throws IOException {
    MapperService service =
        createMapperService(
            mapping(
                b ->
                    b.startObject("field")
                        .field("type", "simhash")
                        .field("analyzer", "standard")
                        .endObject()
                        .startObject("content")
                        .field("type", "text")
                        .endObject()));
    return new SearchExecutionContext(
        createSearchExecutionContext(service, new IndexSearcher(new MultiReader())), breaker);
  }

  private void query(SearchExecutionContext context, FingerprintSource source, String confirm)
      throws IOException {
    ConfirmClause clause =
        confirm == null ? null : new ConfirmClause("content", .5, 0, null, List.of(confirm));
    SimHashNear near =
        new SimHashNear("field", source, 3, null, DistanceScore.RECIPROCAL, null, clause, false);
    new NearQueryBuilder(near, resolver).toQuery(context);
  }

  private void confirm(SearchExecutionContext context, String text) throws IOException {
    query(context, new FingerprintSource.Value(1L, null, null), text);
  }

  private static String text(int length) {
    return randomAlphaOfLength(length);
  }

  public void testEqualTextsAreAccountedOnce() throws IOException {
    Breaker breaker = new Breaker(1L << 40);
    SearchExecutionContext context = context(breaker);
    String text = text(100_000);
    confirm(context, text);
    long one = breaker.used;
    assertTrue("the work " + breaker.peak, breaker.peak >= 100_000 * QueryMemory.CUTTING);
    assertTrue("8 bytes a shingle " + one, one > 700_000 && one < 900_000);
    breaker.peak = 0;
    confirm(context, text);
    assertTrue("a clause " + breaker.used, breaker.used < one + 10_000);
    assertTrue("no work " + breaker.peak, breaker.peak < one + 10_000);
    confirm(context, text(100_000));
    assertTrue("another text " + breaker.used, breaker.used > one * 1.9);
    context.releaseQueryConstructionMemory();
    assertEquals(0, breaker.used);

    Breaker other = new Breaker(1L << 40);
    confirm(context(other), text);
    assertTrue("another request, without work", other.used > 700_000 && other.peak < 900_000);
  }

  public void testAnalysisIsAccountedWhileItRuns() throws IOException {
    Breaker breaker = new Breaker(1L << 40);
    query(context(breaker), new FingerprintSource.Text("a text ".repeat(10_000)), null);
    assertTrue("the work " + breaker.peak, breaker.peak >= 70_000 * QueryMemory.ANALYSIS);
    assertTrue("the result " + breaker.used, breaker.used < 10_000);
  }

  public void testHalfOfTheBreakerIsLeftToOthers() throws IOException {
    Breaker breaker = new Breaker(10_000_000);
    SearchExecutionContext context = context(breaker);
    confirm(context, text(100_000));
    long used = breaker.used;
    breaker.used = 4_000_000;
    String text = text(100_000);
    CircuitBreakingException e =
        expectThrows(CircuitBreakingException.class, () -> confirm(context, text));
    assertEquals(RestStatus.TOO_MANY_REQUESTS, e.status());
    assertEquals(CircuitBreaker.Durability.TRANSIENT, e.getDurability());
    assertEquals(7_200_000, e.getBytesWanted());
    assertEquals(5_000_000, e.getByteLimit());
    assertEquals(
        "long texts of near queries may use memory up to half of the limit of the circuit breaker"
            + " [request], [4.7mb], but all requests together would use [6.8mb]: use shorter texts,"
            + " or fewer at a time",
        e.getMessage());
    assertEquals("nothing is left of it", 4_000_000, breaker.used);
    breaker.used = used;
    confirm(context, text);
    breaker.used = 9_000_000;
    confirm(context, text(6_000));
  }

  /** Two requests that add at the same time do not both pass. */
  public void testWhatOthersAddMeanwhileCounts() throws IOException {
    Breaker breaker =
        new Breaker(10_000_000) {
          @Override
          public void addEstimateBytesAndMaybeBreak(long bytes, String label) {
            addWithoutBreaking(bytes + 3_000_000);
          }
        };
    SearchExecutionContext context = context(breaker);
    expectThrows(CircuitBreakingException.class, () -> confirm(context, text(100_000)));
    assertEquals("of the other one", 3_000_000, breaker.used);
  }

  /** As for {@code inner_hits}, which make a query twice. */
  public void testTheTextOfOneQueryCountsOnce() throws IOException {
    SearchExecutionContext context = context(new Breaker(-1));
    FingerprintSource source = new FingerprintSource.Value(1L, null, null);
    ConfirmClause clause = new ConfirmClause("content", .5, 0, null, List.of(text(999_999), "a"));
    NearQueryBuilder query =
        new NearQueryBuilder(
            new SimHashNear(
                "field", source, 3, null, DistanceScore.RECIPROCAL, null, clause, false),
            resolver);
    for (int i = 0; i < 6; i++) {
      query.toQuery(context);
    }
  }

  public void testAllTextsOfARequestTogether() throws IOException {
    SearchExecutionContext context = context(new Breaker(-1));
    String text = text(1_000_000);
    for (int i = 0; i < 5; i++) {
      confirm(context, text);
    }
    QueryShardException e = expectThrows(QueryShardException.class, () -> confirm(context, "a"));
    assertEquals(
        "the near queries of one request must carry at most [5000000] characters of text but"
            + " carried at least [5000001]",
        e.getMessage());
    confirm(context(new Breaker(-1)), text);
  }
}
