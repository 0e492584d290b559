package io.simhash.elasticsearch.query;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;

import io.simhash.core.passage.PassageRule;
import io.simhash.core.passage.PassageRule.Share;
import io.simhash.lucene.search.SharedPassagesQuery;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.index.query.DataRewriteContext;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;

/** The contract of query builders, and the sentences of a shard. */
public class SharedPassagesQueryBuilderTests extends NearQueryTestCase<SharedPassagesOptions> {

  private static final String MAPPING =
      """
      {"_doc": {"properties": {
        "tags": {"type": "minhash"},
        "body": {"type": "passages"},
        "short": {"type": "passages", "shingle": 5, "window": 3},
        "body_alias": {"type": "alias", "path": "body"},
        "content": {"type": "text", "fields": {"passages": {"type": "passages"}}},
        "parts": {"type": "nested", "properties": {"body": {"type": "passages"}}}
      }}}
      """;

  private static final String UNRESOLVED =
      "[shared_passages] [like] can be used in a search but not in the filter of an alias, in the"
          + " query of a role or in a stored query: use [text] there";

  private static final PassageRule RULE = new PassageRule(150, 0, Share.QUERY, 1_000);

  public SharedPassagesQueryBuilderTests() {
    super(MAPPING);
  }

  @Override
  protected NearQueryBuilder doCreateTestQueryBuilder() {
    PassageRule rule =
        new PassageRule(
            randomFrom(65, 150, 1_000, Integer.MAX_VALUE),
            randomFrom(0.0, 1.0, randomDouble()),
            randomFrom(Share.values()),
            randomFrom(0, 1, 1_000, Integer.MAX_VALUE));
    return builder(
        randomFrom("body", "short", "body_alias", "content.passages"),
        new NearSource.Text(randomAlphaOfLengthBetween(0, 300)),
        rule,
        randomBoolean());
  }

  private static NearQueryBuilder builder(
      String field, NearSource source, PassageRule rule, boolean ignoreUnmapped) {
    return builder(new SharedPassagesOptions("", field, source, rule, ignoreUnmapped));
  }

  @Override
  protected void doAssertLuceneQuery(
      NearQueryBuilder builder, Query query, SearchExecutionContext context) {
    SharedPassagesOptions passages = near(builder);
    assertThat(query, instanceOf(SharedPassagesQuery.class));
    SharedPassagesQuery made = (SharedPassagesQuery) query;
    assertEquals(passages.rule(), made.rule());
    assertEquals(List.of(((NearSource.Text) passages.source()).text()), made.texts());
    String field = passages.field().equals("body_alias") ? "body" : passages.field();
    assertEquals(
        "passages(" + field + ",min_length=" + passages.rule().minLength() + ")", query.toString());
  }

  @Override
  NearQuery mutated(SharedPassagesOptions p) {
    PassageRule r = p.rule();
    int length = r.minLength();
    double least = r.minContainment();
    return switch (randomIntBetween(0, 8)) {
      case 0 -> new SharedPassagesOptions("", p.field() + "2", p.source(), r, p.ignoreUnmapped());
      case 1 -> p.with(new NearSource.Text("other"), null);
      case 2 ->
          new SharedPassagesOptions("", p.field(), p.source(), r, p.ignoreUnmapped() == false);
      case 3 -> with(p, new PassageRule(86, least, r.of(), r.maxDocFreq()));
      case 4 -> with(p, new PassageRule(length, least == .7 ? .3 : .7, r.of(), r.maxDocFreq()));
      case 5 -> {
        Share other = Share.values()[(r.of().ordinal() + 1) % 3];
        yield with(p, new PassageRule(length, least, other, r.maxDocFreq()));
      }
      case 6 -> with(p, new PassageRule(length, least, r.of(), 77));
      case 7 ->
          new SharedPassagesOptions("passages.", p.field(), p.source(), r, p.ignoreUnmapped());
      default -> null;
    };
  }

  private static SharedPassagesOptions with(SharedPassagesOptions p, PassageRule rule) {
    return new SharedPassagesOptions("", p.field(), p.source(), rule, p.ignoreUnmapped());
  }

  public void testDefaults() throws IOException {
    assertEquals(
        builder("body", TEXT, RULE, false),
        parseQuery("{\"shared_passages\": {\"field\": \"body\", \"text\": \"the text\"}}"));
    assertEquals(
        builder("body", TEXT, new PassageRule(90, .5, Share.SHORTER, 0), true),
        parseQuery(
            """
            {"shared_passages": {"field": "body", "text": "the text", "min_length": 90,
              "min_containment": 0.5, "of": "shorter", "max_doc_freq": 0, "ignore_unmapped": true}}
            """));
  }

  public void testBadOptions() {
    String text = "\"field\": \"body\", \"text\": \"a\"";
    assertNotParsed("[field] is needed", "\"text\": \"a\"");
    assertNotParsed("[field] must not be empty", "\"field\": \"\", \"text\": \"a\"");
    assertNotParsed("exactly one of [text, like] is needed but there were []", "\"field\": \"b\"");
    assertNotParsed(
        "[boilerplate] cannot be set in a request: it is an option of [simhash] and [minhash] fields"
            + " and of the processor [simhash]",
        text + ", \"boilerplate\": []");
    assertNotParsed("[min_length] must be at least [1] but was [0]", text + ", \"min_length\": 0");
    assertNotParsed(
        "[max_doc_freq] must be at least [0] but was [-1]", text + ", \"max_doc_freq\": -1");
    assertNotParsed(
        "[min_containment] must be in [0, 1] but was [2.0]", text + ", \"min_containment\": 2");
    assertNotParsed("[of] needs [min_containment]", text + ", \"of\": \"query\"");
    assertNotParsed("[include] needs [like]", text + ", \"include\": true");
    assertNotParsed("unknown options [window]", text + ", \"window\": 3");
  }

  private void assertNotParsed(String sentence, String options) {
    ParsingException e =
        expectThrows(
            ParsingException.class, () -> parseQuery("{\"shared_passages\": {" + options + "}}"));
    assertThat(e.getMessage(), equalTo("[shared_passages] " + sentence));
  }

  public void testUnresolvedQueriesKeepTheirMeaningOnTheWireAndAsTyped() throws IOException {
    NearSource like =
        new NearSource.Like(
            randomBoolean() ? List.of(STORED) : List.of(STORED, OTHER), randomBoolean());
    NearQueryBuilder query = builder("body", like, RULE, randomBoolean());
    assertSerialization(query);
    assertParsedQuery(query.toString(), query);
    try (IndexReaderManager readers = new IndexReaderManager()) {
      SearchExecutionContext context = createSearchExecutionContext(readers.getIndexSearcher());
      assertSame(query, query.rewrite(context));
      QueryShardException e = expectThrows(QueryShardException.class, () -> query.toQuery(context));
      assertEquals(UNRESOLVED, e.getMessage());
    }
    QueryRewriteContext alias = new DataRewriteContext(parserConfig(), null, () -> 0);
    Exception e = expectThrows(IllegalArgumentException.class, () -> query.rewrite(alias));
    assertEquals(UNRESOLVED, e.getMessage());
  }

  /** Only between nodes: the texts of a liked document. */
  public void testResolvedQueriesOnTheWire() throws IOException {
    NearSource texts = new NearSource.SetValues(List.of("one text", "another"));
    NearQueryBuilder query = builder("body", texts, RULE, randomBoolean());
    assertSerialization(query);
    SharedPassagesQuery made = (SharedPassagesQuery) query.toQuery(createSearchExecutionContext());
    assertEquals(List.of("one text", "another"), made.texts());
  }

  public void testFieldsThatCannotBeUsed() throws IOException {
    assertRefused(
        "[field] must be mapped but [absent] is not; with [ignore_unmapped] [true] such an index"
            + " has no match",
        builder("absent", TEXT, RULE, false));
    assertRefused(
        "[field] must be of type [passages] but [tags] is of type [minhash]",
        builder("tags", TEXT, RULE, false));
    assertRefused(
        "[field] must be of type [passages] but [content] is of type [text]: did you mean"
            + " [content.passages]?",
        builder("content", TEXT, RULE, randomBoolean()));
    assertRefused(
        "[shared_passages] reads whole documents: it and [parts.body] must be outside nested objects",
        builder("parts.body", TEXT, RULE, false));
    assertRefused(
        "[min_length] must be at least [65], which is [shingle] + [window] + 2 of the field, but was"
            + " [64]",
        builder("body", TEXT, new PassageRule(64, 0, Share.QUERY, 0), false));
    assertRefused(
        "[min_length] must be at least [10], which is [shingle] + [window] + 2 of the field, but was"
            + " [9]",
        builder("short", TEXT, new PassageRule(9, 0, Share.QUERY, 0), false));
    // Also where nothing was found to compare with.
    NearSource none = new NearSource.None("like");
    assertRefused(
        "[field] must be of type [passages] but [tags] is of type [minhash]",
        builder("tags", none, RULE, false));
    assertEquals(
        new MatchNoDocsQuery("no document of [like] has a text"),
        builder("body", none, RULE, false).toQuery(createSearchExecutionContext()));
  }

  public void testErrorsOfAProcessorNameItsOptions() throws IOException {
    String text = "[passages.field] must be of type [passages] but [tags] is of type [minhash]";
    assertRefused(text, ofProcessor("tags", RULE));
    assertRefused(
        "[passages] reads whole documents: it and [parts.body] must be outside nested objects",
        ofProcessor("parts.body", RULE));
    NearQueryBuilder tooShort = ofProcessor("body", new PassageRule(64, 0, Share.QUERY, 0));
    assertRefused(
        "[passages.min_length] must be at least [65], which is [shingle] + [window] + 2 of the field,"
            + " but was [64]",
        tooShort);
    assertSerialization(tooShort);
  }

  private static NearQueryBuilder ofProcessor(String field, PassageRule rule) {
    return (NearQueryBuilder) NearQueryBuilder.sharedPassages(field, List.of("a text"), rule);
  }

  public void testUnmappedFieldsAreIgnoredWhereAsked() throws IOException {
    NearQueryBuilder query = builder("absent", TEXT, RULE, true);
    SearchExecutionContext context = createSearchExecutionContext();
    context.setAllowUnmappedFields(true);
    assertThat(query.toQuery(context), instanceOf(MatchNoDocsQuery.class));
    assertThat(query.rewrite(context), instanceOf(MatchNoneQueryBuilder.class));
  }
}
