package io.simhash.elasticsearch.query;

import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.instanceOf;

import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.elasticsearch.SimHashPlugin;
import io.simhash.lucene.search.ConfirmedQuery;
import io.simhash.lucene.search.SimHashNearQuery;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.AbstractQueryTestCase;

/** The contract of query builders, and the sentences of a shard. */
public class SimHashNearQueryBuilderTests extends AbstractQueryTestCase<NearQueryBuilder> {

  private static final Resolver NO_PIPELINES = new Resolver(() -> null);

  private static final String MAPPING =
      """
      {"_doc": {"properties": {
        "fp": {"type": "simhash"},
        "fp_text": {"type": "simhash", "analyzer": "standard"},
        "fp_alias": {"type": "alias", "path": "fp"},
        "tags": {"type": "minhash"},
        "body": {"type": "minhash", "shingle": {"unit": "character", "size": 5}}
      }}}
      """;

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(SimHashPlugin.class);
  }

  @Override
  protected void initializeAdditionalMappings(MapperService mapperService) throws IOException {
    mapperService.merge(
        "_doc", new CompressedXContent(MAPPING), MapperService.MergeReason.MAPPING_UPDATE);
  }

  @Override
  protected NearQueryBuilder doCreateTestQueryBuilder() {
    boolean text = randomBoolean();
    FingerprintSource source =
        text
            ? new FingerprintSource.Text(randomAlphaOfLength(20))
            : new FingerprintSource.Value(randomLong());
    String field = text ? "fp_text" : randomFrom("fp", "fp_text", "fp_alias");
    return builder(field, source, randomBoolean() ? null : randomMinHash(), randomConfirm());
  }

  private static ConfirmClause randomConfirm() {
    Shingling shingling =
        new Shingling(randomFrom(Shingling.Unit.values()), randomIntBetween(1, 32));
    List<String> texts = randomList(1, 3, () -> randomAlphaOfLength(20));
    return randomBoolean()
        ? null
        : new ConfirmClause(TEXT_FIELD_NAME, randomFraction(), randomFraction(), shingling, texts);
  }

  private static NearQueryBuilder builder(
      String field, FingerprintSource source, MinHashClause minHash) {
    return builder(field, source, minHash, null);
  }

  private static NearQueryBuilder builder(
      String field, FingerprintSource source, MinHashClause minHash, ConfirmClause confirm) {
    return new NearQueryBuilder(
        new SimHashNear(
            field,
            source,
            randomIntBetween(0, 64),
            randomFrom(DistanceScore.values()),
            minHash,
            confirm,
            randomBoolean()),
        NO_PIPELINES);
  }

  private static MinHashClause randomMinHash() {
    if (randomBoolean()) {
      return new MinHashClause(
          "body", new SetSource.Text(randomAlphaOfLength(30)), randomFraction(), randomFraction());
    }
    List<String> values = randomList(0, 4, () -> randomAlphaOfLength(3));
    return new MinHashClause(
        "tags", new SetSource.Values(values), randomFraction(), randomFraction());
  }

  private static double randomFraction() {
    return randomFrom(0.0, 1.0, randomDouble());
  }

  /** What must be resolved before a shard can have it. */
  private static NearQueryBuilder randomUnresolved() {
    List<DocumentReference> documents =
        randomList(
            1,
            4,
            () ->
                new DocumentReference(
                    "news",
                    Integer.toString(randomIntBetween(1, 3)),
                    randomBoolean() ? null : "here"));
    FingerprintSource like = new FingerprintSource.Like(documents, randomBoolean());
    Map<String, Object> source = Map.of("content", "text", "n", 7, "deep", List.of(Map.of("a", 1)));
    ConfirmClause confirm =
        new ConfirmClause(TEXT_FIELD_NAME, .5, 0, ConfirmClause.DEFAULT_SHINGLING, null);
    return switch (randomIntBetween(0, 3)) {
      case 0 -> builder("fp", like, null);
      case 3 -> builder("fp", like, randomMinHash(), confirm);
      case 1 -> builder("fp", new FingerprintSource.Document(source, "p"), randomMinHash());
      default ->
          builder(
              "fp",
              like,
              new MinHashClause("tags", new SetSource.Like(documents.subList(0, 1)), .5, .5));
    };
  }

  public void testUnresolvedQueriesKeepTheirMeaningOnTheWireAndAsTyped() throws IOException {
    for (int i = 0; i < NUMBER_OF_TESTQUERIES; i++) {
      NearQueryBuilder query = randomUnresolved();
      assertSerialization(query);
      assertParsedQuery(query.toString(), query);
    }
  }

  public void testAStoredSignatureKeepsItsMeaningOnTheWire() throws IOException {
    SetSource stored = new SetSource.Stored(randomBoolean() ? null : "AQID", List.of("00a", "01b"));
    assertSerialization(
        builder("fp", new FingerprintSource.Value(1), new MinHashClause("tags", stored, 0, 1)));
  }

  public void testUnresolvedQueriesAreRefusedByAShard() throws IOException {
    NearQueryBuilder query = randomUnresolved();
    try (IndexReaderManager readers = new IndexReaderManager()) {
      SearchExecutionContext context = createSearchExecutionContext(readers.getIndexSearcher());
      assertSame(query, query.rewrite(context));
      QueryShardException e = expectThrows(QueryShardException.class, () -> query.toQuery(context));
      assertEquals("[like] and [document] cannot be resolved in this place", e.getMessage());
    }
  }

  public void testUnresolvedQueriesMayBePutWhereTheyAreResolvedLater() throws IOException {
    assertEquals(
        new MatchNoDocsQuery("the query is not resolved yet"),
        builder("fp", new FingerprintSource.Document(Map.of(), "p"), null)
            .toQuery(createSearchExecutionContext()));
  }

  @Override
  protected void doAssertLuceneQuery(
      NearQueryBuilder builder, Query query, SearchExecutionContext context) {
    if (near(builder).source() instanceof FingerprintSource.Value given
        && near(builder).minHash() == null
        && near(builder).confirm() == null) {
      String field = "fp_alias".equals(near(builder).field()) ? "fp" : near(builder).field();
      assertEquals(
          new SimHashNearQuery(
              field, given.fingerprint(), near(builder).maxDistance(), near(builder).score(), null),
          query);
    } else {
      assertThat(
          query,
          anyOf(
              instanceOf(
                  near(builder).confirm() == null ? SimHashNearQuery.class : ConfirmedQuery.class),
              instanceOf(MatchNoDocsQuery.class)));
    }
  }

  @Override
  public NearQueryBuilder mutateInstance(NearQueryBuilder q) throws IOException {
    NearQueryBuilder mutated =
        switch (randomIntBetween(0, 7)) {
          case 0 ->
              copy(
                  q,
                  near(q).field() + "2",
                  near(q).source(),
                  near(q).maxDistance(),
                  near(q).score(),
                  near(q).minHash());
          case 1 ->
              copy(
                  q,
                  near(q).field(),
                  new FingerprintSource.Text("other"),
                  near(q).maxDistance(),
                  near(q).score(),
                  null);
          case 2 ->
              copy(
                  q,
                  near(q).field(),
                  near(q).source(),
                  64 - near(q).maxDistance() + 1 & 63,
                  near(q).score(),
                  near(q).minHash());
          case 3 -> {
            DistanceScore other = DistanceScore.values()[(near(q).score().ordinal() + 1) % 3];
            yield copy(
                q,
                near(q).field(),
                near(q).source(),
                near(q).maxDistance(),
                other,
                near(q).minHash());
          }
          case 4 -> {
            MinHashClause other =
                near(q).minHash() == null
                    ? randomMinHash()
                    : new MinHashClause(
                        "other", near(q).minHash().set(), near(q).minHash().minSimilarity(), .5);
            yield copy(
                q,
                near(q).field(),
                near(q).source(),
                near(q).maxDistance(),
                near(q).score(),
                other);
          }
          case 5 -> {
            ConfirmClause other =
                new ConfirmClause(
                    "other", .5, .25, ConfirmClause.DEFAULT_SHINGLING, List.of("text"));
            yield new NearQueryBuilder(near(q).with(near(q).source(), other), NO_PIPELINES);
          }
          case 6 ->
              new NearQueryBuilder(
                  new SimHashNear(
                      near(q).field(),
                      near(q).source(),
                      near(q).maxDistance(),
                      near(q).score(),
                      near(q).minHash(),
                      near(q).confirm(),
                      near(q).ignoreUnmapped() == false),
                  NO_PIPELINES);
          default -> null;
        };
    return mutated == null
        ? changeNameOrBoost(q)
        : mutated.boost(q.boost()).queryName(q.queryName());
  }

  private static NearQueryBuilder copy(
      NearQueryBuilder q,
      String field,
      FingerprintSource source,
      int maxDistance,
      DistanceScore score,
      MinHashClause minHash) {
    return new NearQueryBuilder(
        new SimHashNear(
            field,
            source,
            maxDistance,
            score,
            minHash,
            near(q).confirm(),
            near(q).ignoreUnmapped()),
        NO_PIPELINES);
  }

  private static SimHashNear near(NearQueryBuilder builder) {
    return (SimHashNear) builder.query();
  }

  public void testDefaults() throws IOException {
    NearQueryBuilder query =
        (NearQueryBuilder)
            parseQuery("{\"simhash_near\": {\"field\": \"fp\", \"fingerprint\": 7}}");
    assertEquals(
        new NearQueryBuilder(
            new SimHashNear(
                "fp",
                new FingerprintSource.Value(7),
                12,
                DistanceScore.RECIPROCAL,
                null,
                null,
                false),
            NO_PIPELINES),
        query);
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
      assertEquals(typed, new FingerprintSource.Value(-256), near(query).source());
    }
  }

  public void testLikeIsWrittenAsTyped() throws IOException {
    DocumentReference a = new DocumentReference("news", "42", null);
    DocumentReference b = new DocumentReference("news", "43", "7");
    String one = "{\"_index\":\"news\",\"_id\":\"42\"}";
    String other = "{\"_index\":\"news\",\"_id\":\"43\",\"routing\":\"7\"}";
    assertLikeIsWritten(List.of(a), "42", one);
    assertLikeIsWritten(List.of(a, b), "42", "[" + one + "," + other + "]");
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
    assertEquals(new FingerprintSource.Like(documents, false), near(query).source());
    assertTrue(
        query.toString(),
        query.toString().replaceAll("\\s", "").contains("\"like\":" + like + ","));
  }

  public void testATextWithoutFeaturesMatchesNothing() throws IOException {
    QueryBuilder query = builder("fp_text", new FingerprintSource.Text(" … "), null);
    assertEquals(
        new MatchNoDocsQuery("[text] has no fingerprint"),
        query.toQuery(createSearchExecutionContext()));
  }

  public void testSentencesOfAShard() {
    List<List<Object>> table =
        Arrays.asList(
            List.of(
                "absent",
                new FingerprintSource.Value(1),
                "[field] must be mapped but [absent] is not; with [ignore_unmapped] [true] such an"
                    + " index has no match"),
            List.of(
                TEXT_FIELD_NAME,
                new FingerprintSource.Value(1),
                "[field] must be of type [simhash] but [mapped_string] is of type [text]"),
            List.of(
                "fp",
                new FingerprintSource.Text("some text"),
                "[text] needs a field with an [analyzer] but [fp] takes fingerprints only"));
    for (List<Object> row : table) {
      assertRefused((String) row.get(2), (String) row.get(0), (FingerprintSource) row.get(1), null);
    }
  }

  public void testSentencesOfAShardAboutMinHash() {
    SetSource values = new SetSource.Values(List.of("a"));
    assertRefusedMinHash(
        "[minhash.field] must be mapped but [absent] is not; with [ignore_unmapped] [true] such an"
            + " index has no match",
        new MinHashClause("absent", values, 0, 1));
    assertRefusedMinHash(
        "[minhash.field] must be of type [minhash] but [fp] is of type [simhash]",
        new MinHashClause("fp", values, 0, 1));
    assertRefusedMinHash(
        "[minhash.text] needs a field with [shingle] but [tags] takes a set",
        new MinHashClause("tags", new SetSource.Text("text"), 0, 1));
    assertRefusedMinHash(
        "[minhash.like] needs a document whose field is mapped as [tags] is: a stored signature"
            + " must have version [1] and [384] bytes",
        new MinHashClause("tags", new SetSource.Stored("AQID", List.of()), 0, 1));
  }

  private static void assertRefusedMinHash(String sentence, MinHashClause minHash) {
    assertRefused(sentence, "fp", new FingerprintSource.Value(1), minHash);
  }

  private static void assertRefused(
      String sentence, String field, FingerprintSource source, MinHashClause minHash) {
    NearQueryBuilder query =
        new NearQueryBuilder(
            new SimHashNear(field, source, 3, DistanceScore.LINEAR, minHash, null, false),
            NO_PIPELINES);
    SearchExecutionContext context = createSearchExecutionContext();
    context.setAllowUnmappedFields(true);
    QueryShardException e = expectThrows(QueryShardException.class, () -> query.toQuery(context));
    assertEquals(sentence, e.getMessage());
  }

  public void testUnmappedFieldsAreIgnoredWhereAsked() throws IOException {
    for (MinHashClause minHash :
        Arrays.asList(null, new MinHashClause("absent", new SetSource.Text("text"), 0, 1))) {
      NearQueryBuilder query =
          new NearQueryBuilder(
              new SimHashNear(
                  minHash == null ? "absent" : "fp",
                  new FingerprintSource.Value(1),
                  3,
                  DistanceScore.LINEAR,
                  minHash,
                  null,
                  true),
              NO_PIPELINES);
      SearchExecutionContext context = createSearchExecutionContext();
      context.setAllowUnmappedFields(true);
      assertThat(query.toQuery(context), instanceOf(MatchNoDocsQuery.class));
      assertThat(query.rewrite(context), instanceOf(MatchNoneQueryBuilder.class));
    }
  }
}
