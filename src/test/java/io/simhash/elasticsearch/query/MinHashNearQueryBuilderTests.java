package io.simhash.elasticsearch.query;

import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.instanceOf;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.ConfirmRule;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.lucene.search.ConfirmedQuery;
import io.simhash.lucene.search.QueryWithTexts;
import io.simhash.lucene.search.SimHashNearQuery;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.index.query.DataRewriteContext;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;

/** The contract of query builders, and the sentences of a shard. */
public class MinHashNearQueryBuilderTests extends NearQueryTestCase<NeighbourOptions> {

  private static final String MAPPING =
      """
      {"_doc": {"properties": {
        "fp": {"type": "simhash"},
        "tags": {"type": "minhash"},
        "tags_alias": {"type": "alias", "path": "tags"},
        "body": {"type": "minhash", "hashes": 84, "bands": 6, "rows": 14,
                 "shingle": {"unit": "character", "size": 5}},
        "parts": {"type": "nested", "properties": {
          "text": {"type": "text"}, "tags": {"type": "minhash"}}}
      }}}
      """;

  private static final String UNRESOLVED =
      "[minhash_near] [like] can be used in a search but not in the filter of an alias, in the"
          + " query of a role or in a stored query: use [values] or [text] there";

  private static final Shingling FIVE = new Shingling(Shingling.Unit.CHARACTER, 5);

  public MinHashNearQueryBuilderTests() {
    super(MAPPING);
  }

  @Override
  protected NearQueryBuilder doCreateTestQueryBuilder() {
    if (randomBoolean()) {
      NearSource text = new NearSource.Text(randomAlphaOfLength(30));
      Integer bands = randomBoolean() ? null : randomFrom(0, 1, 2, 6);
      ConfirmOptions confirm = randomBoolean() ? null : confirm(TEXT_FIELD_NAME, randomTexts());
      return builder("body", text, bands, confirm);
    }
    NearSource values = new NearSource.SetValues(randomList(1, 4, () -> randomAlphaOfLength(3)));
    ConfirmOptions confirm = randomBoolean() ? null : confirm(TEXT_FIELD_NAME, List.of("a text"));
    return builder(
        randomFrom("tags", "tags_alias"),
        values,
        randomBoolean() ? null : randomFrom(0, 1, 24),
        confirm);
  }

  private static List<String> randomTexts() {
    return randomBoolean() ? null : List.of(randomAlphaOfLength(20), "b");
  }

  private static ConfirmOptions confirm(String field, List<String> texts) {
    return new ConfirmOptions(
        field, new ConfirmRule(randomDouble(), randomDouble()), null, null, texts);
  }

  private static NearQueryBuilder builder(
      String field, NearSource members, Integer bands, ConfirmOptions confirm) {
    return builder(
        RandomNear.minHash(
            new NearOptions(field, null, randomDouble(), randomBoolean()),
            members,
            bands,
            confirm));
  }

  @Override
  protected void doAssertLuceneQuery(
      NearQueryBuilder builder, Query made, SearchExecutionContext context) {
    assertTexts(near(builder), made);
    Query query = searched(made);
    Class<? extends Query> expected =
        near(builder).confirm() == null ? SimHashNearQuery.class : ConfirmedQuery.class;
    assertThat(query, anyOf(instanceOf(expected), instanceOf(MatchNoDocsQuery.class)));
    if (near(builder).source() instanceof NearSource.Text && near(builder).confirm() == null) {
      int byDefault = near(builder).options().minSimilarity() < .44 ? 0 : 2;
      Integer typed = near(builder).minMatchingBands();
      int bands = typed == null ? byDefault : typed;
      assertEquals(
          "body:simhash_near(no fingerprint~J>="
              + near(builder).options().minSimilarity()
              + (bands == 0 ? "" : "," + bands + " bands")
              + ",similarity)",
          query.toString());
    }
  }

  /** Those of {@code confirm} or else the query's own text, but no set. */
  private static void assertTexts(NeighbourOptions near, Query made) {
    boolean isSet = near.source() instanceof NearSource.SetValues;
    List<String> texts =
        near.confirm() != null && near.confirm().texts() != null
            ? near.confirm().texts()
            : near.source() instanceof NearSource.Text text ? List.of(text.text()) : List.of();
    assertEquals(
        isSet && near.confirm() == null ? List.of() : texts,
        made instanceof QueryWithTexts query ? query.texts() : List.of());
  }

  @Override
  NearQuery mutated(NeighbourOptions query) {
    return RandomNear.mutate(query);
  }

  public void testDefaults() throws IOException {
    assertEquals(
        builder(RandomNear.minHash(new NearOptions("body", null, .5, false), TEXT, null, null)),
        parseQuery("{\"minhash_near\": {\"field\": \"body\", \"text\": \"the text\"}}"));
    NearQueryBuilder confirmed =
        (NearQueryBuilder)
            parseQuery(
                """
                {"minhash_near": {"field": "body", "text": "the text",
                  "confirm": {"field": "content", "min_containment": 0.9}}}
                """);
    assertEquals(
        new ConfirmOptions("content", new ConfirmRule(0, .9), null, null, null),
        near(confirmed).confirm());
  }

  public void testUnresolvedQueriesKeepTheirMeaningOnTheWireAndAsTyped() throws IOException {
    NearQueryBuilder query =
        builder(
            RandomNear.minHash(
                new NearOptions("body", null, .5, randomBoolean()),
                new NearSource.Like(
                    randomBoolean() ? List.of(STORED) : List.of(STORED, OTHER), randomBoolean()),
                randomBoolean() ? null : 2,
                randomBoolean() ? null : confirm(TEXT_FIELD_NAME, null)));
    assertSerialization(query);
    assertParsedQuery(query.toString(), query);
    try (IndexReaderManager readers = new IndexReaderManager()) {
      SearchExecutionContext context = createSearchExecutionContext(readers.getIndexSearcher());
      assertSame(query, query.rewrite(context));
      QueryShardException e = expectThrows(QueryShardException.class, () -> query.toQuery(context));
      assertEquals(UNRESOLVED, e.getMessage());
    }
    SearchExecutionContext stored = createSearchExecutionContext();
    Exception e = expectThrows(QueryShardException.class, () -> query.toQuery(stored));
    assertEquals(UNRESOLVED, e.getMessage());
    QueryRewriteContext alias = new DataRewriteContext(parserConfig(), null, () -> 0);
    e = expectThrows(IllegalArgumentException.class, () -> query.rewrite(alias));
    assertEquals(UNRESOLVED, e.getMessage());
  }

  public void testNoSignatureMatchesNothingWhereTheFieldsAreRight() throws IOException {
    NearSource none = new NearSource.None("like");
    assertEquals(
        new MatchNoDocsQuery("no document of [like] has a signature"),
        strict("body", none, null, null).toQuery(createSearchExecutionContext()));
    assertEquals(
        new MatchNoDocsQuery("no document of [like] has a signature and a text to confirm with"),
        strict("body", none, null, confirm(TEXT_FIELD_NAME, null))
            .toQuery(createSearchExecutionContext()));
    assertRefused(
        "[confirm.field] must be mapped but [absent] is not; with [ignore_unmapped] [true] such an"
            + " index has no match",
        strict("body", none, null, confirm("absent", null)));
    assertRefused(
        "[field] must be of type [minhash] but [fp] is of type [simhash]",
        strict("fp", none, null, null));
    assertRefused(
        "[like] needs a field outside nested objects but [parts.tags] is inside [parts]: a document"
            + " has a value there for each of its objects",
        strict("parts.tags", none, null, null));
  }

  public void testEmptySetsMatchNothing() throws IOException {
    for (NearSource empty :
        List.of(new NearSource.SetValues(List.of()), new NearSource.Text("..."))) {
      Query query = builder("body", empty, null, null).toQuery(createSearchExecutionContext());
      assertEquals(new MatchNoDocsQuery("the query has no signature"), searched(query));
      assertWarnings(
          "[minhash_near] finds nothing in ["
              + getIndex().getName()
              + "]: the query has no signature");
    }
    assertEquals(
        new MatchNoDocsQuery("the text to confirm with has no shingles"),
        searched(
            builder("body", TEXT, null, confirm(TEXT_FIELD_NAME, List.of("...")))
                .toQuery(createSearchExecutionContext())));
  }

  public void testASignatureThatIsNotComparableCountsAsAbsent() throws IOException {
    Signature other =
        new SignatureParameters(Optional.of(FIVE), new Bands(84, 6, 13)).signature(new long[84]);
    NearSource stored = RandomNear.value(null, other, null);
    assertEquals(
        new MatchNoDocsQuery("the query has no signature"),
        strict("body", stored, null, null).toQuery(createSearchExecutionContext()));
    assertWarnings(
        "[like] has a signature that counts as absent: it is [6:character:5:84:6x13], and [body]"
            + " has signatures with other parameters");
  }

  private static NearQueryBuilder strict(
      String field, NearSource members, Integer bands, ConfirmOptions confirm) {
    return builder(
        RandomNear.minHash(new NearOptions(field, null, .5, false), members, bands, confirm));
  }

  public void testUnmappedFieldsAreIgnoredWhereAsked() throws IOException {
    for (ConfirmOptions confirm : new ConfirmOptions[] {null, confirm("absent", null)}) {
      NearQueryBuilder query =
          builder(
              RandomNear.minHash(
                  new NearOptions(confirm == null ? "absent" : "body", null, .5, true),
                  TEXT,
                  null,
                  confirm));
      SearchExecutionContext context = createSearchExecutionContext();
      context.setAllowUnmappedFields(true);
      assertThat(query.toQuery(context), instanceOf(MatchNoDocsQuery.class));
      assertThat(query.rewrite(context), instanceOf(MatchNoneQueryBuilder.class));
    }
  }
}
