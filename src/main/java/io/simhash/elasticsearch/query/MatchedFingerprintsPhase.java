package io.simhash.elasticsearch.query;

import io.simhash.lucene.search.SimHashNearBatchQuery;
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
    Set<SimHashNearBatchQuery> batches = batches(context);
    return batches.isEmpty() ? null : new Processor(batches);
  }

  private static Set<SimHashNearBatchQuery> batches(FetchContext context) {
    Set<SimHashNearBatchQuery> batches = new LinkedHashSet<>();
    collect(context.parsedQuery(), batches);
    collect(context.parsedPostFilter(), batches);
    for (RescoreContext rescore : context.rescore()) {
      rescore.getParsedQueries().forEach(query -> collect(query, batches));
    }
    return batches;
  }

  private static void collect(ParsedQuery parsed, Set<SimHashNearBatchQuery> batches) {
    if (parsed == null) {
      return;
    }
    parsed
        .query()
        .visit(
            new QueryVisitor() {
              @Override
              public void visitLeaf(Query query) {
                if (query instanceof SimHashNearBatchQuery batch) {
                  batches.add(batch);
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

    private final Set<SimHashNearBatchQuery> batches;
    private List<SimHashNearBatchQuery.Neighbours> neighbours = List.of();

    Processor(Set<SimHashNearBatchQuery> batches) {
      this.batches = batches;
    }

    @Override
    public void setNextReader(LeafReaderContext segment) throws IOException {
      neighbours = new ArrayList<>();
      for (SimHashNearBatchQuery batch : batches) {
        neighbours.add(batch.neighbours(segment));
      }
    }

    @Override
    public void process(FetchSubPhase.HitContext hit) throws IOException {
      Map<String, Float> matches = new LinkedHashMap<>(hit.hit().getMatchedQueriesAndScores());
      for (SimHashNearBatchQuery.Neighbours each : neighbours) {
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
