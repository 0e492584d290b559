package io.simhash.elasticsearch.idf;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.rest.FakeRestChannel;
import org.elasticsearch.test.rest.FakeRestRequest;
import org.elasticsearch.test.rest.RestActionTestCase;
import org.elasticsearch.xcontent.XContentType;

/** The order of a PUT: the caller's right, the body on another thread, the change. */
public class RestIdfModelsActionTests extends RestActionTestCase {

  private static final String BODY = "{\"documents\": 9, \"terms\": {\"fox\": 3}}";

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> threads = new CopyOnWriteArrayList<>();

  private FakeRestChannel put(String body) throws Exception {
    FakeRestRequest request =
        new FakeRestRequest.Builder(xContentRegistry())
            .withMethod(RestRequest.Method.PUT)
            .withPath("/_simhash/idf/news")
            .withParams(new java.util.HashMap<>(java.util.Map.of("name", "news")))
            .withContent(new BytesArray(body), XContentType.JSON)
            .build();
    FakeRestChannel channel = new FakeRestChannel(request, true);
    new RestIdfModelsAction().handleRequest(request, channel, (NodeClient) verifyingClient);
    return channel;
  }

  private void recordActions() {
    verifyingClient.setExecuteVerifier(
        (type, request) -> {
          asked.add(type.name());
          threads.add(Thread.currentThread().getName());
          return null;
        });
  }

  public void testTheBodyIsParsedOnAThreadOfThePoolManagement() throws Exception {
    recordActions();
    put(BODY);
    assertBusy(() -> assertEquals(2, asked.size()));
    assertEquals(
        List.of("cluster:admin/simhash/idf/put/check_nodes", "cluster:admin/simhash/idf/put"),
        asked);
    assertFalse(threads.get(0), threads.get(0).contains("[management]"));
    assertTrue(threads.get(1), threads.get(1).contains("[management]"));
  }

  public void testAMistakeInTheBodyIsABadRequest() throws Exception {
    recordActions();
    FakeRestChannel channel = put("{\"documents\": 9}");
    assertBusy(() -> assertEquals(1, channel.errors().get()));
    assertEquals(RestStatus.BAD_REQUEST, channel.capturedResponse().status());
    assertEquals(1, asked.size());
  }
}
