package io.simhash.elasticsearch.fingerprint;

import org.apache.lucene.util.SetOnce;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.rest.FakeRestChannel;
import org.elasticsearch.test.rest.FakeRestRequest;
import org.elasticsearch.test.rest.RestActionTestCase;
import org.elasticsearch.xcontent.XContentType;

public class RestFingerprintActionTests extends RestActionTestCase {

  private final RestFingerprintAction action = new RestFingerprintAction();

  private FakeRestRequest request(String body) {
    return new FakeRestRequest.Builder(xContentRegistry())
        .withMethod(RestRequest.Method.POST)
        .withPath("/_simhash/fingerprint")
        .withContent(new BytesArray(body), XContentType.JSON)
        .build();
  }

  private void handle(FakeRestRequest request) throws Exception {
    FakeRestChannel channel = new FakeRestChannel(request, true);
    action.handleRequest(request, channel, (NodeClient) verifyingClient);
  }

  public void testAsksTheAction() throws Exception {
    SetOnce<FingerprintRequest> asked = new SetOnce<>();
    verifyingClient.setExecuteVerifier(
        (type, request) -> {
          assertEquals(TransportFingerprintAction.TYPE, type);
          asked.set((FingerprintRequest) request);
          return null;
        });
    handle(request("{\"text\": \"a fox\"}"));
    assertNotNull(asked.get());
  }

  public void testMalformedBodiesAreBadRequests() {
    for (String body :
        new String[] {
          "[]",
          "\"text\"",
          "7",
          "{\"text\":",
          "{\"text\": \"a\"} {}",
          "{\"text\": \"a\"} x",
          "{",
          "{}",
          "{\"text\": \"a\", \"text\": \"b\"}",
          "{\"text\": 1e999}",
          " "
        }) {
      Exception e = expectThrows(Exception.class, () -> handle(request(body)));
      assertEquals(body + ": " + e, RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    }
  }

  public void testSentences() {
    Exception e = expectThrows(Exception.class, () -> handle(request("[]")));
    assertEquals("the request body must be an object", e.getMessage());
    e = expectThrows(Exception.class, () -> handle(request("{\"text\": \"a\"} {}")));
    assertEquals("the request body must be one object", e.getMessage());
    e = expectThrows(Exception.class, () -> handle(request("")));
    assertEquals("request body is required", e.getMessage());
    assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
  }
}
