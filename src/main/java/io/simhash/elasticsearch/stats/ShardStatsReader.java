package io.simhash.elasticsearch.stats;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.mapper.simhash.SimHashFieldType;
import io.simhash.lucene.stats.FieldReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.common.lucene.search.Queries;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexService;
import org.elasticsearch.index.engine.Engine;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.MappingLookup;
import org.elasticsearch.index.mapper.NestedLookup;
import org.elasticsearch.index.shard.IndexShard;

/**
 * Counts the {@code simhash} fields of one shard, as a search of the caller sees them: documents
 * and fields that document- and field-level security hide are not counted.
 */
final class ShardStatsReader {

  private static final TimeValue REFRESH_TIMEOUT = TimeValue.timeValueSeconds(30);

  private final IndexService index;
  private final IndexShard shard;
  private final Predicate<String> visible;
  private final Runnable cancellation;

  /**
   * @param visible whether the caller may see a field
   * @param cancellation called regularly; ends the count by throwing
   */
  ShardStatsReader(
      IndexService index, int shard, Predicate<String> visible, Runnable cancellation) {
    this.index = index;
    this.shard = index.getShard(shard);
    this.visible = visible;
    this.cancellation = cancellation;
  }

  /**
   * The counts of each field that {@code patterns} match.
   *
   * @throws IllegalArgumentException if a name without {@code *} is that of a field of another type
   */
  Map<String, FieldStats> read(List<String> patterns) throws IOException {
    MappingLookup mapping = index.mapperService().mappingLookup();
    Map<String, FieldStats> stats = new TreeMap<>();
    try (Engine.Searcher searcher = searcher()) {
      FieldReader reader = new FieldReader(searcher.getIndexReader(), cancellation);
      for (String name : names(mapping, patterns)) {
        String field = mapping.getFieldType(name).name();
        stats.put(
            name,
            new FieldStats(
                searcher.count(documents(mapping.nestedLookup(), field)),
                reader.terms(SimHashFieldType.profileField(field)),
                reader.parameters(field),
                reader.blocks(field),
                reader.bands(field)));
      }
    }
    return stats;
  }

  /** Wakes up a shard that has not been searched for a while: it refreshes only when it is. */
  private Engine.Searcher searcher() {
    PlainActionFuture<Boolean> refreshed = new PlainActionFuture<>();
    shard.ensureShardSearchActive(refreshed::onResponse);
    refreshed.actionGet(REFRESH_TIMEOUT);
    return shard.acquireSearcher("simhash_stats");
  }

  /** The names of fields and, if they are typed without {@code *}, of aliases of fields. */
  private Set<String> names(MappingLookup mapping, List<String> patterns) {
    Set<String> names = new TreeSet<>();
    for (String pattern : patterns) {
      boolean exact = Regex.isSimpleMatchPattern(pattern) == false;
      for (String name : mapping.getMatchingFieldNames(pattern)) {
        MappedFieldType type = mapping.getFieldType(name);
        if (visible.test(type.name()) == false) {
          continue;
        }
        if (type instanceof SimHashFieldType) {
          if (exact || name.equals(type.name())) {
            names.add(name);
          }
        } else if (exact) {
          throw invalid(
              "[fields] must name fields of type [simhash] but [%s] of index [%s] is of type [%s]",
              name, index.index().getName(), type.typeName());
        }
      }
    }
    TransportStatsAction.Request.requireFew(names.size());
    return names;
  }

  /** The documents that could have the field; the objects, where it is in a nested object. */
  private Query documents(NestedLookup nested, String field) {
    String parent = nested.getNestedParent(field);
    if (parent != null) {
      return nested.getNestedMappers().get(parent).nestedTypeFilter();
    }
    return nested.getNestedMappers().isEmpty()
        ? new MatchAllDocsQuery()
        : Queries.newNonNestedFilter(index.getIndexSettings().getIndexVersionCreated());
  }
}
