package io.simhash.elasticsearch.aggregation;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.near.NearDecision;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.search.aggregations.AggregationReduceContext;
import org.elasticsearch.search.aggregations.AggregatorReducer;
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.search.aggregations.pipeline.PipelineAggregator.PipelineTree;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.AbstractWireSerializingTestCase;

/** Results of shards, how they are sent, and how they become groups. */
public class InternalNearDuplicatesTests
    extends AbstractWireSerializingTestCase<InternalNearDuplicates> {

  private static final GroupOptions WITHIN_3 =
      new GroupOptions(new NearDecision("fp", 3, null, false), 100, 2, 2, 2);

  private static GroupDocument document(String index, String id, int bits) {
    return new GroupDocument(index, id, new NearValue((1L << bits) - 1, Optional.empty()));
  }

  private static InternalNearDuplicates shard(long others, GroupDocument... documents) {
    return InternalNearDuplicates.ofShard("groups", WITHIN_3, List.of(documents), others, Map.of());
  }

  @Override
  protected Writeable.Reader<InternalNearDuplicates> instanceReader() {
    return InternalNearDuplicates::new;
  }

  @Override
  protected NamedWriteableRegistry getNamedWriteableRegistry() {
    return new NamedWriteableRegistry(List.of());
  }

  private static Signature signature() {
    long[] minima = new long[64];
    minima[0] = randomLong();
    return new SignatureParameters(Optional.empty(), new Bands(64, 3, 2)).signature(minima);
  }

  @Override
  protected InternalNearDuplicates createTestInstance() {
    List<GroupDocument> documents = new ArrayList<>();
    for (int i = randomIntBetween(0, 20); i > 0; i--) {
      Optional<Signature> signature = randomBoolean() ? Optional.empty() : Optional.of(signature());
      documents.add(
          new GroupDocument(
              randomAlphaOfLength(3),
              randomAlphaOfLength(3),
              signature.isPresent() && randomBoolean()
                  ? new NearValue(OptionalLong.empty(), signature)
                  : new NearValue(randomLongBetween(0, 7), signature)));
    }
    InternalNearDuplicates shard =
        InternalNearDuplicates.ofShard(
            randomAlphaOfLength(5),
            NearDuplicatesAggregationBuilderTests.randomOptions(),
            documents,
            randomNonNegativeInt(),
            Map.of("k", "v"));
    return randomBoolean() ? shard : reduced(true, () -> false, shard);
  }

  @Override
  protected InternalNearDuplicates mutateInstance(InternalNearDuplicates instance) {
    return randomValueOtherThan(instance, this::createTestInstance);
  }

  private static InternalNearDuplicates reduced(
      boolean last,
      java.util.function.Supplier<Boolean> cancelled,
      InternalNearDuplicates... parts) {
    NearDuplicatesAggregationBuilder builder =
        new NearDuplicatesAggregationBuilder("groups", WITHIN_3);
    AggregationReduceContext context =
        last
            ? new AggregationReduceContext.ForFinal(
                BigArrays.NON_RECYCLING_INSTANCE,
                null,
                cancelled,
                builder,
                buckets -> {},
                PipelineTree.EMPTY,
                null)
            : new AggregationReduceContext.ForPartial(
                BigArrays.NON_RECYCLING_INSTANCE, null, cancelled, builder, buckets -> {}, null);
    try (AggregatorReducer reducer = parts[0].getReducer(context, parts.length)) {
      for (InternalAggregation part : parts) {
        reducer.accept(part);
      }
      return (InternalNearDuplicates) reducer.get();
    }
  }

  /** Groups over two shards: five documents, of which two are listed; then two; then one. */
  public void testGroupsOverShards() throws IOException {
    InternalNearDuplicates first =
        shard(3, document("b", "5", 6), document("a", "2", 3), document("a", "9", 40));
    InternalNearDuplicates second =
        shard(4, document("a", "3", 9), document("a", "4", 0), document("c", "1", 8));
    InternalNearDuplicates third =
        shard(0, document("a", "8", 41), document("z", "z", 60), document("z", "y", 61));
    InternalNearDuplicates part = reduced(false, () -> false, first, second);
    assertEquals(List.of(), part.getBuckets());
    InternalNearDuplicates whole =
        reduced(true, () -> false, copyInstance(third), copyInstance(part));
    assertEquals(
        new FoundGroups(
            9,
            7,
            3,
            List.of(
                new Group(
                    new Group.Member("a", "2"),
                    5,
                    List.of(new Group.Member("a", "2"), new Group.Member("a", "3"))),
                new Group(
                    new Group.Member("a", "8"),
                    2,
                    List.of(new Group.Member("a", "8"), new Group.Member("a", "9"))))),
        whole.found());
    assertEquals(whole, reduced(true, () -> false, first, third, second));
  }

  public void testTheMostDocumentsThatAreCompared() {
    GroupDocument[] documents = new GroupDocument[30_000];
    for (int i = 0; i < documents.length; i++) {
      documents[i] = document("a", Integer.toString(i), i % 2 == 0 ? 0 : 32);
    }
    InternalNearDuplicates whole =
        reduced(
            true,
            () -> false,
            reduced(false, () -> false, shard(1, documents), shard(0, documents)));
    assertEquals(50_000, whole.found().compared());
    assertEquals(10_001, whole.found().others());
    assertEquals(2, whole.found().groups());
  }

  /** Which documents are compared does not depend on the order in which shards answer. */
  public void testTheDocumentsThatAreComparedAreTheSameInAnyOrder() {
    GroupDocument[] first = new GroupDocument[30_000];
    GroupDocument[] second = new GroupDocument[30_000];
    for (int i = 0; i < first.length; i++) {
      first[i] = document(i % 2 == 0 ? "a" : "c", Integer.toString(i), 0);
      second[i] = document("b", Integer.toString(i), 32);
    }
    InternalNearDuplicates one = shard(0, first);
    InternalNearDuplicates other = shard(0, second);
    InternalNearDuplicates third = shard(0, document("d", "1", 0));
    InternalNearDuplicates whole = reduced(true, () -> false, one, other, third);
    assertEquals(10_001, whole.found().others());
    assertEquals(whole, reduced(true, () -> false, third, other, one));
    assertEquals(whole, reduced(true, () -> false, reduced(false, () -> false, other, third), one));
  }

  /** A result in a format that is not known yet is refused as such. */
  public void testFormat() throws IOException {
    BytesStreamOutput out = new BytesStreamOutput();
    out.writeString("groups");
    out.writeGenericMap(Map.of());
    out.writeVInt(2);
    Exception e =
        expectThrows(
            IllegalArgumentException.class,
            () -> new InternalNearDuplicates(out.bytes().streamInput()));
    assertEquals(
        "a result of near_duplicates has format [2] but this node reads formats up to [1]: it has"
            + " an older version of the plugin [simhash]",
        e.getMessage());
  }

  public void testCancellation() {
    expectThrows(
        TaskCancelledException.class,
        () -> reduced(true, () -> true, shard(0, document("a", "1", 1))));
  }
}
