package io.simhash.elasticsearch.idf.build;

import io.simhash.core.idf.IdfModelBuilder;
import io.simhash.elasticsearch.idf.build.CountTermsRequest.Count;
import io.simhash.lucene.idf.FieldTerms;
import io.simhash.lucene.idf.TermCounts;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexService;
import org.elasticsearch.index.engine.Engine;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.index.shard.IndexShard;

/**
 * Counts on one shard what its searches see. The searcher is the caller's: documents and fields
 * that document- and field-level security hide are not counted.
 */
final class ShardTerms {

  private static final Set<String> TYPES = Set.of("text", "match_only_text", "keyword");
  private static final TimeValue REFRESH = TimeValue.timeValueSeconds(30);

  private final IndexService index;
  private final IndexShard shard;
  private final Runnable check;

  /**
   * @param check called every now and then; ends the work by throwing
   */
  ShardTerms(IndexService index, int shard, Runnable check) {
    this.index = index;
    this.shard = index.getShard(shard);
    this.check = check;
  }

  ShardCounts count(Count count) throws IOException {
    MappedFieldType type = index.mapperService().fieldType(count.field());
    if (type == null) {
      return ShardCounts.unmapped();
    }
    requireTerms(count.field(), type);
    awaitRefresh();
    try (Engine.Searcher searcher = shard.acquireSearcher("simhash_idf")) {
      FieldTerms terms = new FieldTerms(searcher.getIndexReader(), type.name(), check);
      return count.slices() == 0
          ? new ShardCounts(true, documents(type, searcher), terms.upperBound(), new TermCounts())
          : new ShardCounts(
              true, 0, 0, terms.slice(IdfModelBuilder::hash, count.slice(), count.slices()));
    }
  }

  private void requireTerms(String field, MappedFieldType type) {
    if (TYPES.contains(type.typeName()) == false || type.indexType().hasTerms() == false) {
      throw new IllegalArgumentException(
          "[field] must be an indexed field of type [text], [match_only_text] or [keyword] but ["
              + field
              + "] of index ["
              + index.index().getName()
              + "] is of type ["
              + type.typeName()
              + "]"
              + (TYPES.contains(type.typeName()) ? " and not indexed" : ""));
    }
  }

  /** A shard that nobody searches is not refreshed until somebody does, as here. */
  private void awaitRefresh() {
    PlainActionFuture<Boolean> refreshed = new PlainActionFuture<>();
    shard.ensureShardSearchActive(refreshed::onResponse);
    refreshed.actionGet(REFRESH);
  }

  private int documents(MappedFieldType type, Engine.Searcher searcher) throws IOException {
    SearchExecutionContext context =
        index.newSearchExecutionContext(
            shard.shardId().id(), 0, searcher, () -> 0L, null, Map.of(), null, null);
    return searcher.count(type.existsQuery(context));
  }
}
