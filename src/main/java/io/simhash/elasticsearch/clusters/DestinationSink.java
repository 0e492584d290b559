package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.hash.MessageDigests;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchHits;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.SortBuilders;
import org.elasticsearch.search.sort.SortOrder;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * Writes one document for each cluster into an index, under the cluster's id, or a hash of an id
 * that is too long, and at the end deletes the documents of earlier runs that this run has not
 * written again, in all indices that the name refers to, until a search finds none that can be
 * deleted. Each bulk is refreshed: that search must see what this run wrote.
 */
final class DestinationSink implements ClusterSink {

  /** The field that tells which run wrote a document. */
  static final String RUN = "cluster_run";

  private static final int PAGE = 1_000;

  private final Client client;
  private final String index;
  private final long run;
  private final BulkWriter writer;
  private long written;

  /** A sink whose run has a higher number than all runs in the index. */
  static DestinationSink open(Client client, RunProgress progress, String index) {
    long run = Math.max(System.currentTimeMillis(), highestRun(client, index)) + 1;
    return new DestinationSink(client, progress, index, run);
  }

  /** Returns 0 if there is no such index, or no run in it. */
  private static long highestRun(Client client, String index) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .size(1)
            .query(QueryBuilders.existsQuery(RUN))
            .sort(SortBuilders.fieldSort(RUN).order(SortOrder.DESC).unmappedType("long"))
            .fetchSource(false);
    return Waiting.on(
        listener ->
            client.search(
                search(index, source),
                listener.map(
                    response ->
                        response.getHits().getHits().length == 0
                            ? 0L
                            : ((Number) response.getHits().getAt(0).getSortValues()[0])
                                .longValue())));
  }

  private static SearchRequest search(String index, SearchSourceBuilder source) {
    return new SearchRequest(index)
        .indicesOptions(IndicesOptions.LENIENT_EXPAND_OPEN)
        .allowPartialSearchResults(false)
        .source(source);
  }

  /**
   * @param run a number that grows from run to run
   */
  DestinationSink(Client client, RunProgress progress, String index, long run) {
    this.client = client;
    this.index = index;
    this.run = run;
    this.writer = new BulkWriter(client, progress, RefreshPolicy.IMMEDIATE, this::requireWritten);
  }

  @Override
  public void accept(FoundCluster cluster) {
    try (XContentBuilder source = JsonXContent.contentBuilder().startObject()) {
      cluster.fields(source).field(RUN, run).endObject();
      writer.add(new IndexRequest(index).id(documentId(cluster.id())).source(source));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The id itself, or its SHA-256 where it is longer than an {@code _id} may be. */
  private static String documentId(String id) {
    byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
    return bytes.length <= IndexRequest.MAX_DOCUMENT_ID_LENGTH_IN_BYTES
        ? id
        : MessageDigests.toHexString(MessageDigests.sha256().digest(bytes));
  }

  /** A document that was changed since it was found is no failure: it is looked for again. */
  private void requireWritten(BulkItemResponse item) {
    boolean conflict = item.isFailed() && item.getFailure().getStatus() == RestStatus.CONFLICT;
    if (conflict == false) {
      BulkWriter.requireSuccess(item);
      written++;
    }
  }

  @Override
  public void end() {
    writer.flush();
    long before;
    do {
      before = written;
      earlier().forEach(writer::add);
      writer.flush();
    } while (written > before);
  }

  /** Deletions of some documents of earlier runs; none if there is no such index. */
  private List<DeleteRequest> earlier() {
    QueryBuilder query = QueryBuilders.boolQuery().filter(QueryBuilders.rangeQuery(RUN).lt(run));
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .size(PAGE)
            .query(query)
            .fetchSource(false)
            .seqNoAndPrimaryTerm(true);
    return Waiting.on(
        listener ->
            client.search(
                search(index, source), listener.map(response -> deletions(response.getHits()))));
  }

  private List<DeleteRequest> deletions(SearchHits hits) {
    List<DeleteRequest> deletions = new ArrayList<>();
    for (SearchHit hit : hits) {
      deletions.add(
          new DeleteRequest(hit.getIndex(), hit.getId())
              .setIfSeqNo(hit.getSeqNo())
              .setIfPrimaryTerm(hit.getPrimaryTerm()));
    }
    return deletions;
  }
}
