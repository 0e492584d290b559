package io.simhash.elasticsearch.shard;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.threadpool.TestThreadPool;
import org.elasticsearch.threadpool.ThreadPool;

public class ShardThreadsTests extends ESTestCase {

  public void testFewShardsAtATimeEachAsItsCaller() throws Exception {
    ThreadPool pool = new TestThreadPool(getTestName());
    try {
      ShardThreads threads = new ShardThreads(pool, "test");
      AtomicInteger running = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      Queue<String> wrong = new ConcurrentLinkedQueue<>();
      CountDownLatch done = new CountDownLatch(20);
      for (int i = 0; i < 20; i++) {
        String caller = "caller-" + i;
        try (ThreadContext.StoredContext ignored = pool.getThreadContext().stashContext()) {
          pool.getThreadContext().putHeader("caller", caller);
          threads.execute(
              () -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                String found = pool.getThreadContext().getHeader("caller");
                if (caller.equals(found) == false) {
                  wrong.add(caller + " ran as " + found);
                }
                if (Thread.currentThread().getName().contains("[generic]") == false) {
                  wrong.add(Thread.currentThread().getName());
                }
                safeSleep(5);
                running.decrementAndGet();
                done.countDown();
              });
        }
      }
      assertTrue(done.await(30, TimeUnit.SECONDS));
      assertTrue(wrong.toString(), wrong.isEmpty());
      assertEquals(ShardThreads.MAX, most.get());
    } finally {
      ThreadPool.terminate(pool, 30, TimeUnit.SECONDS);
    }
  }
}
