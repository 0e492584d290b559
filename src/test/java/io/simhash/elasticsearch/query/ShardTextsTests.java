package io.simhash.elasticsearch.query;

import io.simhash.core.near.ConfirmRule;
import io.simhash.core.passage.PassageRule;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.elasticsearch.mapper.NearDuplicateMappingTestCase;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.lucene.search.SharedPassagesQuery;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.search.IndexSearcher;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.query.SearchExecutionContext;

/** The memory of the texts of one shard request. */
public class ShardTextsTests extends NearDuplicateMappingTestCase {

  /** Records what is used, and the most that was. */
  private static final class Breaker extends NoopCircuitBreaker {

    private final long limit;
    private long used;
    private long peak;

    Breaker(long limit) {
      super(CircuitBreaker.REQUEST);
      this.limit = limit;
    }

    @Override
    public void addEstimateBytesAndMaybeBreak(long bytes, String label) {
      if (used + bytes > limit) {
        throw new CircuitBreakingException(label, bytes, limit, Durability.TRANSIENT);
      }
      addWithoutBreaking(bytes);
    }

    @Override
    public void addWithoutBreaking(long bytes) {
      used += bytes;
      peak = Math.max(peak, used);
    }
  }

  public ShardTextsTests() {
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
                        .endObject()
                        .startObject("passages")
                        .field("type", "passages")
                        .endObject()));
    return new SearchExecutionContext(
        createSearchExecutionContext(service, new IndexSearcher(new MultiReader())), breaker);
  }

  private static void query(SearchExecutionContext context, NearSource source, String confirm)
      throws IOException {
    ConfirmOptions clause =
        confirm == null
            ? null
            : new ConfirmOptions("content", new ConfirmRule(.5, 0), null, null, List.of(confirm));
    NeighbourOptions near =
        RandomNear.simHash(
            new NearOptions("field", 3, null, false),
            source,
            DistanceScore.RECIPROCAL,
            null,
            clause);
    new NearQueryBuilder(near, TestResolver.create()).toQuery(context);
  }

  /** 32 bytes for each character while it is cut, 8 bytes for each shingle until the end. */
  public void testShinglesOfCharacters() throws IOException {
    Breaker breaker = new Breaker(1L << 40);
    SearchExecutionContext context = context(breaker);
    query(context, RandomNear.value(1L, null, null), randomAlphaOfLength(100_000));
    assertTrue("the work " + breaker.peak, breaker.peak >= 100_000 * ShardTexts.CUTTING);
    assertTrue("the set " + breaker.used, breaker.used > 700_000 && breaker.used < 900_000);
    context.releaseQueryConstructionMemory();
    assertEquals(0, breaker.used);
  }

  public void testAnalysisIsAccountedWhileItRuns() throws IOException {
    Breaker breaker = new Breaker(1L << 40);
    query(context(breaker), new NearSource.Text("a text ".repeat(10_000)), null);
    assertWarnings(
        "[simhash_near] finds nothing in [index]: [text] has no fingerprint, and signatures are not"
            + " compared");
    assertTrue("the work " + breaker.peak, breaker.peak >= 70_000 * ShardTexts.ANALYSIS);
    assertTrue("nothing is left of it " + breaker.used, breaker.used < 10_000);
  }

  /** 150 bytes for each character, and the search for candidates, until the end. */
  public void testTextsWhosePassagesAreCompared() throws IOException {
    PassageRule rule = new PassageRule(150, 0, PassageRule.Share.QUERY, 0);
    NearSource texts = new NearSource.SetValues(List.of("a text ".repeat(9_000), "another"));
    NearQueryBuilder query =
        new NearQueryBuilder(
            new SharedPassagesOptions("", "passages", texts, rule, false), TestResolver.create());
    Breaker breaker = new Breaker(1L << 40);
    SearchExecutionContext context = context(breaker);
    query.toQuery(context);
    long candidates = SharedPassagesQuery.bytes(context.searcher(), 63_007);
    assertTrue("used " + breaker.used, breaker.used >= 63_007 * 150 + candidates);
    context.releaseQueryConstructionMemory();
    assertEquals(0, breaker.used);
    SearchExecutionContext full = context(new Breaker(9_000_000));
    expectThrows(CircuitBreakingException.class, () -> query.toQuery(full));
  }

  /** U+FDFA is 18 characters in normal form, 15 of them letters. */
  public void testCharactersThatBecomeMany() throws IOException {
    Breaker breaker = new Breaker(1L << 40);
    query(context(breaker), RandomNear.value(1L, null, null), "\ufdfa".repeat(10_000));
    assertTrue("the work " + breaker.peak, breaker.peak >= 180_000 * ShardTexts.CUTTING);
  }

  public void testAFullBreaker() throws IOException {
    Breaker breaker = new Breaker(10_000_000);
    SearchExecutionContext context = context(breaker);
    NearSource text = new NearSource.Text("a text ".repeat(10_000));
    expectThrows(CircuitBreakingException.class, () -> query(context, text, null));
    assertEquals(0, breaker.used);
  }
}
