package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.EqualGroups;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.NearOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.threadpool.Scheduler;
import org.elasticsearch.threadpool.TestThreadPool;
import org.elasticsearch.threadpool.ThreadPool;

/** How a run reads: its point in time, what it asks the shards, texts that fit, and the memory. */
public class RunReaderTests extends ClustersNode {

  private static final int DOCUMENTS = 60;
  private static final ShardId SHARD = new ShardId("news", "uuid", 1);

  /** An answer has as many texts as fit, and at least one, however long it is. */
  public void testTextsThatFit() throws Exception {
    create("news", between(1, 4));
    IntFunction<String> words =
        count -> IntStream.range(0, count).mapToObj(w -> "w" + w).collect(Collectors.joining(" "));
    index("news", DOCUMENTS, i -> Map.of("near", i, "text", words.apply(between(1, 100))));
    ConfirmOptions confirm =
        new ConfirmOptions("text", .5, 0, new Shingling(Shingling.Unit.TOKEN, 1), null, null);
    QueryBuilder all = QueryBuilders.matchAllQuery();
    try (PointInTime pointInTime = pointInTime(client(), threads(), confirm)) {
      RunValues documents = new RunValues(DOCUMENTS, true);
      pointInTime.ask(ShardQuestion.ofAll(ShardQuestion.Part.VALUE), all, documents::add);
      documents.keep(false);
      EqualGroups groups = documents.equal();
      int[] elements = IntStream.range(0, DOCUMENTS).toArray();
      Map<Integer, HashedSet> expected =
          new RunReader(pointInTime, all, documents, groups, null, 1 << 20).texts(elements);
      assertEquals(DOCUMENTS, expected.size());
      for (long bytes : new long[] {100, 2_000, 20_000}) {
        RunReader reader = new RunReader(pointInTime, all, documents, groups, null, bytes);
        assertEquals(expected, inParts(reader, bytes));
      }
    }
    assertNothingIsLeft();
  }

  /** Documents without a value are counted, and nothing of them is sent. */
  public void testDocumentsWithoutAValue() throws Exception {
    create("news", between(1, 3));
    index("news", 200, i -> i < 10 ? Map.of("near", i) : Map.of("title", "no value"));
    try (PointInTime pointInTime = pointInTime(client(), threads(), null)) {
      for (ShardQuestion.Part part :
          List.of(ShardQuestion.Part.FINGERPRINT, ShardQuestion.Part.VALUE)) {
        RunValues documents = new RunValues(10, part == ShardQuestion.Part.VALUE);
        int[] read = {0};
        Map<String, Long> matched =
            pointInTime.ask(
                ShardQuestion.ofAll(part),
                QueryBuilders.matchAllQuery(),
                (shard, doc, in) -> {
                  documents.add(shard, doc, in);
                  read[0]++;
                });
        assertEquals(Map.of("news", 200L), matched);
        assertEquals(10, read[0]);
        assertEquals(10, documents.size);
      }
      QueryBuilder none = QueryBuilders.termQuery("title", "absent");
      ShardQuestion all = ShardQuestion.ofAll(ShardQuestion.Part.VALUE);
      assertEquals(Map.of(), pointInTime.ask(all, none, (shard, doc, in) -> fail()));
    }
    assertNothingIsLeft();
  }

  private static Map<Integer, HashedSet> inParts(RunReader reader, long bytes) {
    Map<Integer, HashedSet> read = new HashMap<>();
    while (read.size() < DOCUMENTS) {
      int[] left =
          IntStream.range(0, DOCUMENTS).filter(d -> read.containsKey(d) == false).toArray();
      Map<Integer, HashedSet> part = reader.texts(left);
      long size = part.values().stream().mapToLong(HashedSet::bytes).sum();
      assertTrue("[" + part.size() + "] with [" + size + "]", part.size() == 1 || size <= bytes);
      read.putAll(part);
    }
    return read;
  }

  /** Whatever the run does, a search is sent every minute, until the point in time is closed. */
  public void testExtensions() throws Exception {
    create("news", 1);
    AtomicReference<Scheduler.Cancellable> scheduled = new AtomicReference<>();
    ThreadPool threads =
        new TestThreadPool("extensions") {
          @Override
          public Scheduler.Cancellable scheduleWithFixedDelay(
              Runnable command, TimeValue interval, Executor executor) {
            assertEquals(TimeValue.timeValueMinutes(1), interval);
            scheduled.set(
                super.scheduleWithFixedDelay(command, TimeValue.timeValueMillis(1), executor));
            return scheduled.get();
          }
        };
    try (PointInTime pointInTime = pointInTime(client(), threads, null)) {
      assertBusy(() -> assertTrue(searches() >= 3));
      assertFalse(scheduled.get().isCancelled());
      assertEquals(0, pointInTime.count(QueryBuilders.matchAllQuery()));
    } finally {
      terminate(threads);
    }
    assertTrue(scheduled.get().isCancelled());
    assertNothingIsLeft();
  }

  /** A search that a busy node rejects ends nothing. */
  public void testExtensionOfABusyNode() throws Exception {
    create("news", 1);
    Client busy =
        new FilterClient(client()) {
          @Override
          protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
              ActionType<R> action, Q request, ActionListener<R> listener) {
            if (action.name().equals("indices:data/read/search")) {
              listener.onFailure(new EsRejectedExecutionException("busy"));
            } else {
              super.doExecute(action, request, listener);
            }
          }
        };
    try (PointInTime pointInTime = pointInTime(busy, threads(), null)) {
      pointInTime.extend();
    }
    assertNothingIsLeft();
  }

  private static StreamInput read(BytesStreamOutput out) throws IOException {
    return out.bytes().streamInput();
  }

  public void testRoundTrip() throws IOException {
    var answer = new DocumentsAggregation.Answer(SHARD, new BytesArray(new byte[] {1, 2}), 7);
    BytesStreamOutput out = new BytesStreamOutput();
    new DocumentsAggregation.Answers(Map.of(), true, List.of(answer)).writeTo(out);
    DocumentsAggregation.Answers read = new DocumentsAggregation.Answers(read(out));
    assertTrue(read.mapped);
    assertEquals(List.of(answer), read.shards);
  }

  public void testRoundTripOfAMember() throws IOException {
    BigDecimal order = BigDecimal.valueOf(5, 6);
    for (RunDocument member :
        List.of(
            new RunDocument(SHARD, "a", "r", 1, 2, order, "b"),
            new RunDocument(SHARD, "b", null, -2, 0, null, null))) {
      BytesStreamOutput out = new BytesStreamOutput();
      member.writeTo(out);
      assertEquals(member, new RunDocument(SHARD, read(out)));
    }
  }

  /** Each question, with the fields of a run. */
  public void testRoundTripOfQuestions() throws IOException {
    Map<ShardId, int[]> docs = Map.of(SHARD, new int[] {1, 5});
    RunFields fields =
        new RunFields(
            new NearOptions("near", 3, 0.7, true),
            "published",
            "cluster_id",
            new ConfirmOptions("text", .5, .2, Shingling.AUTO_CHARACTERS, null, null));
    for (ShardQuestion question :
        List.of(
            ShardQuestion.ofAll(ShardQuestion.Part.VALUE),
            ShardQuestion.of(ShardQuestion.Part.BANDS, docs, 7),
            ShardQuestion.of(ShardQuestion.Part.DOCUMENT, docs),
            ShardQuestion.ofShingles(docs, 5, 77),
            ShardQuestion.of(ShardQuestion.Part.TEXT, docs, 5))) {
      BytesStreamOutput out = new BytesStreamOutput();
      fields.writeTo(out);
      question.writeTo(out);
      StreamInput in = read(out);
      assertEquals(fields, new RunFields(in));
      BytesStreamOutput again = new BytesStreamOutput();
      fields.writeTo(again);
      new ShardQuestion(in).writeTo(again);
      assertEquals(out.bytes(), again.bytes());
    }
  }

  /** A result in a format that is not known yet is refused as such. */
  public void testFormat() throws IOException {
    BytesStreamOutput out = new BytesStreamOutput();
    out.writeString(DocumentsAggregation.NAME);
    out.writeGenericMap(Map.of());
    out.writeVInt(2);
    Exception e =
        expectThrows(
            IllegalArgumentException.class,
            () -> new DocumentsAggregation.Answers(out.bytes().streamInput()));
    assertEquals(
        "a result of [simhash_documents] has format [2] but this node reads formats up to [1]: it"
            + " has an older version of the plugin [simhash]",
        e.getMessage());
  }

  public void testMemoryOfARun() {
    assertEquals((120 + 160) * 1_000, Reservation.ofRun(1_000, false));
    // The bands of 100,000 documents are read at a time.
    assertEquals(1_000_000 * 120 + 16_000_000, Reservation.ofRun(1_000_000, false));
    assertEquals(200_000_000L * 120 + 16_000_000, Reservation.ofRun(200_000_000, false));
    assertEquals((280 << 10) + (64L << 20), Reservation.ofRun(1 << 10, true));
  }

  public void testGivesEverythingBackAndRefusesWhatDoesNotFit() {
    CountingBreaker breaker = new CountingBreaker(1000);
    try (Reservation memory = new Reservation(breaker, "test")) {
      memory.add(300);
      memory.remove(100);
      assertEquals(200, breaker.getUsed());
      expectThrows(CircuitBreakingException.class, () -> memory.add(801));
    }
    assertEquals(0, breaker.getUsed());
  }
}
