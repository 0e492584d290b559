package io.simhash.elasticsearch.idf.build;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.idf.IdfModelBuilder;
import io.simhash.elasticsearch.shard.CountedShard;
import io.simhash.lucene.idf.FieldTerms;
import io.simhash.lucene.idf.TermCounts;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.index.IndexService;
import org.elasticsearch.index.engine.Engine;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * Counts the terms and documents of a field on one shard, as a search of the caller sees them:
 * documents and fields that document- and field-level security hide are not counted.
 */
final class ShardTermCounter {

  private static final Set<String> TYPES = Set.of("text", "match_only_text", "keyword");

  private final IndexService index;
  private final CountedShard shard;
  private final Runnable cancellation;

  /**
   * @param cancellation called regularly; ends the count by throwing
   */
  ShardTermCounter(IndexService index, int shard, Runnable cancellation) {
    this.index = index;
    this.shard = new CountedShard(index, shard);
    this.cancellation = cancellation;
  }

  ShardCount.Counts count(ShardCount.Terms wanted) throws IOException {
    MappedFieldType type = index.mapperService().fieldType(wanted.field());
    if (type == null) {
      return new ShardCount.Counts(false, 0, 0, new TermCounts());
    }
    requireTerms(wanted.field(), type);
    try (Engine.Searcher searcher = shard.searcher("simhash_idf")) {
      FieldTerms terms = new FieldTerms(searcher.getIndexReader(), type.name(), cancellation);
      if (wanted.slices() == 0) {
        long documents = documents(type, searcher);
        return new ShardCount.Counts(true, documents, terms.upperBound(), new TermCounts());
      }
      TermCounts slice = terms.slice(IdfModelBuilder::hash, wanted.slice(), wanted.slices());
      return new ShardCount.Counts(true, 0, 0, slice);
    }
  }

  private void requireTerms(String field, MappedFieldType type) {
    boolean allowed = TYPES.contains(type.typeName());
    if (allowed == false || type.indexType().hasTerms() == false) {
      throw invalid(
          "[field] must be an indexed field of type [text], [match_only_text] or [keyword] but [%s]"
              + " of index [%s] is of type [%s]%s",
          field, index.index().getName(), type.typeName(), allowed ? " and not indexed" : "");
    }
  }

  private int documents(MappedFieldType type, Engine.Searcher searcher) throws IOException {
    SearchExecutionContext context =
        index.newSearchExecutionContext(
            shard.id(), 0, searcher, () -> 0L, null, Map.of(), null, null);
    return searcher.count(type.existsQuery(context));
  }
}
