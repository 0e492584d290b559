package io.simhash.elasticsearch.idf.build;

import io.simhash.core.idf.IdfModel;
import io.simhash.elasticsearch.SimHashPlugin;
import io.simhash.elasticsearch.idf.store.ModelChange;
import io.simhash.elasticsearch.idf.store.RandomModels;
import io.simhash.elasticsearch.idf.store.StoredModels;
import io.simhash.elasticsearch.idf.store.TransportChangeModelAction;
import io.simhash.elasticsearch.idf.store.TransportGetModelsAction;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.threadpool.ThreadPoolStats;
import org.junit.After;

/** The actions of IDF models on one node. */
@LuceneTestCase.SuppressCodecs("*")
public class IdfModelNodeTests extends ESSingleNodeTestCase {

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(SimHashPlugin.class);
  }

  @After
  public void deleteModels() {
    for (String name : stored().models().keySet()) {
      delete(name);
    }
  }

  private StoredModels stored() {
    return StoredModels.of(
        getInstanceFromNode(ClusterService.class).state().metadata().getProject(ProjectId.DEFAULT));
  }

  private Map<String, IdfModel> models() {
    Map<String, IdfModel> models = new LinkedHashMap<>();
    stored().models().forEach((name, stored) -> models.put(name, stored.model(name)));
    return models;
  }

  private ModelChange.Response delete(String name) {
    return client()
        .execute(
            TransportChangeModelAction.DELETE,
            new ModelChange.Request(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT, name, null))
        .actionGet(TEST_REQUEST_TIMEOUT);
  }

  private ModelChange.Response build(Object... options) {
    Map<String, Object> body = new LinkedHashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      body.put((String) options[i], options[i + 1]);
    }
    return client()
        .execute(
            TransportBuildModelAction.TYPE,
            new TransportBuildModelAction.Request(
                TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT, "built", body))
        .actionGet(TEST_REQUEST_TIMEOUT);
  }

  private void index(String index, String id, String text) {
    prepareIndex(index).setId(id).setSource("body", text).get();
  }

  private void createNews(int shards) {
    createIndex(
        "news",
        Settings.builder().put("index.number_of_shards", shards).build(),
        "body",
        "type=text",
        "number",
        "type=long",
        "tag",
        "type=keyword,index=false");
  }

  public void testPutGetAndDelete() {
    IdfModel model = RandomModels.model(random(), 10);
    ModelChange.Response put =
        client()
            .execute(
                TransportChangeModelAction.PUT,
                new ModelChange.Request(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT, "news", model))
            .actionGet(TEST_REQUEST_TIMEOUT);
    assertTrue(put.isAcknowledged());
    assertEquals(model.contentId(), put.model.version());
    assertEquals(model, models().get("news"));
    assertEquals(List.of(), delete("news").pipelines);
    assertEquals(StoredModels.EMPTY, stored());
    Exception missing = expectThrows(ResourceNotFoundException.class, () -> delete("news"));
    assertEquals("there is no stored IDF model [news]", missing.getMessage());
    expectThrows(
        ResourceNotFoundException.class,
        client()
            .execute(
                TransportGetModelsAction.TYPE,
                new TransportGetModelsAction.Request(TEST_REQUEST_TIMEOUT, Optional.of("news"))));
  }

  public void testAModelIsBuiltOfAllShards() {
    createNews(between(1, 4));
    for (int i = 0; i < 20; i++) {
      index("news", "" + i, "every document" + (i % 2 == 0 ? " even" : "") + " only" + i);
    }
    client().admin().indices().prepareRefresh("news").get();
    ModelChange.Response built = build("index", "news", "field", "body");
    assertEquals(20, built.model.documents());
    IdfModel model = models().get("built");
    assertEquals(3, model.size());
    assertEquals(20, model.documentFrequency("every"));
    assertEquals(20, model.documentFrequency("document"));
    assertEquals(10, model.documentFrequency("even"));
    assertEquals("below min_df", 0, model.documentFrequency("only3"));

    build("index", "news", "field", "body", "min_df", 1, "max_terms", 23);
    assertEquals(23, models().get("built").size());
    build("index", List.of("ne*"), "field", "body", "max_terms", 1);
    assertEquals(1, models().get("built").size());
  }

  public void testIndicesWithoutTheFieldAddNothingAndCountsDoNotPileUp() {
    createIndex("aaa");
    createNews(2);
    createIndex("zzz");
    index("news", "1", "some words");
    index("news", "2", "some words");
    client().admin().indices().prepareRefresh("news").get();
    String first = build("index", "*", "field", "body").model.version();
    assertEquals(2, models().get("built").documentFrequency("some"));
    assertEquals(first, build("index", "zzz,aaa,news", "field", "body").model.version());
    assertEquals(first, build("index", "news", "field", "body").model.version());
  }

  /** A build takes no thread from searches, on any number of shards. */
  public void testABuildUsesNoThreadOfSearches() {
    createNews(5);
    index("news", "1", "some words");
    index("news", "2", "some words");
    client().admin().indices().prepareRefresh("news").get();
    long before = completedSearches();
    build("index", "news", "field", "body");
    assertEquals(before, completedSearches());
  }

  private long completedSearches() {
    return getInstanceFromNode(ThreadPool.class).stats().stats().stream()
        .filter(pool -> pool.name().equals(ThreadPool.Names.SEARCH))
        .mapToLong(ThreadPoolStats.Stats::completed)
        .sum();
  }

  public void testDeletedDocumentsDoNotCount() {
    createNews(1);
    for (int i = 0; i < 10; i++) {
      index("news", "" + i, "every document");
    }
    client().admin().indices().prepareRefresh("news").get();
    client().prepareDelete("news", "3").get();
    client().admin().indices().prepareRefresh("news").get();
    ModelChange.Response built = build("index", "news", "field", "body");
    assertEquals(9, built.model.documents());
    assertEquals(9, models().get("built").documentFrequency("every"));
  }

  public void testSlicesGiveTheSameModel() {
    createNews(2);
    for (int i = 0; i < 60; i++) {
      index("news", "" + i, "w" + (i % 7) + " v" + (i % 11) + " u" + i);
    }
    client().admin().indices().prepareRefresh("news").get();
    Map<String, Object> body =
        new LinkedHashMap<>(Map.of("index", "news", "field", "body", "max_terms", 9));
    TransportBuildModelAction.Request request =
        new TransportBuildModelAction.Request(
            TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT, "built", body);
    IdfModel[] models =
        Arrays.stream(new int[] {1_000_000, 10, 3})
            .mapToObj(
                terms -> {
                  PlainActionFuture<IdfModel> future = new PlainActionFuture<>();
                  new ModelBuild(request, client(), terms, future).start();
                  return future.actionGet(TEST_REQUEST_TIMEOUT);
                })
            .toArray(IdfModel[]::new);
    assertEquals(9, models[0].size());
    assertEquals(models[0], models[1]);
    assertEquals(models[0], models[2]);
  }

  public void testMistakesAreSentences() {
    createNews(1);
    index("news", "1", "some words");
    client()
        .admin()
        .indices()
        .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
        .addAlias("news", "some", "{\"term\": {\"number\": 1}}")
        .addAlias("news", "plain")
        .get();
    refuse("[index] and [field] are required to build a model", "index", "news");
    refuse("[index] must name at least one index", "index", List.of(), "field", "body");
    refuse("[index] names no open index: [x*]", "index", "x*", "field", "body");
    refuse(
        "[field] must be a field of [news] but [bodi] is not mapped",
        "index",
        "news",
        "field",
        "bodi");
    String type =
        "[field] must be an indexed field of type [text], [match_only_text] or [keyword] but ";
    refuse(type + "[number] of index [news] is of type [long]", "index", "news", "field", "number");
    refuse(
        type + "[tag] of index [news] is of type [keyword] and not indexed",
        "index",
        "news",
        "field",
        "tag");
    refuse(
        "no model can be built: [min_df] is [2] and no term of [body] is in that many documents of"
            + " [plain]",
        "index",
        "plain",
        "field",
        "body");
    refuse(
        "[index] must not be an alias with a filter, because all documents of its index would be"
            + " counted, but was [some]",
        "index",
        "some",
        "field",
        "body");
    refuse(
        "[min_df] must be at least [1] but was [0]", "index", "news", "field", "body", "min_df", 0);
    refuse(
        "[max_terms] must be in [1, 100000] but was [100001]",
        "index",
        "news",
        "field",
        "body",
        "max_terms",
        100_001);
    refuse("unknown options [top]", "index", "news", "field", "body", "top", 1);
    expectThrows(IndexNotFoundException.class, () -> build("index", "absent", "field", "body"));
    assertEquals(StoredModels.EMPTY, stored());
  }

  private void refuse(String sentence, Object... options) {
    Exception e = expectThrows(IllegalArgumentException.class, () -> build(options));
    assertEquals(sentence, e.getMessage());
  }

  public void testACancelledCountEnds() {
    createNews(1);
    index("news", "1", "some words");
    client().admin().indices().prepareRefresh("news").get();
    org.elasticsearch.index.IndexService service =
        getInstanceFromNode(org.elasticsearch.indices.IndicesService.class)
            .indexServiceSafe(resolveIndex("news"));
    ShardTermCounter terms =
        new ShardTermCounter(
            service,
            0,
            () -> {
              throw new TaskCancelledException("cancelled");
            });
    expectThrows(
        TaskCancelledException.class, () -> terms.count(new ShardCount.Terms("body", 0, 1)));
  }
}
