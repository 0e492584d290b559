package io.simhash.elasticsearch.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.threadpool.TestThreadPool;
import org.elasticsearch.threadpool.ThreadPool;

/** The cache of the work on the texts of queries. */
public class QueryTextsTests extends ESTestCase {

  private static final Object MAKER = new Object();

  private final AtomicInteger computed = new AtomicInteger();

  private static TextKey key(String... texts) {
    return new TextKey(MAKER, "options", List.of(texts));
  }

  private Object get(QueryTexts texts, TextKey key, long bytes) {
    return texts.get(key, () -> new QueryTexts.Result(computed.incrementAndGet(), bytes)).value();
  }

  public void testComputesOnceForEqualTexts() {
    QueryTexts texts = new QueryTexts(10_000);
    assertEquals(1, get(texts, key("a", "bc"), 10));
    assertEquals(1, get(texts, key("a", "bc"), 10));
    assertEquals(2, get(texts, key("ab", "c"), 10));
    assertEquals(3, get(texts, new TextKey(MAKER, "other", List.of("a", "bc")), 10));
    assertEquals(4, get(texts, new TextKey(new Object(), "options", List.of("a", "bc")), 10));
    assertEquals(1, get(texts, key("a", "bc"), 10));
  }

  /** UTF-8 and UTF-16 encoders replace unpaired surrogates, so texts are digested without them. */
  public void testEveryUnitOfATextDecides() {
    assertNotEquals(key("a\ud800b"), key("a?b"));
    assertNotEquals(key("a\ud800b"), key("a\ufffdb"));
    assertNotEquals(key("a\ud800b"), key("a\ud801b"));
    String chunks = randomAlphaOfLength(10_000);
    assertEquals(key(chunks), key(new StringBuilder(chunks).toString()));
    int at = between(0, chunks.length() - 1);
    assertNotEquals(key(chunks), key(chunks.substring(0, at) + '!' + chunks.substring(at + 1)));
    assertNotEquals(key(chunks), key(chunks.substring(0, 9_999)));
  }

  /** Two analyzers of the same name are equal, but may make different tokens. */
  public void testMakersAreComparedByIdentity() {
    String one = new String("name");
    assertNotEquals(
        new TextKey(one, "options", List.of("a")),
        new TextKey(new String(one), "options", List.of("a")));
  }

  public void testKeepsAsMuchAsFits() {
    QueryTexts texts = new QueryTexts(10_000);
    for (int i = 0; i < 100; i++) {
      get(texts, key("text" + i), 2_000);
    }
    assertEquals("each with a key of 512 bytes", 3, texts.count());
    assertEquals(101, get(texts, key("long"), 20_000));
    assertEquals("more than fits is computed but not kept", 102, get(texts, key("long"), 20_000));
  }

  /** Also when no query comes any more. */
  public void testExpiredResultsAreRemovedInTime() throws Exception {
    ThreadPool threads = new TestThreadPool(getTestName());
    QueryTexts texts =
        new QueryTexts(10_000, TimeValue.timeValueMillis(300), TimeValue.timeValueMillis(100));
    try {
      texts.start(threads);
      get(texts, key("a"), 10);
      assertEquals(1, texts.count());
      assertBusy(() -> assertEquals(0, texts.count()));
      assertEquals(2, get(texts, key("a"), 10));
    } finally {
      texts.close();
      terminate(threads);
    }
  }

  public void testFailuresAreNotKept() {
    QueryTexts texts = new QueryTexts(10_000);
    for (Throwable failure :
        List.of(new IllegalArgumentException("no"), new StackOverflowError("deep"))) {
      Throwable thrown =
          expectThrows(
              failure.getClass(),
              () ->
                  texts.get(
                      key("a"),
                      () -> {
                        if (failure instanceof Error error) {
                          throw error;
                        }
                        throw (RuntimeException) failure;
                      }));
      assertSame(failure, thrown);
      assertEquals(0, texts.count());
    }
    assertEquals(1, get(texts, key("a"), 10));
  }

  /** Shards of a search need the same result at the same time. */
  public void testThreadsWaitForTheSameWork() throws Exception {
    QueryTexts texts = new QueryTexts(10_000);
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Thread[] threads = new Thread[4];
    List<Object> results = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(
              () ->
                  results.add(
                      texts
                          .get(
                              key("a"),
                              () -> {
                                started.countDown();
                                safeAwait(end);
                                return new QueryTexts.Result(computed.incrementAndGet(), 10);
                              })
                          .value()));
      threads[i].start();
    }
    safeAwait(started);
    end.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(List.of(1, 1, 1, 1), results);
  }
}
