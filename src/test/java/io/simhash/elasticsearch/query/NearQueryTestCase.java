package io.simhash.elasticsearch.query;

import io.simhash.elasticsearch.SimHashPlugin;
import io.simhash.elasticsearch.option.DocumentReference;
import io.simhash.lucene.search.QueryWithTexts;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.lucene.search.Query;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.AbstractQueryTestCase;

/** The contract of query builders, for one of the near queries. */
abstract class NearQueryTestCase<Q extends NearQuery>
    extends AbstractQueryTestCase<NearQueryBuilder> {

  static final DocumentReference STORED = new DocumentReference("news", "42", null);
  static final DocumentReference OTHER = new DocumentReference("news", "43", "here");
  static final NearSource TEXT = new NearSource.Text("the text");

  private final String mapping;

  NearQueryTestCase(String mapping) {
    this.mapping = mapping;
  }

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(SimHashPlugin.class);
  }

  @Override
  protected void initializeAdditionalMappings(MapperService mapperService) throws IOException {
    mapperService.merge(
        "_doc", new CompressedXContent(mapping), MapperService.MergeReason.MAPPING_UPDATE);
  }

  /** A query on a node without pipelines. */
  static NearQueryBuilder builder(NearQuery query) {
    return new NearQueryBuilder(query, TestResolver.create());
  }

  @SuppressWarnings("unchecked") // Each class makes queries of one type.
  final Q near(NearQueryBuilder builder) {
    return (Q) builder.query();
  }

  /** A query that differs in one option, or null. */
  abstract NearQuery mutated(Q query);

  @Override
  public final NearQueryBuilder mutateInstance(NearQueryBuilder q) throws IOException {
    NearQuery mutated = mutated(near(q));
    return mutated == null
        ? changeNameOrBoost(q)
        : builder(mutated).boost(q.boost()).queryName(q.queryName());
  }

  /** The query without the texts that a highlighter compares hits with. */
  static Query searched(Query query) {
    return query instanceof QueryWithTexts texts ? texts.rewrite(null) : query;
  }

  static void assertRefused(String sentence, NearQueryBuilder query) {
    SearchExecutionContext context = createSearchExecutionContext();
    context.setAllowUnmappedFields(true);
    QueryShardException e = expectThrows(QueryShardException.class, () -> query.toQuery(context));
    assertEquals(sentence, e.getMessage());
  }
}
