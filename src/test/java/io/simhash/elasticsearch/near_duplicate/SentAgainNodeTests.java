package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiFunction;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.test.hamcrest.ElasticsearchAssertions;

/** The same documents sent again change nothing: neither what is stored nor a tag. */
public class SentAgainNodeTests extends NearDuplicateNode {

  private static final int MAX_REMOVED_BITS = 3;

  private static final Map<String, String> ACTIONS =
      Map.of("drop", "", "fail", "", "route", ", \"route_to\": \"copies\"");

  /** A document of a feed, with an id of its own. */
  private record Sent(String id, long fingerprint) {

    boolean isNear(long other) {
      return Fingerprint.distance(fingerprint, other) <= MAX_REMOVED_BITS;
    }

    IndexRequest request(boolean create) {
      Map<String, Object> source = Map.of("simhash", Fingerprint.toHex(fingerprint), "views", 0);
      return new IndexRequest("news").id(id).create(create).source(source);
    }
  }

  /** Of the documents one in three is a copy of an earlier one, also of a copy; in random order. */
  private static List<Sent> feed(Random random, int size) {
    List<Sent> feed = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      long fingerprint = random.nextLong();
      if (i > 0 && random.nextInt(3) == 0) {
        fingerprint = feed.get(random.nextInt(i)).fingerprint();
        for (int bits = random.nextInt(4); bits > 0; bits--) {
          fingerprint ^= 1L << random.nextInt(64);
        }
      }
      feed.add(new Sent("d" + i, fingerprint));
    }
    Collections.shuffle(feed, random);
    return feed;
  }

  /** Sends documents in requests of random sizes; what fails for now is sent again. */
  private void send(List<Sent> feed, boolean create, Random random) {
    int from = 0;
    while (from < feed.size()) {
      int until = Math.min(feed.size(), from + 1 + random.nextInt(40));
      List<Sent> left = feed.subList(from, until);
      from = until;
      for (int i = 0; left.isEmpty() == false; i++) {
        assertTrue("sent again and again: " + left, i < 20);
        left = sendOnce(left, create);
      }
      if (random.nextInt(4) == 0) {
        refresh("news");
      }
    }
  }

  /** Sends documents in one request, and returns those that are to be sent again. */
  private List<Sent> sendOnce(List<Sent> feed, boolean create) {
    BulkRequest request = request();
    feed.forEach(each -> request.add(each.request(create).setPipeline("near")));
    BulkItemResponse[] items = client().bulk(request).actionGet(TEST_REQUEST_TIMEOUT).getItems();
    List<Sent> again = new ArrayList<>();
    for (int i = 0; i < items.length; i++) {
      if (items[i].isFailed() && items[i].status().getStatus() == 503) {
        again.add(feed.get(i));
      } else if (items[i].isFailed()) {
        assertEquals(items[i].getFailureMessage(), 409, items[i].status().getStatus());
      }
    }
    return again;
  }

  /** The documents that are stored after a feed, by a plain model without requests and searches. */
  private static void model(Map<String, Long> stored, List<Sent> feed) {
    for (Sent each : feed) {
      if (stored.containsKey(each.id()) || stored.values().stream().noneMatch(each::isNear)) {
        stored.put(each.id(), each.fingerprint());
      }
    }
  }

  /** A value of each stored document by its id. */
  private Map<String, Object> stored(BiFunction<SearchHit, Map<String, Object>, Object> value) {
    refresh("news");
    Map<String, Object> found = new TreeMap<>();
    ElasticsearchAssertions.assertResponse(
        client().prepareSearch("news").setSize(1000),
        response ->
            response
                .getHits()
                .forEach(hit -> found.put(hit.getId(), value.apply(hit, hit.getSourceAsMap()))));
    return found;
  }

  private Map<String, Object> storedValues() {
    return stored((hit, source) -> source.get("simhash"));
  }

  private static Map<String, Object> shown(Map<String, Long> model) {
    Map<String, Object> shown = new TreeMap<>();
    model.forEach((id, fingerprint) -> shown.put(id, Fingerprint.toHex(fingerprint)));
    return shown;
  }

  /** Documents are deleted, and get another text, in the index and in the feed. */
  private void change(List<Sent> feed, Map<String, Long> stored, Random random) {
    BulkRequest changes = new BulkRequest();
    for (String id : new TreeSet<>(stored.keySet())) {
      int choice = random.nextInt(10);
      if (choice == 0) {
        changes.add(new DeleteRequest("news", id));
        stored.remove(id);
      } else if (choice == 1) {
        Sent changed = new Sent(id, random.nextLong());
        changes.add(changed.request(false));
        stored.put(id, changed.fingerprint());
        feed.replaceAll(each -> each.id().equals(id) ? changed : each);
      }
    }
    if (changes.numberOfActions() > 0) {
      assertFalse(client().bulk(changes).actionGet(TEST_REQUEST_TIMEOUT).hasFailures());
    }
    // Of those that searches see only the best is read.
    refresh("news");
  }

  public void testTheSameDocumentsAreStoredAgain() {
    List<String> actions = List.of("drop", "fail", "route");
    for (int i = 0; i < 10; i++) {
      Random random = new Random(random().nextLong());
      String action = actions.get(i % 3);
      boolean create = i % 2 == 1;
      createNews("news");
      put("\"on_duplicate\": \"" + action + "\"" + ACTIONS.get(action));
      List<Sent> feed = feed(random, 100);
      Map<String, Long> model = new LinkedHashMap<>();
      for (int sending = 0; sending < 5; sending++) {
        String where = action + (create ? ", create" : "") + ", sending " + sending;
        model(model, feed);
        send(feed, create, random);
        assertEquals(where, shown(model), storedValues());
        assertTrue(where, model.size() < 90);
        if (sending == 2) {
          change(feed, model, random);
        }
        Collections.shuffle(feed, random);
      }
      indicesAdmin().prepareDelete("news").get();
    }
  }

  public void testTheSameDocumentsOfFourClients() throws Exception {
    for (boolean create : List.of(false, true)) {
      createNews("news");
      put(DROP);
      Random random = new Random(random().nextLong());
      List<Sent> feed = feed(random, 400);
      Map<String, Object> first = null;
      for (int sending = 0; sending < 3; sending++) {
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> clients = new ArrayList<>();
        for (int client = 0; client < 4; client++) {
          List<Sent> part = feed.subList(client * 100, client * 100 + 100);
          Random own = new Random(random.nextLong());
          clients.add(new Thread(() -> send(part, create, own)));
        }
        for (Thread client : clients) {
          client.setUncaughtExceptionHandler((thread, e) -> failures.add(e));
          client.start();
        }
        for (Thread client : clients) {
          client.join();
        }
        assertEquals(List.of(), List.copyOf(failures));
        first = first == null ? storedValues() : first;
        assertEquals("sending " + sending, first, storedValues());
        assertTrue(first.size() < 390);
        Collections.shuffle(feed, random);
      }
      indicesAdmin().prepareDelete("news").get();
    }
  }

  /** The fields that the processor writes. */
  private Map<String, Object> storedTags() {
    return stored(
        (hit, source) -> Arrays.asList(source.get("near_duplicate_of"), source.get("cluster")));
  }

  public void testTheSameTags() {
    for (String options : List.of("", ", \"size\": 3", ", \"max_distance\": 3, " + DROP)) {
      Random random = new Random(random().nextLong());
      createNews("news", "index.default_pipeline", "near");
      put("\"cluster_field\": \"cluster\"" + options);
      List<Sent> feed = feed(random, 100);
      long family = random.nextLong();
      for (int i = 0; i < 30; i++) {
        feed.add(new Sent("same" + i, i < 15 ? family : family ^ 1L << i));
      }
      Map<String, Object> first = null;
      for (int sending = 0; sending < 3; sending++) {
        send(feed, false, random);
        first = first == null ? storedTags() : first;
        assertEquals(options + ", sending " + sending, first, storedTags());
        Collections.shuffle(feed, random);
      }
      List<String> ids = List.copyOf(first.keySet());
      for (int i = 0; i < 100; i++) {
        String id = ids.get(random.nextInt(ids.size()));
        client()
            .update(new UpdateRequest("news", id).doc(Map.of("views", i + 1)))
            .actionGet(TEST_REQUEST_TIMEOUT);
        if (random.nextInt(10) == 0) {
          refresh("news");
        }
      }
      assertEquals(options + ", updates", first, storedTags());
      indicesAdmin().prepareDelete("news").get();
    }
  }

  /** Otherwise both would have a tag, and a search without tagged documents neither of them. */
  public void testTwoThatWereStoredWithoutATagAndChange() {
    for (List<String> order : List.of(List.of("a", "b"), List.of("b", "a"))) {
      for (boolean together : List.of(true, false)) {
        createNews("news");
        put("");
        for (String id : order) {
          client().index(document(id, 8)).actionGet(TEST_REQUEST_TIMEOUT);
        }
        refresh("news");
        List<IndexRequest> changed = order.stream().map(id -> document(id, 10)).toList();
        if (together) {
          index(changed.toArray(IndexRequest[]::new));
        } else {
          changed.forEach(each -> index(each));
        }
        assertNull(tag("a"));
        assertTag("b", "a", 2);
        indicesAdmin().prepareDelete("news").get();
      }
    }
  }
}
