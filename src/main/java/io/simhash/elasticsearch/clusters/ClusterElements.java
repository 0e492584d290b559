package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.cluster.BandRows;
import io.simhash.core.cluster.ElementReader;
import io.simhash.core.cluster.EqualGroups;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.clusters.ShardQuestion.Part;
import io.simhash.elasticsearch.run.PointInTime;
import io.simhash.elasticsearch.run.Reservation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.elasticsearch.common.CheckedBiConsumer;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.shard.ShardId;

/**
 * Reads the elements of a run from the shards: groups of equal documents, whose first document is
 * read. A document that the caller may not read any more has no value.
 *
 * @param ofTexts whether the signatures were certainly made of the texts that confirm neighbours
 * @param memory accounts for further heap of the join
 * @param textBytes the largest size of the shingles of one answer, unless one text has more
 */
record ClusterElements(
    PointInTime pointInTime,
    ClusterFields fields,
    NumberedDocuments documents,
    EqualGroups groups,
    boolean ofTexts,
    Reservation memory,
    long textBytes)
    implements ElementReader {

  /** The documents of one question: 3 MB of signatures. */
  static final int BATCH = 10_000;

  /** The heap of a document that matches: its answer of 5 bytes at most, and its number. */
  private static final long MATCH_BYTES = 20;

  /**
   * The same with smaller elements, whose texts have equal shingles. A document without any is
   * alone. Reads the texts of all elements of several documents.
   */
  ClusterElements withEqualTexts() {
    long[] texts = new long[documents.size];
    Arrays.setAll(texts, document -> ~document);
    int[] several =
        IntStream.range(0, groups.groups())
            .filter(group -> groups.size(group) > 1)
            .flatMap(group -> IntStream.of(groups.members(group)))
            .sorted()
            .toArray();
    read(Part.TEXT, several, BATCH, (shard, document, in) -> texts[document] = in.readLong());
    return new ClusterElements(
        pointInTime, fields, documents, groups.cut(texts), ofTexts, memory, textBytes);
  }

  @Override
  public long[] fingerprints() {
    return groups.keys();
  }

  @Override
  public BitSet withoutFingerprint() {
    return IntStream.range(0, groups.groups())
        .filter(element -> hasFingerprint(element) == false)
        .collect(BitSet::new, BitSet::set, BitSet::or);
  }

  @Override
  public int[] same() {
    return documents.same(IntStream.range(0, groups.groups()).map(groups::first));
  }

  @Override
  public boolean signaturesAreOfTexts() {
    return ofTexts;
  }

  /** Whether an element has a fingerprint. */
  boolean hasFingerprint(int element) {
    return documents.hasFingerprint(groups.first(element));
  }

  @Override
  public Bands bands() {
    return SignatureHeader.parameters(documents.header).bands();
  }

  @Override
  public void reserve(long bytes) {
    memory.add(bytes);
  }

  @Override
  public BandRows readBands() {
    int[] elementOf = new int[documents.size];
    Arrays.fill(elementOf, -1);
    for (int element = 0; element < groups.groups(); element++) {
      elementOf[groups.first(element)] = element;
    }
    int[] firsts = IntStream.range(0, documents.size).filter(d -> elementOf[d] >= 0).toArray();
    BandRows rows = new BandRows(bands().bands(), groups.groups());
    int[] read = {0};
    read(
        Part.BANDS,
        firsts,
        ClusterCost.BATCH_OF_BANDS,
        (shard, document, in) -> {
          rows.set(elementOf[document], in.readByteArray());
          read[0]++;
        });
    if (read[0] < firsts.length) {
      throw invalid(
          "the documents must stay readable while the run reads them but [%s] of [%s] did not",
          firsts.length - read[0], firsts.length);
    }
    return rows;
  }

  @Override
  public Map<Integer, byte[]> heads(int[] elements) {
    Map<Integer, byte[]> heads = new HashMap<>();
    readFirsts(Part.HEAD, elements, (element, in) -> heads.put(element, in.readByteArray()));
    return heads;
  }

  @Override
  public Map<Integer, NearValue> near(int[] elements) {
    Map<Integer, NearValue> values = new HashMap<>();
    if (documents.similar == false) {
      for (int element : elements) {
        values.put(element, new NearValue(fingerprint(element), Optional.empty()));
      }
      return values;
    }
    readFirsts(
        Part.SIGNATURE,
        elements,
        (element, in) -> {
          Signature signature = Signature.read(in.readByteArray(), in.readByteArray());
          values.put(element, new NearValue(fingerprint(element), Optional.of(signature)));
        });
    return values;
  }

  private OptionalLong fingerprint(int element) {
    return hasFingerprint(element) ? OptionalLong.of(groups.keys()[element]) : OptionalLong.empty();
  }

  /**
   * The shingles of the texts of some of the elements, at least one. Each shard has an equal share
   * of the memory; if none of them has a text that fits into it, one text is read alone.
   */
  @Override
  public Map<Integer, HashedSet> texts(int[] elements) {
    Map<Integer, HashedSet> texts = texts(elements, textBytes / firsts(elements).size());
    if (texts.isEmpty()) {
      int first = IntStream.of(elements).min().orElseThrow();
      texts = texts(new int[] {first}, Long.MAX_VALUE);
      texts.putIfAbsent(first, HashedSet.of(LongStream.empty()));
    }
    return texts;
  }

  private Map<Integer, HashedSet> texts(int[] elements, long share) {
    Map<Integer, HashedSet> texts = new HashMap<>();
    ask(
        new ShardQuestion(Part.SHINGLES, firsts(elements), documents.header, share),
        elements,
        (element, in) -> texts.put(element, HashedSet.of(LongStream.of(in.readLongArray()))));
    return texts;
  }

  /** The first documents of some elements, as a question names them. */
  private Map<ShardId, int[]> firsts(int[] elements) {
    return documents.byShard(IntStream.of(elements).map(groups::first).toArray());
  }

  /** Reads a part of the first documents of some elements. */
  private void readFirsts(
      Part part, int[] elements, CheckedBiConsumer<Integer, StreamInput, IOException> consumer) {
    forEachBatch(
        elements,
        BATCH,
        batch -> ask(ShardQuestion.of(part, firsts(batch), documents.header), batch, consumer));
  }

  private void ask(
      ShardQuestion question,
      int[] elements,
      CheckedBiConsumer<Integer, StreamInput, IOException> consumer) {
    Map<Integer, Integer> elementOf = new HashMap<>();
    IntStream.of(elements).forEach(element -> elementOf.put(groups.first(element), element));
    ask(
        question,
        (shard, doc, in) -> consumer.accept(elementOf.get(documents.number(shard, doc)), in));
  }

  /** Reads a part of some documents, each by its number in the run. */
  private void read(Part part, int[] numbers, int size, ShardAnswers.AnswerConsumer consumer) {
    forEachBatch(
        numbers,
        size,
        batch ->
            ask(
                ShardQuestion.of(part, documents.byShard(batch), documents.header),
                (shard, doc, in) -> consumer.accept(shard, documents.number(shard, doc), in)));
  }

  /**
   * The documents of some elements by index and id: none of those that the caller may not read any
   * more.
   *
   * @param memory takes them
   */
  Map<Integer, List<ClusterDocument>> members(int[] elements, Reservation memory) {
    Map<Integer, Integer> elementOf = new HashMap<>();
    for (int element : elements) {
      IntStream.of(groups.members(element)).forEach(number -> elementOf.put(number, element));
    }
    int[] wanted = elementOf.keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
    Map<Integer, List<ClusterDocument>> members = new HashMap<>();
    read(
        Part.DOCUMENT,
        wanted,
        BATCH,
        (shard, document, in) -> {
          ClusterDocument member = new ClusterDocument(shard, in);
          memory.add(member.bytes());
          members.computeIfAbsent(elementOf.get(document), each -> new ArrayList<>()).add(member);
        });
    members.values().forEach(list -> list.sort(ClusterDocument.BY_ID));
    return members;
  }

  /** Gives the documents that match a query, without some by their numbers, to a consumer. */
  void forEachOther(QueryBuilder matching, BitSet numbers, Consumer<ClusterDocument> consumer) {
    try (Reservation part = memory.part()) {
      part.add(MATCH_BYTES * documents.matched);
      Map<ShardId, IntStream.Builder> others = new HashMap<>();
      new DocumentsAggregation(fields, ShardQuestion.ofAll(Part.NUMBER))
          .ask(
              pointInTime,
              matching,
              (shard, doc, in) -> {
                int number = documents.number(shard, doc);
                if (number < 0 || numbers.get(number) == false) {
                  others.computeIfAbsent(shard, each -> IntStream.builder()).add(doc);
                }
              });
      others.forEach(
          (shard, docs) ->
              forEachBatch(
                  docs.build().toArray(),
                  BATCH,
                  batch ->
                      ask(
                          ShardQuestion.of(Part.DOCUMENT, Map.of(shard, batch), 0),
                          (same, doc, in) -> consumer.accept(new ClusterDocument(shard, in)))));
    }
  }

  private void ask(ShardQuestion question, ShardAnswers.AnswerConsumer consumer) {
    new DocumentsAggregation(fields, question)
        .ask(pointInTime, QueryBuilders.matchAllQuery(), consumer);
  }

  private static void forEachBatch(int[] all, int size, Consumer<int[]> consumer) {
    for (int from = 0; from < all.length; from += size) {
      consumer.accept(Arrays.copyOfRange(all, from, Math.min(all.length, from + size)));
    }
  }
}
