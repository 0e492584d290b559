package io.simhash.elasticsearch.ingest.duplicate;

import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.test.client.NoOpClient;
import org.elasticsearch.threadpool.TestThreadPool;

/** No request is sent without its caller, or as another one. */
public class CallerTests extends ESTestCase {

  private static Caller caller(Map<String, String> headers) {
    ThreadContext context = new ThreadContext(Settings.EMPTY);
    context.putHeader(headers);
    return Caller.of(context);
  }

  public void testTracesDoNotTellCallersApart() {
    Caller user = caller(Map.of(Caller.AUTHENTICATION, "user"));
    assertEquals(
        user,
        caller(
            Map.of(
                Caller.AUTHENTICATION,
                "user",
                "X-Opaque-Id",
                "7",
                "_xpack_audit_request_id",
                "t")));
    assertNotEquals(user, caller(Map.of(Caller.AUTHENTICATION, "other")));
    assertNotEquals(user, caller(Map.of()));
  }

  private void withThreads(Consumer<NoOpClient> test) {
    TestThreadPool threads = new TestThreadPool(getTestName());
    try {
      test.accept(new NoOpClient(threads));
    } finally {
      terminate(threads);
    }
  }

  public void testWithSecurityNothingIsSentFromAnEmptyContext() {
    withThreads(
        client -> {
          AsCaller secured = new AsCaller(client, true);
          ElasticsearchStatusException e =
              expectThrows(ElasticsearchStatusException.class, secured::current);
          assertEquals(
              "near-duplicates are only searched with the rights of a user but there is none",
              e.getMessage());
          assertEquals(RestStatus.FORBIDDEN, e.status());
          WaitingDocument arriving = arrival(client);
          expectThrows(
              ElasticsearchStatusException.class,
              () ->
                  secured.send(
                      arriving,
                      Caller.of(client.threadPool().getThreadContext()),
                      c -> fail("sent from an empty context")));
          assertEquals(new Caller(Map.of()), new AsCaller(client, false).current());
        });
  }

  public void testNothingIsSentAsAnotherCaller() {
    withThreads(
        client -> {
          ThreadContext context = client.threadPool().getThreadContext();
          AsCaller asCaller = new AsCaller(client, true);
          WaitingDocument arrival;
          Caller user;
          try (var ignored = context.stashContext()) {
            context.putHeader(Caller.AUTHENTICATION, "user");
            arrival = arrival(client);
            user = asCaller.current();
          }
          boolean[] sent = new boolean[1];
          try (var ignored = context.stashContext()) {
            context.putHeader(Caller.AUTHENTICATION, "other");
            asCaller.send(
                arrival,
                user,
                c -> {
                  assertEquals("user", context.getHeader(Caller.AUTHENTICATION));
                  sent[0] = true;
                });
            assertEquals("other", context.getHeader(Caller.AUTHENTICATION));
            Caller other = asCaller.current();
            WaitingDocument users = arrival;
            IllegalStateException e =
                expectThrows(
                    IllegalStateException.class,
                    () -> asCaller.send(users, other, c -> fail("sent as another caller")));
            assertEquals("a search is sent in the context of another caller", e.getMessage());
          }
          assertTrue(sent[0]);
        });
  }

  public void testSecurityThatIsNotTypedIsOnWhereItIsByDefault() {
    String name = "xpack.security.enabled";
    Setting<Boolean> security = Setting.boolSetting(name, true, Setting.Property.NodeScope);
    ClusterSettings with = new ClusterSettings(Settings.EMPTY, Set.of(security));
    ClusterSettings without = new ClusterSettings(Settings.EMPTY, Set.of());
    Settings off = Settings.builder().put(name, false).build();
    assertTrue(NearDuplicateIngest.isSecurityOn(with, Settings.EMPTY));
    assertFalse(NearDuplicateIngest.isSecurityOn(with, off));
    assertFalse(NearDuplicateIngest.isSecurityOn(without, Settings.EMPTY));
  }

  private static WaitingDocument arrival(NoOpClient client) {
    ThreadContext context = client.threadPool().getThreadContext();
    return new WaitingDocument(
        null, null, null, null, null, context.newRestorableContext(false), null, null);
  }
}
