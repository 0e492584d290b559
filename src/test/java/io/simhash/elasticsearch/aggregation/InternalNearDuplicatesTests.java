package io.simhash.elasticsearch.aggregation;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearSample;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.aggregation.InternalNearDuplicates.Compared;
import io.simhash.elasticsearch.aggregation.InternalNearDuplicates.FoundGroups;
import io.simhash.elasticsearch.option.DocumentName;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.SameFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.apache.lucene.util.BytesRef;
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
      new GroupOptions(new NearOptions("fp", 3, null, false), SameFields.NONE, 100, 2, 2, 2);

  private static Compared document(String index, String id, int bits) {
    return document(index, id, (1L << bits) - 1);
  }

  private static Compared document(String index, String id, long fingerprint) {
    return new Compared(
        new DocumentName(index, id), new NearValue(fingerprint, Optional.empty()), new BytesRef());
  }

  private static InternalNearDuplicates ofShard(
      String name,
      GroupOptions options,
      List<Compared> documents,
      long limit,
      long others,
      Map<String, Object> metadata) {
    return new InternalNearDuplicates(
        name, options, documents, limit, others, FoundGroups.NONE, metadata);
  }

  private static InternalNearDuplicates shard(long others, Compared... documents) {
    return ofShard("groups", WITHIN_3, List.of(documents), NearSample.NO_LIMIT, others, Map.of());
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
    List<Compared> documents = new ArrayList<>();
    for (int i = randomIntBetween(0, 20); i > 0; i--) {
      Optional<Signature> signature = randomBoolean() ? Optional.empty() : Optional.of(signature());
      documents.add(
          new Compared(
              new DocumentName(randomAlphaOfLength(3), randomAlphaOfLength(3)),
              signature.isPresent() && randomBoolean()
                  ? new NearValue(OptionalLong.empty(), signature)
                  : new NearValue(randomLongBetween(0, 7), signature),
              new BytesRef(randomFrom("", "a", "b"))));
    }
    boolean reduced = randomBoolean();
    InternalNearDuplicates shard =
        ofShard(
            randomAlphaOfLength(5),
            NearDuplicatesAggregationBuilderTests.randomOptions(),
            documents,
            reduced ? NearSample.NO_LIMIT : randomNonNegativeLong(),
            reduced ? 0 : randomNonNegativeInt(),
            Map.of("k", "v"));
    return reduced ? reduced(true, () -> false, shard) : shard;
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

  private static final String WARNING =
      "[near_duplicates] [groups] compared [%s] of [%s] documents: groups may be missing or too"
          + " small. Match fewer documents, or raise [max_documents] if it is below [10000]";

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
        new InternalNearDuplicates.FoundGroups(
            9,
            7,
            3,
            List.of(
                new Group(
                    new DocumentName("a", "2"),
                    5,
                    List.of(new DocumentName("a", "2"), new DocumentName("a", "3"))),
                new Group(
                    new DocumentName("a", "8"),
                    2,
                    List.of(new DocumentName("a", "8"), new DocumentName("a", "9"))))),
        whole.found());
    assertEquals(whole, reduced(true, () -> false, first, third, second));
    assertWarnings(WARNING.formatted(9, 16));
  }

  /**
   * The same documents are compared in whatever order shards answer, and however many results are
   * reduced at a time; the members of a group all or none.
   */
  public void testTheMostDocumentsThatAreCompared() {
    List<InternalNearDuplicates> shards = new ArrayList<>();
    for (String index : List.of("a", "b", "c")) {
      Compared[] documents = new Compared[20_000];
      for (int i = 0; i < documents.length; i++) {
        documents[i] = document(index, Integer.toString(i), new Random(i).nextLong());
      }
      shards.add(shard(1, documents));
    }
    InternalNearDuplicates whole =
        reduced(true, () -> false, shards.get(0), shards.get(1), shards.get(2));
    assertEquals(15_000, whole.found().compared());
    assertEquals(45_003, whole.found().others());
    assertEquals(
        whole,
        reduced(
            true,
            () -> false,
            reduced(false, () -> false, shards.get(2), shards.get(0)),
            shards.get(1)));
    assertWarnings(WARNING.formatted(15_000, 60_003));
  }

  /** Documents that are all near each other, within a wide distance: 50 million pairs. */
  public void testTheMostPairsThatAreCompared() {
    GroupOptions wide =
        new GroupOptions(new NearOptions("fp", 60, null, false), SameFields.NONE, 10_000, 10, 2, 0);
    List<Compared> documents = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      documents.add(document("a", Integer.toString(i), randomLong() >>> 5));
    }
    InternalNearDuplicates shard =
        ofShard("groups", wide, documents, NearSample.NO_LIMIT, 0, Map.of());
    InternalNearDuplicates whole = reduced(true, () -> false, shard);
    assertEquals(1_410, whole.found().compared(), 2);
    assertEquals(10_000, whole.found().compared() + whole.found().others());
    assertEquals(1, whole.found().groups());
    assertEquals(whole.found().compared(), whole.getBuckets().getFirst().getDocCount());
    assertWarnings(WARNING.formatted(whole.found().compared(), 10_000));
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
