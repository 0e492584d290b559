package io.simhash.elasticsearch.near_duplicate;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.threadpool.TestThreadPool;
import org.elasticsearch.threadpool.ThreadPool;

/** No request is sent without its caller, or as another one. */
public class CallerTests extends ESTestCase {

  private static NodeServices node(ThreadContext context, boolean secured) {
    ThreadPool threads = mock(ThreadPool.class);
    when(threads.getThreadContext()).thenReturn(context);
    return node(threads, secured);
  }

  private static NodeServices node(ThreadPool threads, boolean secured) {
    return new NodeServices(null, threads, null, null, 1, secured);
  }

  private static Caller caller(Map<String, String> headers) {
    ThreadContext context = new ThreadContext(Settings.EMPTY);
    context.putHeader(headers);
    return node(context, false).caller();
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

  public void testWithSecurityThereMustBeAUser() {
    ThreadContext context = new ThreadContext(Settings.EMPTY);
    ElasticsearchStatusException e =
        expectThrows(ElasticsearchStatusException.class, () -> node(context, true).caller());
    assertEquals(
        "near-duplicates are only searched with the rights of a user but there is none",
        e.getMessage());
    assertEquals(RestStatus.FORBIDDEN, e.status());
    assertEquals(new Caller(Map.of()), node(context, false).caller());
  }

  public void testNothingIsSentAsAnotherCaller() {
    TestThreadPool threads = new TestThreadPool(getTestName());
    try {
      NodeServices node = node(threads, true);
      ThreadContext context = threads.getThreadContext();
      Supplier<ThreadContext.StoredContext> stored;
      try (var ignored = context.stashContext()) {
        context.putHeader(Caller.AUTHENTICATION, "user");
        stored = context.newRestorableContext(false);
      }
      Caller other = new Caller(Map.of(Caller.AUTHENTICATION, "other"));
      IllegalStateException e =
          expectThrows(
              IllegalStateException.class, () -> node.send(other, stored, null, null, null));
      assertEquals("a request is sent in the context of another caller", e.getMessage());
      Caller none = new Caller(Map.of());
      Supplier<ThreadContext.StoredContext> empty = context.newRestorableContext(false);
      expectThrows(
          ElasticsearchStatusException.class, () -> node.send(none, empty, null, null, null));
    } finally {
      terminate(threads);
    }
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
}
