package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.EqualGroups;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.near.ConfirmRule;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.SameFields;
import io.simhash.elasticsearch.run.PointInTime;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.BytesRefHash;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.shard.ShardId;

/** How a cluster run reads: what it asks the shards, texts that fit, and the memory. */
public class ClusterElementsTests extends ClustersNode {

  private static final int DOCUMENTS = 60;
  private static final ShardId SHARD = new ShardId("news", "uuid", 1);

  /** An answer has as many texts as fit, and at least one, however long it is. */
  public void testTextsThatFit() throws Exception {
    create("news", between(1, 4));
    IntFunction<String> words =
        count -> IntStream.range(0, count).mapToObj(w -> "w" + w).collect(Collectors.joining(" "));
    index("news", DOCUMENTS, i -> Map.of("near", i, "text", words.apply(between(1, 100))));
    ConfirmOptions confirm =
        new ConfirmOptions(
            "text", new ConfirmRule(.5, 0), new Shingling(Shingling.Unit.TOKEN, 1), null, null);
    ClusterFields fields =
        new ClusterFields(
            new NearOptions("near", null, null, true),
            null,
            null,
            null,
            null,
            confirm,
            SameFields.NONE);
    QueryBuilder all = QueryBuilders.matchAllQuery();
    try (PointInTime pointInTime = pointInTime(client(), threads())) {
      NumberedDocuments documents = new NumberedDocuments(DOCUMENTS, true);
      new DocumentsAggregation(fields, ShardQuestion.ofAll(ShardQuestion.Part.VALUE))
          .ask(pointInTime, all, documents::add);
      documents.keep(false);
      EqualGroups groups = documents.equal();
      int[] elements = IntStream.range(0, DOCUMENTS).toArray();
      Map<Integer, HashedSet> expected =
          new ClusterElements(pointInTime, fields, documents, groups, false, null, 1 << 20)
              .texts(elements);
      assertEquals(DOCUMENTS, expected.size());
      for (long bytes : new long[] {100, 2_000, 20_000}) {
        ClusterElements reader =
            new ClusterElements(pointInTime, fields, documents, groups, false, null, bytes);
        assertEquals(expected, inParts(reader, bytes));
      }
    }
    assertNothingIsLeft();
  }

  /** Documents without a value are counted, and nothing of them is sent. */
  public void testDocumentsWithoutAValue() throws Exception {
    create("news", between(1, 3));
    index("news", 200, i -> i < 10 ? Map.of("near", i) : Map.of("title", "no value"));
    ClusterFields fields =
        new ClusterFields(new NearOptions("near", null, null, true), SameFields.NONE);
    try (PointInTime pointInTime = pointInTime(client(), threads())) {
      for (ShardQuestion.Part part :
          List.of(ShardQuestion.Part.FINGERPRINT, ShardQuestion.Part.VALUE)) {
        NumberedDocuments documents = new NumberedDocuments(10, part == ShardQuestion.Part.VALUE);
        int[] read = {0};
        Map<String, Long> matched =
            new DocumentsAggregation(fields, ShardQuestion.ofAll(part))
                .ask(
                    pointInTime,
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
      DocumentsAggregation question = new DocumentsAggregation(fields, all);
      assertEquals(Map.of(), question.ask(pointInTime, none, (shard, doc, in) -> fail()));
    }
    assertNothingIsLeft();
  }

  /** The numbers of the values of {@code same} count, and those of one shard are kept as ints. */
  public void testBytesOfSame() throws IOException {
    int count = between(1_000, 5_000);
    NumberedDocuments documents = new NumberedDocuments(count, false);
    assertEquals(0, documents.bytesOfSame());
    try (BytesRefHash values = new BytesRefHash(1, BigArrays.NON_RECYCLING_INSTANCE)) {
      for (ShardId shard : List.of(new ShardId("news", "uuid", 0), SHARD)) {
        for (int doc = 0; doc < count; doc++) {
          BytesRef value = new BytesRef(shard.id() + "/" + doc);
          values.add(value);
          BytesStreamOutput out = new BytesStreamOutput();
          out.writeByte((byte) (ShardQuestion.SAME | ShardQuestion.FINGERPRINT));
          out.writeVInt(doc);
          out.writeBytesRef(value);
          out.writeLong(doc);
          documents.add(shard, doc, read(out));
        }
        long numbers = documents.bytesOfSame() - values.ramBytesUsed();
        assertTrue("[" + numbers + "]", numbers >= 4L * count && numbers < 6L * count);
      }
    }
  }

  private static Map<Integer, HashedSet> inParts(ClusterElements reader, long bytes) {
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

  private static StreamInput read(BytesStreamOutput out) throws IOException {
    return out.bytes().streamInput();
  }

  public void testRoundTrip() throws IOException {
    var answer = new ShardAnswers.Answer(SHARD, new BytesArray(new byte[] {1, 2}), 7, true);
    BytesStreamOutput out = new BytesStreamOutput();
    new ShardAnswers(Map.of(), Set.of("near", "tenant"), List.of(answer)).writeTo(out);
    ShardAnswers read = new ShardAnswers(read(out));
    assertEquals(Set.of("near", "tenant"), read.mapped);
    assertEquals(List.of(answer), read.shards);
  }

  public void testRoundTripOfAMember() throws IOException {
    BigDecimal order = BigDecimal.valueOf(5, 6);
    for (ClusterDocument member :
        List.of(
            new ClusterDocument(SHARD, "a", "r", 1, 2, order, "b", false, Map.of("id", "b")),
            new ClusterDocument(SHARD, "b", null, -2, 0, null, null, null, null))) {
      BytesStreamOutput out = new BytesStreamOutput();
      member.writeTo(out);
      assertEquals(member, new ClusterDocument(SHARD, read(out)));
    }
  }

  /** Each question, with the fields of a run. */
  public void testRoundTripOfQuestions() throws IOException {
    Map<ShardId, int[]> docs = Map.of(SHARD, new int[] {1, 5});
    ClusterFields fields =
        new ClusterFields(
            new NearOptions("near", 3, 0.7, true),
            "published",
            "cluster_id",
            "original",
            null,
            new ConfirmOptions(
                "text", new ConfirmRule(.5, .2), Shingling.AUTO_CHARACTERS, null, null),
            new SameFields(List.of("tenant", "lang")));
    for (ShardQuestion question :
        List.of(
            ShardQuestion.ofAll(ShardQuestion.Part.VALUE),
            ShardQuestion.of(ShardQuestion.Part.BANDS, docs, 7),
            ShardQuestion.of(ShardQuestion.Part.DOCUMENT, docs, 0),
            new ShardQuestion(ShardQuestion.Part.SHINGLES, docs, 5, 77),
            ShardQuestion.of(ShardQuestion.Part.TEXT, docs, 5))) {
      BytesStreamOutput out = new BytesStreamOutput();
      fields.writeTo(out);
      question.writeTo(out);
      StreamInput in = read(out);
      assertEquals(fields, new ClusterFields(in));
      BytesStreamOutput again = new BytesStreamOutput();
      fields.writeTo(again);
      new ShardQuestion(in).writeTo(again);
      assertEquals(out.bytes(), again.bytes());
    }
  }

  /** A result in a format that is not known yet is refused as such. */
  public void testFormat() throws IOException {
    BytesStreamOutput out = new BytesStreamOutput();
    out.writeString(ShardAnswers.NAME);
    out.writeGenericMap(Map.of());
    out.writeVInt(2);
    Exception e =
        expectThrows(
            IllegalArgumentException.class, () -> new ShardAnswers(out.bytes().streamInput()));
    assertEquals(
        "a result of [simhash_documents] has format [2] but this node reads formats up to [1]: it"
            + " has an older version of the plugin [simhash]",
        e.getMessage());
  }

  /** What is reserved, and one and a half times the largest answer. */
  public void testMemoryOfARun() {
    assertEquals((120 + 160) * 1_000 + 78_000, ClusterCost.heap(1_000, false, false));
    assertEquals(78_000, ClusterCost.ofSearches(1_000, false, false));
    // The bands of 100,000 documents are read at a time.
    assertEquals(
        1_000_000 * 120 + 16_000_000 + 37_500_000, ClusterCost.heap(1_000_000, false, false));
    assertEquals(200_000_000L * 120 + 16_000_000, heapWithoutSearches(200_000_000, false));
    assertEquals((280 << 10) + (64L << 20), heapWithoutSearches(1 << 10, true));
    assertEquals(24L << 20, ClusterCost.ofSearches(1 << 10, true, false));
    // With same, a number is kept of each document, twice, and sent.
    long without = ClusterCost.heap(1_000_000, false, false);
    assertEquals(without + 8_000_000 + 7_500_000, ClusterCost.heap(1_000_000, false, true));
    assertTrue(ClusterCost.refusedAbove(without, true) < 1_000_000);
  }

  private static long heapWithoutSearches(long documents, boolean texts) {
    return ClusterCost.heap(documents, texts, false)
        - ClusterCost.ofSearches(documents, texts, false);
  }

  /** The largest number whose heap is within the limit. */
  public void testRefusedAbove() {
    assertEquals(0, ClusterCost.refusedAbove(0, false));
    for (long documents : new long[] {1, 99_999, 100_000, 100_001, 9_999_999}) {
      long heap = ClusterCost.heap(documents, false, false);
      assertEquals(documents, ClusterCost.refusedAbove(heap, false));
      assertEquals(documents - 1, ClusterCost.refusedAbove(heap - 1, false));
    }
    assertEquals(10_000_000, ClusterCost.refusedAbove(Long.MAX_VALUE, false));
  }
}
