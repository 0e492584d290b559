package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.EqualGroups;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.shingle.Shingling;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.lucene.util.ArrayUtil;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.index.shard.ShardId;

/**
 * The values of the documents of a run, which are numbered from 0 shard by shard: 20 bytes each,
 * and 8 more while they are read.
 */
final class RunValues {

  /** Ascending. */
  private final List<ShardId> shards = new ArrayList<>();

  /** The number of the first document of each shard. */
  private int[] starts = {};

  /** The number of each document in its shard's reader, ascending in a shard. */
  private int[] docs;

  private long[] fingerprints;
  private final BitSet withoutFingerprint = new BitSet();

  /** Of the signature of each document, 0 for none; empty if they are not compared. */
  private long[] hashes;

  private final boolean compared;

  /** The number of documents with a value, also of those whose only one does not count. */
  int size;

  /** The parameters that most signatures have: their header as one number; 0 for none. */
  long parameters;

  /** The documents whose signature has other parameters than most, and counts as none. */
  long incomparable;

  /** The documents that match the query, also those without a value. */
  long matched;

  private long valueless;

  /** While documents are added, the parameters of their signatures; empty if none are compared. */
  private long[] parametersOfEach = {};

  private final Map<Long, Long> counts = new HashMap<>();

  /**
   * No documents yet.
   *
   * @param expected about their number
   * @param compared whether signatures are compared: then only those count whose parameters most
   *     signatures have, of equally frequent ones the least
   */
  RunValues(int expected, boolean compared) {
    docs = new int[expected];
    fingerprints = new long[expected];
    hashes = new long[compared ? expected : 0];
    this.compared = compared;
  }

  /** The key with the largest number, of equal ones the least; 0 if there are none. */
  private static long mostFrequent(Map<Long, Long> counts) {
    return counts.entrySet().stream()
        .max(
            Map.Entry.<Long, Long>comparingByValue()
                .thenComparing(Map.Entry.<Long, Long>comparingByKey().reversed()))
        .map(Map.Entry::getKey)
        .orElse(0L);
  }

  /**
   * Adds a document with a value: shard by shard, in ascending order.
   *
   * @param in its {@link ShardQuestion.Part#FINGERPRINT} or {@link ShardQuestion.Part#VALUE}
   */
  void add(ShardId shard, int doc, StreamInput in) throws IOException {
    int has = in.readByte();
    boolean hasFingerprint = (has & DocumentsAggregator.FINGERPRINT) != 0;
    boolean signed = (has & DocumentsAggregator.SIGNATURE) != 0;
    long fingerprint = hasFingerprint ? in.readLong() : 0;
    long read = signed ? in.readLong() : 0;
    long hash = compared ? read : 0;
    long parametersOfIt = signed ? in.readVLong() : 0;
    if (signed) {
      counts.merge(parametersOfIt, 1L, Long::sum);
    }
    if (shards.isEmpty() || shards.getLast().equals(shard) == false) {
      starts = ArrayUtil.growExact(starts, shards.size() + 1);
      starts[shards.size()] = size;
      shards.add(shard);
    }
    if (hasFingerprint == false && hash == 0) {
      return;
    }
    docs = ArrayUtil.grow(docs, size + 1);
    fingerprints = ArrayUtil.grow(fingerprints, size + 1);
    docs[size] = doc;
    fingerprints[size] = fingerprint;
    withoutFingerprint.set(size, hasFingerprint == false);
    if (hash != 0) {
      hashes = ArrayUtil.grow(hashes, size + 1);
      hashes[size] = hash;
      parametersOfEach = ArrayUtil.grow(parametersOfEach, size + 1);
      parametersOfEach[size] = parametersOfIt;
    }
    size++;
  }

  /** Ends adding: removes the signatures with other parameters than those that count. */
  void end() {
    docs = Arrays.copyOf(docs, size);
    fingerprints = Arrays.copyOf(fingerprints, size);
    hashes = Arrays.copyOf(hashes, compared ? size : 0);
    parameters = mostFrequent(counts);
    for (int document = 0; counts.size() > 1 && document < hashes.length; document++) {
      if (hashes[document] != 0 && parametersOfEach[document] != parameters) {
        hashes[document] = 0;
        incomparable++;
        valueless += withoutFingerprint.get(document) ? 1 : 0;
      }
    }
    parametersOfEach = null;
  }

  /** The number of documents that have a fingerprint or a signature that counts. */
  long counted() {
    return size - valueless;
  }

  /** The parameters whose header is a number, see {@link #parameters}. */
  static SignatureParameters read(long parameters) {
    return SignatureParameters.read(BigInteger.valueOf(parameters).toByteArray());
  }

  /** The shingles of signatures with these parameters; the default where there are none. */
  static Shingling shingling(long parameters) {
    return parameters == 0
        ? Shingling.AUTO_CHARACTERS
        : read(parameters).shingling().orElse(Shingling.AUTO_CHARACTERS);
  }

  boolean hasFingerprint(int document) {
    return withoutFingerprint.get(document) == false;
  }

  /** Whether a document has a signature that counts. */
  boolean isSigned(int document) {
    return hashes.length > 0 && hashes[document] != 0;
  }

  /**
   * The documents with equal fingerprints and signatures. One whose value does not count is alone.
   */
  EqualGroups equal() {
    if (compared == false) {
      return EqualGroups.of(fingerprints);
    }
    long[] second = new long[size];
    for (int document = 0; document < size; document++) {
      long ofSignature = isSigned(document) ? hashes[document] : 0;
      long alone = isSigned(document) ? ~ofSignature : ~document;
      second[document] = hasFingerprint(document) ? ofSignature : alone;
    }
    return EqualGroups.of(fingerprints, second);
  }

  /** The number of a document of a shard, or -1 if the run does not have it. */
  int number(ShardId shard, int doc) {
    int place = Collections.binarySearch(shards, shard);
    return place < 0 ? -1 : Math.max(-1, Arrays.binarySearch(docs, starts[place], end(place), doc));
  }

  private int end(int place) {
    return place + 1 < starts.length ? starts[place + 1] : size;
  }

  /** The documents, by shard, as a question names them. */
  Map<ShardId, int[]> byShard(int[] documents) {
    Map<ShardId, int[]> byShard = new HashMap<>();
    int[] sorted = IntStream.of(documents).sorted().toArray();
    for (int shard = 0; shard < shards.size(); shard++) {
      int start = starts[shard];
      int end = end(shard);
      int[] ofShard =
          IntStream.of(sorted).filter(d -> d >= start && d < end).map(d -> docs[d]).toArray();
      if (ofShard.length > 0) {
        byShard.put(shards.get(shard), ofShard);
      }
    }
    return byShard;
  }
}
