package io.simhash.elasticsearch.retriever;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.query.ParsedQuery;
import org.elasticsearch.search.fetch.FetchContext;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.search.fetch.FetchSubPhaseProcessor;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.search.retriever.rankdoc.RankDocsQuery;

/** Lists the near-duplicates of each kept hit in its field {@value #FIELD}. */
public final class FoldedHitsPhase implements FetchSubPhase {

  /** The name under {@code fields} of a hit. */
  static final String FIELD = "_near_duplicates";

  @Override
  public FetchSubPhaseProcessor getProcessor(FetchContext context) {
    ParsedQuery parsed = context.parsedQuery();
    Map<Integer, List<KeptHit.Folded>> folded = new HashMap<>();
    if (parsed != null) {
      collect(parsed.query(), folded);
    }
    return folded.isEmpty() ? null : new Processor(folded);
  }

  /** Looks for the ranked hits, also where {@code indices_boost} multiplies their scores. */
  private static void collect(Query query, Map<Integer, List<KeptHit.Folded>> folded) {
    switch (query) {
      case RankDocsQuery ranked -> {
        for (RankDoc doc : ranked.rankDocs()) {
          if (doc instanceof KeptHit kept && kept.folded().isEmpty() == false) {
            folded.put(kept.doc, kept.folded());
          }
        }
      }
      case BoostQuery boosted -> collect(boosted.getQuery(), folded);
      default -> {}
    }
  }

  /**
   * Adds the lists to the hits of one shard.
   *
   * @param folded by the kept hits' documents in the shard
   */
  private record Processor(Map<Integer, List<KeptHit.Folded>> folded)
      implements FetchSubPhaseProcessor {

    @Override
    public void setNextReader(LeafReaderContext segment) {}

    @Override
    public void process(HitContext hit) {
      List<KeptHit.Folded> others = folded.get(hit.readerContext().docBase + hit.docId());
      if (others != null) {
        List<Object> shown = List.copyOf(others.stream().map(KeptHit.Folded::toMap).toList());
        hit.hit().addDocumentFields(Map.of(FIELD, new DocumentField(FIELD, shown)), Map.of());
      }
    }

    @Override
    public StoredFieldsSpec storedFieldsSpec() {
      return StoredFieldsSpec.NO_REQUIREMENTS;
    }
  }
}
