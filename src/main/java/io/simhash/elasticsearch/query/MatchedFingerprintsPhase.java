package io.simhash.elasticsearch.query;

import io.simhash.lucene.search.SimHashNearAnyQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.elasticsearch.index.query.ParsedQuery;
import org.elasticsearch.search.fetch.FetchContext;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.search.fetch.FetchSubPhaseProcessor;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.elasticsearch.search.rescore.RescoreContext;

/**
 * Adds to {@code matched_queries} of each hit the names of the {@code fingerprints} that it is a
 * neighbour of, beside the names of other queries.
 *
 * <p>Elasticsearch's own phase runs every named query on every hit. This one compares a hit with
 * all fingerprints at once.
 */
public final class MatchedFingerprintsPhase implements FetchSubPhase {

  @Override
  public FetchSubPhaseProcessor getProcessor(FetchContext context) {
    Set<SimHashNearAnyQuery> queries = queries(context);
    return queries.isEmpty() ? null : new Processor(queries);
  }

  private static Set<SimHashNearAnyQuery> queries(FetchContext context) {
    Set<SimHashNearAnyQuery> queries = new LinkedHashSet<>();
    collect(context.parsedQuery(), queries);
    collect(context.parsedPostFilter(), queries);
    for (RescoreContext rescore : context.rescore()) {
      rescore.getParsedQueries().forEach(query -> collect(query, queries));
    }
    return queries;
  }

  private static void collect(ParsedQuery parsed, Set<SimHashNearAnyQuery> queries) {
    if (parsed == null) {
      return;
    }
    parsed
        .query()
        .visit(
            new QueryVisitor() {
              @Override
              public void visitLeaf(Query leaf) {
                if (leaf instanceof SimHashNearAnyQuery query) {
                  queries.add(query);
                }
              }

              @Override
              public QueryVisitor getSubVisitor(BooleanClause.Occur occur, Query parent) {
                return occur == BooleanClause.Occur.MUST_NOT ? EMPTY_VISITOR : this;
              }
            });
  }

  /** Names the fingerprints of the hits of one shard. */
  private static final class Processor implements FetchSubPhaseProcessor {

    private final Set<SimHashNearAnyQuery> queries;
    private List<SimHashNearAnyQuery.Neighbours> neighbours = List.of();

    Processor(Set<SimHashNearAnyQuery> queries) {
      this.queries = queries;
    }

    @Override
    public void setNextReader(LeafReaderContext segment) throws IOException {
      neighbours = new ArrayList<>();
      for (SimHashNearAnyQuery query : queries) {
        neighbours.add(query.neighbours(segment));
      }
    }

    @Override
    public void process(FetchSubPhase.HitContext hit) throws IOException {
      Map<String, Float> matches = new LinkedHashMap<>(hit.hit().getMatchedQueriesAndScores());
      for (SimHashNearAnyQuery.Neighbours each : neighbours) {
        matches.putAll(each.of(hit.docId()));
      }
      hit.hit().matchedQueries(matches);
    }

    @Override
    public StoredFieldsSpec storedFieldsSpec() {
      return StoredFieldsSpec.NO_REQUIREMENTS;
    }
  }
}
