package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.EqualGroups;
import io.simhash.elasticsearch.clusters.ShardQuestions.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.ArrayUtil;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.shard.ShardId;

/**
 * The documents of a run that have a value, numbered from 0 shard by shard: 20 bytes each, and 4 to
 * read them where signatures have different parameters.
 */
final class Documents {

  private final List<ShardId> shards = new ArrayList<>();
  private final Map<ShardId, Integer> places = new HashMap<>();

  /** The number of the first document of each shard. */
  private int[] starts = {};

  /** The number of each document in its shard's reader, ascending in a shard. */
  private int[] docs;

  private long[] fingerprints;
  private final BitSet withoutFingerprint = new BitSet();

  /** Of the signature of each document, 0 for none; empty if signatures do not matter. */
  private long[] hashes;

  private int size;
  private long parameters;
  private long incomparable;
  private long valueless;
  private long matched;

  /**
   * @param expected the number of documents, for the size of arrays
   */
  private Documents(int expected, boolean hashed) {
    docs = new int[expected];
    fingerprints = new long[expected];
    hashes = new long[hashed ? expected : 0];
  }

  /**
   * Reads the documents that match a query.
   *
   * @param expected about their number
   * @param hashed whether signatures matter
   * @param compared whether signatures are compared: then only those count whose parameters most
   *     signatures have, of equally frequent ones the least
   */
  static Documents read(
      PointInTime pointInTime, QueryBuilder query, int expected, boolean hashed, boolean compared) {
    Documents documents = new Documents(expected, hashed);
    Kinds kinds = new Kinds();
    pointInTime.ask(
        new ShardQuestions.Values(hashed),
        query,
        (shard, doc, value) -> {
          if (value.hash() != 0 && compared) {
            kinds.add(documents.size, value.parameters());
          }
          documents.add(shard, doc, value);
        });
    documents.docs = Arrays.copyOf(documents.docs, documents.size);
    documents.fingerprints = Arrays.copyOf(documents.fingerprints, documents.size);
    documents.hashes = Arrays.copyOf(documents.hashes, hashed ? documents.size : 0);
    documents.parameters = kinds.mostFrequent();
    if (kinds.places.size() > 1) {
      documents.removeOthers(kinds);
    }
    return documents;
  }

  /** The different parameters of signatures, and which of them each document has. */
  private static final class Kinds {

    private final Map<Long, Integer> places = new HashMap<>();
    private long[] counts = {};

    /** The place of each document's parameters; grows only if there are several. */
    private int[] of = {};

    void add(int document, long parameters) {
      int place = places.computeIfAbsent(parameters, made -> places.size());
      counts = ArrayUtil.grow(counts, place + 1);
      counts[place]++;
      if (places.size() > 1) {
        of = ArrayUtil.grow(of, document + 1);
        of[document] = place;
      }
    }

    /** 0 if there are none. */
    long mostFrequent() {
      return places.entrySet().stream()
          .max(
              Comparator.<Map.Entry<Long, Integer>>comparingLong(kind -> counts[kind.getValue()])
                  .thenComparing(Map.Entry.<Long, Integer>comparingByKey().reversed()))
          .map(Map.Entry::getKey)
          .orElse(0L);
    }
  }

  private void add(ShardId shard, int doc, Value value) {
    matched++;
    if (shards.isEmpty() || shards.getLast().equals(shard) == false) {
      places.put(shard, shards.size());
      starts = ArrayUtil.growExact(starts, shards.size() + 1);
      starts[shards.size()] = size;
      shards.add(shard);
    }
    if (value.hasFingerprint() || value.hash() != 0) {
      docs = ArrayUtil.grow(docs, size + 1);
      fingerprints = ArrayUtil.grow(fingerprints, size + 1);
      docs[size] = doc;
      fingerprints[size] = value.fingerprint();
      withoutFingerprint.set(size, value.hasFingerprint() == false);
      if (value.hash() != 0) {
        hashes = ArrayUtil.grow(hashes, size + 1);
        hashes[size] = value.hash();
      }
      size++;
    }
  }

  /** Removes the signatures with other parameters than those that count. */
  private void removeOthers(Kinds kinds) {
    int most = kinds.places.get(parameters);
    for (int document = 0; document < size; document++) {
      int kind = document < kinds.of.length ? kinds.of[document] : 0;
      if (hashes[document] != 0 && kind != most) {
        hashes[document] = 0;
        incomparable++;
        valueless += withoutFingerprint.get(document) ? 1 : 0;
      }
    }
  }

  /** The number of documents, also of those whose only value does not count. */
  int size() {
    return size;
  }

  /** The number of documents that have a fingerprint or a signature that counts. */
  long counted() {
    return size - valueless;
  }

  /** The documents that match the query, also those without a value. */
  long matched() {
    return matched;
  }

  /** The documents whose signature has other parameters than most, and counts as none. */
  long incomparable() {
    return incomparable;
  }

  /** The parameters of the signatures that count, see {@link Value#parameters}. */
  long parameters() {
    return parameters;
  }

  boolean hasFingerprint(int document) {
    return withoutFingerprint.get(document) == false;
  }

  /** Whether a document has a signature that counts. */
  boolean isSigned(int document) {
    return hashes.length > 0 && hashes[document] != 0;
  }

  /**
   * The documents that are one element of the work: those with equal fingerprints and signatures.
   *
   * @param byText whether texts confirm neighbours: then only equal signatures tell that texts are
   *     equal, and a document without one is alone
   */
  EqualGroups equal(boolean byText) {
    if (byText == false && hashes.length == 0) {
      return EqualGroups.of(fingerprints);
    }
    long[] second = new long[size];
    for (int document = 0; document < size; document++) {
      boolean alone = byText || hasFingerprint(document) == false;
      second[document] = isSigned(document) ? hashes[document] : alone ? ~document : 0;
    }
    return EqualGroups.of(fingerprints, second);
  }

  /** The number of a document of a shard, or -1 if the run does not have it. */
  int number(ShardId shard, int doc) {
    Integer place = places.get(shard);
    return place == null
        ? -1
        : Math.max(-1, Arrays.binarySearch(docs, starts[place], end(place), doc));
  }

  private int end(int place) {
    return place + 1 < starts.length ? starts[place + 1] : size;
  }

  /** The documents, by shard, as a question names them. */
  Map<ShardId, int[]> byShard(int[] documents) {
    Map<ShardId, int[]> byShard = new HashMap<>();
    int[] sorted = documents.clone();
    Arrays.sort(sorted);
    int from = 0;
    for (int shard = 0; shard < shards.size(); shard++) {
      int to = from;
      while (to < sorted.length && sorted[to] < end(shard)) {
        to++;
      }
      if (to > from) {
        byShard.put(
            shards.get(shard),
            Arrays.stream(sorted, from, to).map(document -> docs[document]).toArray());
      }
      from = to;
    }
    return byShard;
  }
}
