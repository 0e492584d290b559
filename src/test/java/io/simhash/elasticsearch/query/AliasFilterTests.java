package io.simhash.elasticsearch.query;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.admin.indices.alias.Alias;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.ClusterStateUpdateTask;
import org.elasticsearch.cluster.metadata.AliasMetadata;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.rest.RestStatus;

/** Near queries in the filters of aliases, which each shard of a search applies. */
public class AliasFilterTests extends NearQueryNode {

  private static final String REFUSED =
      "[simhash_near] [like] and [document] can be used in a search but not in the filter of an"
          + " alias, in the query of a role or in a stored query: use [fingerprint] there";

  private static String filter(String options) {
    return "{\"simhash_near\": {\"field\": \"fp\", \"max_distance\": 2, " + options + "}}";
  }

  public void testAFingerprintIsAFilter() {
    createNews("news");
    alias("alike", filter("\"fingerprint\": 1"));
    assertEquals(
        List.of("news/0=1.0", "news/1=1.0", "news/3=1.0"),
        hits(client().prepareSearch("alike")).stream().sorted().toList());
    assertTrue(
        indicesAdmin()
            .prepareValidateQuery("alike")
            .setQuery(near(like("news", "0")))
            .setExplain(true)
            .get()
            .isValid());
    assertTrue(explains("alike", "1"));
    assertFalse(explains("alike", "9"));
  }

  private boolean explains(String alias, String id) {
    return client()
        .prepareExplain(alias, id)
        .setQuery(near(like("news", "0") + ", \"max_distance\": 64"))
        .get()
        .isMatch();
  }

  public void testLikeAndDocumentAreRefusedWhenTheAliasIsPut() {
    createNews("news");
    for (String options :
        List.of(
            like("news", "1"),
            "\"document\": {}, \"pipeline\": \"p\"",
            "\"fingerprint\": 1, \"ignore_unmapped\": true, \"minhash\": {\"field\": \"absent\", "
                + like("news", "1")
                + "}")) {
      for (String filter :
          List.of(filter(options), "{\"bool\": {\"must_not\": " + filter(options) + "}}")) {
        Exception e = expectThrows(IllegalArgumentException.class, () -> alias("alike", filter));
        assertEquals("failed to parse filter for alias [alike]", e.getMessage());
        assertEquals(REFUSED, e.getCause().getMessage());
        var create =
            indicesAdmin()
                .prepareCreate("other")
                .setMapping(MAPPING)
                .addAlias(new Alias("alike").filter(filter));
        e = expectThrows(IllegalArgumentException.class, create);
        assertEquals(REFUSED, e.getCause().getMessage());
      }
    }
  }

  /** It was accepted before this was refused: each search through it would look it up again. */
  public void testAnOldAliasThatNamesItselfIsRefused() throws Exception {
    createNews("news");
    store("alike", filter(like("alike", "1")));
    assertRefused(client().prepareSearch("alike"));
    assertRefused(client().prepareSearch("news").setQuery(near(like("alike", "1"))));
    store("one", filter(like("other", "1")));
    store("other", filter(like("one", "1")));
    assertRefused(client().prepareSearch("one", "other").setPreFilterShardSize(1));
    var explain = client().prepareExplain("alike", "1").setQuery(QueryBuilders.matchAllQuery());
    assertEquals(
        REFUSED,
        ExceptionsHelper.unwrap(expectThrows(Exception.class, explain), QueryShardException.class)
            .getMessage());
    var valid = indicesAdmin().prepareValidateQuery("alike").setExplain(true).get();
    assertFalse(valid.isValid());
    assertTrue(valid.getQueryExplanation().getFirst().getError().contains(REFUSED));
    assertBusy(
        () ->
            assertEquals(
                List.of(),
                clusterAdmin()
                    .prepareListTasks()
                    .setActions("indices:data/read/*")
                    .get()
                    .getTasks()));
  }

  private static void assertRefused(SearchRequestBuilder search) {
    Exception e = expectThrows(Exception.class, search);
    assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    String sentences = ExceptionsHelper.stackTrace(e);
    assertTrue(sentences, sentences.contains(REFUSED));
  }

  private void alias(String alias, String filter) {
    alias("news", alias, filter);
  }

  /** Adds an alias to the cluster state without a check of its filter. */
  private void store(String alias, String filter) throws Exception {
    var done = new PlainActionFuture<Void>();
    getInstanceFromNode(ClusterService.class)
        .submitUnbatchedStateUpdateTask(
            "store an alias",
            new ClusterStateUpdateTask() {
              @Override
              public ClusterState execute(ClusterState state) {
                Metadata.Builder metadata = Metadata.builder(state.metadata());
                IndexMetadata index = state.metadata().getProject().index("news");
                AliasMetadata added = AliasMetadata.builder(alias).filter(filter).build();
                metadata.put(IndexMetadata.builder(index).putAlias(added));
                return ClusterState.builder(state).metadata(metadata).build();
              }

              @Override
              public void clusterStateProcessed(ClusterState before, ClusterState after) {
                done.onResponse(null);
              }

              @Override
              public void onFailure(Exception e) {
                done.onFailure(e);
              }
            });
    done.get(30, TimeUnit.SECONDS);
  }
}
