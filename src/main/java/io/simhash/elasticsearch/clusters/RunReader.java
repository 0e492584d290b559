package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.cluster.ElementReader;
import io.simhash.core.cluster.EqualGroups;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.shard.ShardId;

/**
 * Reads the elements of a run from the shards: groups of equal documents, whose first document is
 * read. A document that the caller may not read any more has no value.
 *
 * @param query which documents are clustered
 * @param textBytes the size of the shingles of one question at most, or those of one text
 */
record RunReader(
    PointInTime pointInTime,
    QueryBuilder query,
    Documents documents,
    EqualGroups groups,
    long textBytes)
    implements ElementReader {

  /** The documents of one question: 4 MB of signatures. */
  static final int BATCH = 10_000;

  /** The heap of a document that matches: its answer of 14 bytes at most, and its number. */
  private static final long MATCH_BYTES = 20;

  @Override
  public long[] fingerprints() {
    return groups.keys();
  }

  @Override
  public BitSet withoutFingerprint() {
    return elements(document -> documents.hasFingerprint(document) == false);
  }

  @Override
  public BitSet signed() {
    return elements(documents::isSigned);
  }

  /** The elements whose first document is such. */
  private BitSet elements(IntPredicate such) {
    return IntStream.range(0, groups.groups())
        .filter(group -> such.test(groups.first(group)))
        .collect(BitSet::new, BitSet::set, BitSet::or);
  }

  @Override
  public Bands bands() {
    return Documents.read(documents.parameters()).bands();
  }

  /** Reads some groups of bands at a time. */
  @Override
  public void readBands(int group, BandConsumer consumer) {
    int all = bands().bands();
    int[] places = placesOfFirsts();
    int atATime = group * Reservation.groupsAtATime(documents.size(), group);
    for (int first = 0; first < all; first += atATime) {
      char[][] read = readBands(first, Math.min(atATime, all - first), places);
      for (int from = 0; from < read.length; from += group) {
        consumer.accept(Arrays.copyOfRange(read, from, Math.min(read.length, from + group)));
      }
    }
  }

  /** The place of each document among the elements with a signature; -1 if it is not a first. */
  private int[] placesOfFirsts() {
    int[] places = new int[documents.size()];
    Arrays.fill(places, -1);
    int[] signed = signed().stream().map(groups::first).toArray();
    for (int place = 0; place < signed.length; place++) {
      places[signed[place]] = place;
    }
    return places;
  }

  private char[][] readBands(int first, int count, int[] places) {
    int elements = (int) IntStream.of(places).filter(place -> place >= 0).count();
    char[][] bands = new char[count][elements];
    int[] read = {0};
    pointInTime.ask(
        new ShardQuestions.Bands(documents.parameters(), first, count),
        query,
        (shard, doc, values) -> {
          int number = documents.number(shard, doc);
          int place = number < 0 ? -1 : places[number];
          if (place >= 0) {
            read[0]++;
            for (int band = 0; band < count; band++) {
              bands[band][place] = values[band];
            }
          }
        });
    if (read[0] < elements) {
      throw invalid(
          "[query] must match the same documents each time but [%s] of [%s] did not match again",
          elements - read[0], elements);
    }
    return bands;
  }

  @Override
  public Map<Integer, NearValue> near(int[] elements) {
    Map<Integer, NearValue> values = new HashMap<>();
    for (int element : elements) {
      int first = groups.first(element);
      if (documents.isSigned(first) == false && documents.hasFingerprint(first)) {
        values.put(element, new NearValue(groups.keys()[element], Optional.empty()));
      }
    }
    int[] signed =
        IntStream.of(elements).filter(e -> documents.isSigned(groups.first(e))).toArray();
    for (int from = 0; from < signed.length; from += BATCH) {
      int[] part = Arrays.copyOfRange(signed, from, Math.min(signed.length, from + BATCH));
      ask(
          new ShardQuestions.Signatures(firsts(part)),
          part,
          (element, signature) ->
              values.put(element, new NearValue(fingerprint(element), Optional.of(signature))));
    }
    return values;
  }

  private OptionalLong fingerprint(int element) {
    return documents.hasFingerprint(groups.first(element))
        ? OptionalLong.of(groups.keys()[element])
        : OptionalLong.empty();
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
        new ShardQuestions.Shingles(firsts(elements), share, documents.parameters()),
        elements,
        texts::put);
    return texts;
  }

  /** The first documents of some elements, as a question names them. */
  private Map<ShardId, int[]> firsts(int[] elements) {
    return documents.byShard(IntStream.of(elements).map(groups::first).toArray());
  }

  private <T> void ask(ShardQuestion<T> question, int[] elements, BiConsumer<Integer, T> taker) {
    Map<Integer, Integer> elementOf = new HashMap<>();
    IntStream.of(elements).forEach(element -> elementOf.put(groups.first(element), element));
    pointInTime.ask(
        question,
        QueryBuilders.matchAllQuery(),
        (shard, doc, value) -> taker.accept(elementOf.get(documents.number(shard, doc)), value));
  }

  /**
   * The documents of some elements by index and id: none of those that the caller may not read any
   * more.
   *
   * @param memory takes their strings
   */
  Map<Integer, List<Member>> members(int[] elements, Reservation memory) {
    Map<Integer, Integer> elementOf = new HashMap<>();
    for (int element : elements) {
      IntStream.of(groups.members(element)).forEach(number -> elementOf.put(number, element));
    }
    int[] wanted = elementOf.keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
    Map<Integer, List<Member>> members = new HashMap<>();
    for (int from = 0; from < wanted.length; from += BATCH) {
      int[] part = Arrays.copyOfRange(wanted, from, Math.min(wanted.length, from + BATCH));
      pointInTime.ask(
          new ShardQuestions.Members(documents.byShard(part)),
          QueryBuilders.matchAllQuery(),
          (shard, doc, member) -> {
            memory.add(member.stringBytes());
            Integer element = elementOf.get(documents.number(shard, doc));
            members.computeIfAbsent(element, each -> new ArrayList<>()).add(member);
          });
    }
    members.values().forEach(list -> list.sort(Member.BY_ID));
    return members;
  }

  /**
   * Gives the members that match a query and are none of some documents to a consumer.
   *
   * @param memory takes what they need meanwhile
   */
  void forEachOther(
      QueryBuilder matching, BitSet numbers, Reservation memory, Consumer<Member> consumer) {
    try (Reservation part = memory.part()) {
      part.add(MATCH_BYTES * documents.matched() + BATCH * Member.BYTES);
      Map<ShardId, IntStream.Builder> others = new HashMap<>();
      pointInTime.ask(
          new ShardQuestions.Values(false),
          matching,
          (shard, doc, value) -> {
            int number = documents.number(shard, doc);
            if (number < 0 || numbers.get(number) == false) {
              others.computeIfAbsent(shard, each -> IntStream.builder()).add(doc);
            }
          });
      others.forEach((shard, docs) -> forEach(shard, docs.build().toArray(), consumer));
    }
  }

  private void forEach(ShardId shard, int[] docs, Consumer<Member> consumer) {
    for (int from = 0; from < docs.length; from += BATCH) {
      int[] part = Arrays.copyOfRange(docs, from, Math.min(docs.length, from + BATCH));
      pointInTime.ask(
          new ShardQuestions.Members(Map.of(shard, part)),
          QueryBuilders.matchAllQuery(),
          (same, doc, member) -> consumer.accept(member));
    }
  }
}
