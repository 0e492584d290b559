package io.simhash.elasticsearch.query;

import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.ConfirmRule;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.elasticsearch.mapper.SimHashFieldType;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.DocumentReference;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.lucene.search.ConfirmedQuery;
import io.simhash.lucene.search.SimHashNearQuery;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.index.query.DataRewriteContext;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.Rewriteable;
import org.elasticsearch.index.query.SearchExecutionContext;

/** The contract of query builders, and the sentences of a shard. */
public class SimHashNearQueryBuilderTests extends NearQueryTestCase<NeighbourOptions> {

  private static final String UNRESOLVED =
      "[simhash_near] [like] and [document] can be used in a search but not in the filter of an"
          + " alias, in the query of a role or in a stored query: use [fingerprint] there";

  private static final String MAPPING =
      """
      {"_doc": {"properties": {
        "fp": {"type": "simhash"},
        "fp_text": {"type": "simhash", "analyzer": "standard"},
        "fp_alias": {"type": "alias", "path": "fp"},
        "tags": {"type": "minhash"},
        "body": {"type": "minhash", "shingle": {"unit": "character", "size": 5}},
        "parts": {"type": "nested", "properties": {
          "fp": {"type": "simhash"}, "tags": {"type": "minhash"}}}
      }}}
      """;

  public SimHashNearQueryBuilderTests() {
    super(MAPPING);
  }

  @Override
  protected NearQueryBuilder doCreateTestQueryBuilder() {
    boolean text = randomBoolean();
    NearSource source = text ? RandomNear.text() : RandomNear.value();
    String field = text ? "fp_text" : randomFrom("fp", "fp_text", "fp_alias");
    return builder(
        field,
        source,
        randomBoolean() ? null : RandomNear.minHash(),
        RandomNear.confirm(TEXT_FIELD_NAME));
  }

  private static NearQueryBuilder builder(String field, NearSource source, MinHashClause minHash) {
    return builder(field, source, minHash, null);
  }

  private static NearQueryBuilder builder(
      String field, NearSource source, MinHashClause minHash, ConfirmOptions confirm) {
    // An option that the value cannot be compared by is refused.
    boolean isSigned =
        source instanceof NearSource.Value == false
            || ((NearSource.Value) source).near().signature().isPresent();
    boolean hasDistance =
        source instanceof NearSource.Value == false
            || ((NearSource.Value) source).near().fingerprint().isPresent();
    return builder(
        RandomNear.simHash(
            new NearOptions(
                field,
                hasDistance && randomBoolean() ? randomIntBetween(0, 64) : null,
                isSigned && randomBoolean() ? Math.max(.01, RandomNear.fraction()) : null,
                randomBoolean()),
            source,
            randomFrom(DistanceScore.values()),
            minHash,
            confirm));
  }

  /** What must be resolved before a shard can have it. */
  private static NearQueryBuilder randomUnresolved() {
    List<DocumentReference> documents =
        randomList(
            1,
            4,
            () ->
                new DocumentReference(
                    randomBoolean() ? "news" : "",
                    Integer.toString(randomIntBetween(1, 3)),
                    randomBoolean() ? null : "here"));
    NearSource like = new NearSource.Like(documents, randomBoolean());
    Map<String, Object> source = Map.of("content", "text", "n", 7, "deep", List.of(Map.of("a", 1)));
    ConfirmOptions confirm =
        new ConfirmOptions(
            TEXT_FIELD_NAME,
            new ConfirmRule(.5, 0),
            randomBoolean() ? null : RandomNear.size(),
            null,
            null);
    return switch (randomIntBetween(0, 3)) {
      case 0 -> builder("fp", like, null);
      case 3 -> builder("fp", like, RandomNear.minHash(), confirm);
      case 1 -> builder("fp", new NearSource.PipelineDocument(source, "p"), RandomNear.minHash());
      default ->
          builder(
              "fp",
              like,
              new MinHashClause(
                  "tags", new NearSource.Like(documents.subList(0, 1), false), .5, .5));
    };
  }

  public void testUnresolvedQueriesKeepTheirMeaningOnTheWireAndAsTyped() throws IOException {
    for (int i = 0; i < NUMBER_OF_TESTQUERIES; i++) {
      NearQueryBuilder query = randomUnresolved();
      assertSerialization(query);
      assertParsedQuery(query.toString(), query);
    }
  }

  /** Without a reader: when the filter of an alias is put, or a percolator stores a query. */
  public void testUnresolvedQueriesCannotBeStored() {
    SearchExecutionContext context = createSearchExecutionContext();
    assertNull(context.getIndexReader());
    for (int i = 0; i < NUMBER_OF_TESTQUERIES; i++) {
      NearQueryBuilder query = randomUnresolved();
      QueryBuilder deep = QueryBuilders.boolQuery().filter(query);
      Exception e =
          expectThrows(
              QueryShardException.class,
              () -> Rewriteable.rewrite(deep, context, true).toQuery(context));
      assertEquals(UNRESOLVED, e.getMessage());
    }
  }

  /** The filter of an alias that was put before this was refused; the query of a role. */
  public void testUnresolvedQueriesAreNotResolvedForAShard() {
    for (QueryRewriteContext context :
        List.of(
            new DataRewriteContext(parserConfig(), null, () -> 0),
            new QueryRewriteContext(parserConfig(), null, () -> 0))) {
      Exception e =
          expectThrows(IllegalArgumentException.class, () -> randomUnresolved().rewrite(context));
      assertEquals(UNRESOLVED, e.getMessage());
      assertFalse(context.hasAsyncActions());
    }
  }

  public void testNoFingerprintMatchesNothingAndKeepsItsMeaningOnTheWire() throws IOException {
    ConfirmOptions confirm =
        new ConfirmOptions(TEXT_FIELD_NAME, new ConfirmRule(.5, 0), null, null, null);
    NearSource like = new NearSource.None("like");
    assertNothing(
        "no document of [like] has a fingerprint or a signature", builder("fp", like, null));
    assertNothing(
        "no document of [like] has a fingerprint or a signature and a text to confirm with",
        builder("fp", like, null, confirm));
    NearSource document = new NearSource.None("document");
    assertNothing(
        "[document] has neither a fingerprint nor a signature",
        builder("fp", document, null, confirm));
  }

  private void assertNothing(String reason, NearQueryBuilder query) throws IOException {
    assertSerialization(query);
    assertEquals(
        new MatchNoDocsQuery(reason), searched(query.toQuery(createSearchExecutionContext())));
    if (reason.startsWith("[")) {
      assertWarnings("[simhash_near] finds nothing in [" + getIndex().getName() + "]: " + reason);
    }
  }

  @Override
  protected void doAssertLuceneQuery(
      NearQueryBuilder builder, Query made, SearchExecutionContext context) {
    NeighbourOptions near = near(builder);
    Query query = searched(made);
    SimHashFieldType field = (SimHashFieldType) context.getFieldType(near.options().field());
    Optional<NearValue> value = value(near, field);
    if (value.isEmpty()) {
      assertEquals(MatchNoDocsQuery.class, query.getClass());
    } else if (near.minHash() == null && near.confirm() == null) {
      NearRule rule = near.rule(value.get().signature().isPresent());
      assertEquals(
          new SimHashNearQuery(field.name(), value.get(), rule, near.score(), s -> () -> {}),
          query);
    } else {
      assertThat(
          query,
          anyOf(
              instanceOf(near.confirm() == null ? BooleanQuery.class : ConfirmedQuery.class),
              instanceOf(MatchNoDocsQuery.class)));
    }
  }

  /** The value that is compared; empty if the text has none. */
  private static Optional<NearValue> value(NeighbourOptions near, SimHashFieldType field) {
    if (near.source() instanceof NearSource.Text text) {
      OptionalLong fingerprint =
          field.hasher().fingerprinter().orElseThrow().of(text.text()).fingerprint();
      // Not made where the fingerprint decides alone.
      Optional<Signature> signature =
          near.options().rule(true) instanceof NearRule.Similar
              ? field.hasher().minHasher().orElseThrow().of(List.of(text.text()))
              : Optional.empty();
      return fingerprint.isEmpty() && signature.isEmpty()
          ? Optional.empty()
          : Optional.of(new NearValue(fingerprint, signature));
    }
    return Optional.of(((NearSource.Value) near.source()).near());
  }

  @Override
  NearQuery mutated(NeighbourOptions query) {
    return RandomNear.mutate(query);
  }

  private static NearSource.Value value(long fingerprint) {
    return RandomNear.value(fingerprint, null, null);
  }

  public void testDefaults() throws IOException {
    NearQueryBuilder query =
        (NearQueryBuilder)
            parseQuery("{\"simhash_near\": {\"field\": \"fp\", \"fingerprint\": 7}}");
    assertEquals(
        builder(
            RandomNear.simHash(
                new NearOptions("fp", null, null, false),
                value(7),
                DistanceScore.SIMILARITY,
                null,
                null)),
        query);
  }

  public void testWhatComesWithAFingerprint() throws IOException {
    Signature signature = RandomNear.signature();
    String typed =
        """
        {"simhash_near": {"field": "fp", "fingerprint": 7, "signature": "%s", "profile": "mine",
          "max_distance": 20, "min_similarity": 0.7, "score": "linear"}}
        """;
    NeighbourOptions parsed =
        near((NearQueryBuilder) parseQuery(typed.formatted(signature.toBase64())));
    assertEquals(RandomNear.value(7L, signature, "mine"), parsed.source());
    assertEquals(Integer.valueOf(20), parsed.options().maxDistance());
    assertEquals(Double.valueOf(.7), parsed.options().minSimilarity());
    assertEquals(DistanceScore.LINEAR, parsed.score());
  }

  public void testEveryWayToTypeAFingerprint() throws IOException {
    for (String typed :
        List.of(
            "\"ffffffffffffff00\"",
            "\"0xFFFFFFFFFFFFFF00\"",
            "\"" + "1".repeat(56) + "00000000\"",
            "-256",
            "18446744073709551360")) {
      NearQueryBuilder query =
          (NearQueryBuilder)
              parseQuery("{\"simhash_near\": {\"field\": \"fp\", \"fingerprint\": " + typed + "}}");
      assertEquals(typed, value(-256), near(query).source());
    }
  }

  public void testLikeIsWrittenAsTyped() throws IOException {
    DocumentReference a = new DocumentReference("news", "42", null);
    DocumentReference b = new DocumentReference("news", "43", "7");
    String one = "{\"_index\":\"news\",\"_id\":\"42\"}";
    String other = "{\"_index\":\"news\",\"_id\":\"43\",\"routing\":\"7\"}";
    assertLikeIsWritten(List.of(a), "42", one);
    assertLikeIsWritten(List.of(a, b), "42", "[" + one + "," + other + "]");
    assertLikeIsWritten(List.of(new DocumentReference("", "42", null)), "42", "{\"_id\":\"42\"}");
    assertLikeIsWritten(List.of(a, a), "\"42\"", "[" + one + "," + one + "]");
  }

  /** Integers count as their digits. */
  private void assertLikeIsWritten(List<DocumentReference> documents, String id, String like)
      throws IOException {
    String typed =
        like.replace("\"_id\":\"42\"", "\"_id\":" + id)
            .replace("\"routing\":\"7\"", "\"routing\":7");
    NearQueryBuilder query =
        (NearQueryBuilder)
            parseQuery("{\"simhash_near\": {\"field\": \"fp\", \"like\": " + typed + "}}");
    assertEquals(new NearSource.Like(documents, false), near(query).source());
    assertTrue(
        query.toString(),
        query.toString().replaceAll("\\s", "").contains("\"like\":" + like + ","));
  }

  public void testATextWithoutFeaturesMatchesNothing() throws IOException {
    NearQueryBuilder empty =
        (NearQueryBuilder)
            parseQuery("{\"simhash_near\": {\"field\": \"fp_text\", \"text\": \" … \"}}");
    assertNothing("[text] has neither a fingerprint nor a signature", empty);
    // The text has a signature, which the rule does not ask for.
    NearQueryBuilder byDistance =
        (NearQueryBuilder)
            parseQuery(
                "{\"simhash_near\": {\"field\": \"fp_text\", \"text\": \"one\","
                    + " \"max_distance\": 64}}");
    assertNothing("[text] has no fingerprint, and signatures are not compared", byDistance);
  }

  public void testASignatureInMinHashThatIsNotComparableCountsAsAbsent() throws IOException {
    Signature other =
        new SignatureParameters(Optional.empty(), new Bands(64, 1, 2)).signature(new long[64]);
    NearSource stored = RandomNear.value(null, other, null);
    NearQueryBuilder near = builder("fp", value(1), new MinHashClause("tags", stored, .1, .5));
    Query query = near.toQuery(createSearchExecutionContext());
    assertThat(query.toString(), containsString("[minhash] has no signature"));
    assertWarnings(
        "[minhash.like] has a signature that counts as absent: it is [6:none:64:1x2], and [tags]"
            + " has signatures with other parameters");
  }

  public void testUnmappedFieldsAreIgnoredWhereAsked() throws IOException {
    for (MinHashClause minHash :
        Arrays.asList(null, new MinHashClause("absent", new NearSource.Text("text"), 0, 1))) {
      NearQueryBuilder query =
          builder(
              RandomNear.simHash(
                  new NearOptions(minHash == null ? "absent" : "fp", 3, null, true),
                  value(1),
                  DistanceScore.LINEAR,
                  minHash,
                  null));
      SearchExecutionContext context = createSearchExecutionContext();
      context.setAllowUnmappedFields(true);
      assertThat(query.toQuery(context), instanceOf(MatchNoDocsQuery.class));
      assertThat(query.rewrite(context), instanceOf(MatchNoneQueryBuilder.class));
    }
  }
}
