package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.IncomparablePairs;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.elasticsearch.index.shard.ShardId;

/**
 * The documents of a run, numbered from 0 shard by shard: 20 bytes each.
 *
 * @param shards the shards
 * @param starts the number of the first document of each shard, and of all documents
 * @param docs the number of each document in its shard's reader
 * @param fingerprints of each document
 * @param withoutFingerprint the documents that have none
 * @param hashes of the signature of each document, 0 for none; empty if signatures do not matter
 * @param parameters of the signatures, each once
 */
record Documents(
    List<ShardId> shards,
    int[] starts,
    int[] docs,
    long[] fingerprints,
    BitSet withoutFingerprint,
    long[] hashes,
    long[] parameters) {

  /** The order of shards in every answer that documents are numbered by. */
  static final Comparator<ShardValues> BY_SHARD = Comparator.comparing(ShardValues::shard);

  static Documents of(List<ShardValues> answers) {
    List<ShardValues> sorted = answers.stream().sorted(BY_SHARD).toList();
    int[] starts = new int[sorted.size() + 1];
    for (int i = 0; i < sorted.size(); i++) {
      starts[i + 1] = Math.addExact(starts[i], sorted.get(i).docs().length);
    }
    int size = starts[sorted.size()];
    int[] docs = new int[size];
    long[] fingerprints = new long[size];
    BitSet withoutFingerprint = new BitSet();
    boolean hashed = sorted.stream().anyMatch(shard -> shard.hashes().length > 0);
    long[] hashes = new long[hashed ? size : 0];
    for (int i = 0; i < sorted.size(); i++) {
      ShardValues shard = sorted.get(i);
      System.arraycopy(shard.docs(), 0, docs, starts[i], shard.docs().length);
      System.arraycopy(shard.fingerprints(), 0, fingerprints, starts[i], shard.docs().length);
      for (int place : shard.withoutFingerprint()) {
        withoutFingerprint.set(starts[i] + place);
      }
      System.arraycopy(shard.hashes(), 0, hashes, hashed ? starts[i] : 0, shard.hashes().length);
    }
    long[] parameters =
        sorted.stream().flatMapToLong(s -> LongStream.of(s.parameters())).distinct().toArray();
    return new Documents(
        sorted.stream().map(ShardValues::shard).toList(),
        starts,
        docs,
        fingerprints,
        withoutFingerprint,
        hashes,
        parameters);
  }

  int size() {
    return docs.length;
  }

  /** Whether a document has a signature that can be read. */
  boolean isSigned(int document) {
    return hashes.length > 0 && hashes[document] != 0;
  }

  /**
   * The place of the parameters of each document's signature in {@link #parameters}, {@link
   * IncomparablePairs#NO_SIGNATURE} without one. Where there are several, the shards are asked.
   */
  int[] parametersOfEach(PointInTime pointInTime, ClusterOptions options) {
    int[] of = new int[size()];
    if (parameters.length == 1) {
      Arrays.setAll(of, document -> isSigned(document) ? 0 : IncomparablePairs.NO_SIGNATURE);
      return of;
    }
    Arrays.fill(of, IncomparablePairs.NO_SIGNATURE);
    for (int i = 0; i < parameters.length; i++) {
      int place = i;
      ShardQuestion question = ShardQuestion.signed(options.fields(), parameters[place]);
      numbers(pointInTime.ask(question, options.query())).forEach(number -> of[number] = place);
    }
    return of;
  }

  /** The numbers of the documents in answers, whose shards have them in the order of this. */
  IntStream numbers(List<ShardValues> answers) {
    return answers.stream().sorted(BY_SHARD).flatMapToInt(this::numbers);
  }

  private IntStream numbers(ShardValues answer) {
    int shard = shards.indexOf(answer.shard());
    int[] numbers = new int[answer.docs().length];
    int found = 0;
    int end = shard < 0 ? 0 : starts[shard + 1];
    for (int number = shard < 0 ? 0 : starts[shard]; number < end; number++) {
      if (found < numbers.length && docs[number] == answer.docs()[found]) {
        numbers[found++] = number;
      }
    }
    return IntStream.of(numbers).limit(found);
  }

  /** The documents, by shard, as a question names them. */
  Map<ShardId, int[]> byShard(int[] documents) {
    Map<ShardId, int[]> byShard = new HashMap<>();
    int[] sorted = documents.clone();
    Arrays.sort(sorted);
    int from = 0;
    for (int shard = 0; shard < shards.size(); shard++) {
      int to = from;
      while (to < sorted.length && sorted[to] < starts[shard + 1]) {
        to++;
      }
      if (to > from) {
        byShard.put(
            shards.get(shard),
            Arrays.stream(sorted, from, to).map(document -> docs[document]).sorted().toArray());
      }
      from = to;
    }
    return byShard;
  }

  /** Gives the values of some documents in an answer to the consumer. */
  void forEach(ShardValues answer, int[] documents, AnswerConsumer consumer) {
    int shard = shards.indexOf(answer.shard());
    if (shard < 0) {
      // The first search has left it out: no document of it matches the query.
      return;
    }
    Map<Integer, Integer> places = new HashMap<>();
    for (int place = 0; place < answer.docs().length; place++) {
      places.put(answer.docs()[place], place);
    }
    for (int document : documents) {
      boolean ofShard = document >= starts[shard] && document < starts[shard + 1];
      Integer place = ofShard ? places.get(docs[document]) : null;
      if (place != null) {
        consumer.accept(document, place);
      }
    }
  }

  /** Takes the place of a document's values in an answer. */
  @FunctionalInterface
  interface AnswerConsumer {
    void accept(int document, int place);
  }
}
