package io.simhash.elasticsearch.clusters;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.shard.ShardId;

/** The documents of a run that are in a cluster: one bit a document of each shard. */
final class Clustered {

  private final Documents documents;
  private final List<BitSet> shards = new ArrayList<>();

  Clustered(Documents documents) {
    this.documents = documents;
    documents.shards().forEach(shard -> shards.add(new BitSet()));
  }

  void add(int document) {
    int place = Arrays.binarySearch(documents.starts(), document);
    int shard = place < 0 ? -place - 2 : place;
    // Of several shards that start at the same number only the last one has documents.
    while (documents.starts()[shard + 1] <= document) {
      shard++;
    }
    shards.get(shard).set(documents.docs()[document]);
  }

  /**
   * Gives the documents with a value in the updated field that match the query and are in no
   * cluster, also those that have lost their fingerprint.
   */
  void forEachOther(PointInTime pointInTime, ClusterOptions options, Consumer<Member> consumer) {
    QueryBuilder query =
        QueryBuilders.boolQuery()
            .filter(options.query())
            .filter(QueryBuilders.existsQuery(options.update()));
    ShardQuestion question = ShardQuestion.documents(options.fields());
    for (ShardValues answer : pointInTime.ask(question, query)) {
      int shard = documents.shards().indexOf(answer.shard());
      int[] others =
          Arrays.stream(answer.docs())
              .filter(doc -> shard < 0 || shards.get(shard).get(doc) == false)
              .sorted()
              .toArray();
      for (int from = 0; from < others.length; from += Values.BATCH) {
        int to = Math.min(others.length, from + Values.BATCH);
        Map<ShardId, int[]> docs = new HashMap<>();
        docs.put(answer.shard(), Arrays.copyOfRange(others, from, to));
        pointInTime
            .ask(ShardQuestion.members(options.fields(), docs), QueryBuilders.matchAllQuery())
            .forEach(members -> members.members().forEach(consumer));
      }
    }
  }
}
