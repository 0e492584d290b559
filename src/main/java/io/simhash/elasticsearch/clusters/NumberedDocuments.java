package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.EqualGroups;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.lucene.util.ArrayUtil;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.BytesRefHash;
import org.elasticsearch.index.shard.ShardId;

/**
 * The values of the documents that a run compares, numbered from 0 shard by shard: 20 bytes each, 4
 * more with {@code same}, and 8 more while they are read.
 */
final class NumberedDocuments {

  /** Ascending. */
  private final List<ShardId> shards = new ArrayList<>();

  /** The number of the first document of each shard. */
  private int[] starts = {};

  /** The number of each document in its shard's reader, ascending in a shard. */
  private int[] docs;

  private long[] fingerprints;
  private BitSet withoutFingerprint = new BitSet();

  /** Of the signature of each document, 0 for none; empty if they are not compared. */
  private long[] hashes;

  /** Of each document, the number of its values of {@code same}; empty if there are none. */
  private int[] same = {};

  /** The number of documents. */
  int size;

  /** The {@link SignatureHeader} that most signatures have; 0 for none. */
  long header;

  /** The number of documents with a value that cannot be compared. */
  long incomparable;

  /** The documents that match the query, also those without a value. */
  long matched;

  /** Whether signatures are compared. */
  boolean similar;

  /** While documents are added, the {@link SignatureHeader} of each. */
  private long[] headers;

  /** The number of signatures with each header. */
  private final Map<Long, Long> counts = new TreeMap<>();

  /** While documents are added, the different values of {@code same}, which give them numbers. */
  private BytesRefHash sameValues = new BytesRefHash(1, BigArrays.NON_RECYCLING_INSTANCE);

  /** The number here of each number of the shard that is read. */
  private int[] sameOfShard = {};

  private int numbersOfShard;

  /**
   * No documents yet.
   *
   * @param expected about their number
   * @param withSignatures whether signatures are read
   */
  NumberedDocuments(int expected, boolean withSignatures) {
    docs = new int[expected];
    fingerprints = new long[expected];
    hashes = new long[withSignatures ? expected : 0];
    headers = new long[hashes.length];
  }

  /**
   * Adds a document with a value: shard by shard, in ascending order.
   *
   * @param in its {@link ShardQuestion.Part#FINGERPRINT} or {@link ShardQuestion.Part#VALUE}
   */
  void add(ShardId shard, int doc, StreamInput in) throws IOException {
    int has = in.readByte();
    boolean hasFingerprint = (has & ShardQuestion.FINGERPRINT) != 0;
    boolean hasSignature = (has & ShardQuestion.SIGNATURE) != 0;
    if (shards.isEmpty() || shards.getLast().equals(shard) == false) {
      starts = ArrayUtil.growExact(starts, shards.size() + 1);
      starts[shards.size()] = size;
      shards.add(shard);
      numbersOfShard = 0;
    }
    docs = ArrayUtil.grow(docs, size + 1);
    fingerprints = ArrayUtil.grow(fingerprints, size + 1);
    docs[size] = doc;
    if ((has & ShardQuestion.SAME) != 0) {
      same = ArrayUtil.grow(same, size + 1);
      same[size] = readSame(in);
    }
    fingerprints[size] = hasFingerprint ? in.readLong() : 0;
    withoutFingerprint.set(size, hasFingerprint == false);
    if (hasSignature) {
      hashes = ArrayUtil.grow(hashes, size + 1);
      headers = ArrayUtil.grow(headers, size + 1);
      hashes[size] = in.readLong();
      headers[size] = in.readVLong();
      counts.merge(headers[size], 1L, Long::sum);
    }
    size++;
  }

  /** A shard sends the values of a number with the first document that has it. */
  private int readSame(StreamInput in) throws IOException {
    int number = in.readVInt();
    if (number == numbersOfShard) {
      long added = sameValues.add(in.readBytesRef());
      sameOfShard = ArrayUtil.grow(sameOfShard, number + 1);
      sameOfShard[number] = (int) (added < 0 ? -1 - added : added);
      numbersOfShard++;
    }
    return sameOfShard[number];
  }

  /** While documents are added, the heap of their values of {@code same} and of their numbers. */
  long bytesOfSame() {
    return same.length == 0
        ? 0
        : sameValues.ramBytesUsed() + (long) Integer.BYTES * sameOfShard.length;
  }

  /** Whether a document that was added has a signature. */
  boolean hasSignatures() {
    return counts.isEmpty() == false;
  }

  /**
   * Ends adding, and keeps the documents that can be compared.
   *
   * @param bySimilarity whether these are the documents with a signature of the header that most
   *     have, of equally frequent ones the least; otherwise those with a fingerprint
   */
  void keep(boolean bySimilarity) {
    similar = bySimilarity;
    // The first of equal ones, which is the least.
    header =
        counts.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse(0L);
    BitSet without = new BitSet();
    int kept = 0;
    for (int shard = 0; shard < starts.length; shard++) {
      int from = starts[shard];
      int end = end(shard);
      starts[shard] = kept;
      for (int document = from; document < end; document++) {
        if (similar ? hasComparableSignature(document) : hasFingerprint(document)) {
          docs[kept] = docs[document];
          fingerprints[kept] = fingerprints[document];
          without.set(kept, hasFingerprint(document) == false);
          if (similar) {
            hashes[kept] = hashes[document];
          }
          if (same.length > 0) {
            same[kept] = same[document];
          }
          kept++;
        }
      }
    }
    incomparable = size - kept;
    size = kept;
    docs = Arrays.copyOf(docs, size);
    fingerprints = Arrays.copyOf(fingerprints, size);
    withoutFingerprint = without;
    hashes = Arrays.copyOf(hashes, similar ? size : 0);
    same = Arrays.copyOf(same, same.length == 0 ? 0 : size);
    headers = null;
    sameValues = null;
    sameOfShard = null;
  }

  /** While documents are added, whether one has a signature that counts. */
  private boolean hasComparableSignature(int document) {
    return document < hashes.length && hashes[document] != 0 && headers[document] == header;
  }

  boolean hasFingerprint(int document) {
    return withoutFingerprint.get(document) == false;
  }

  /** The documents with equal values. Called once: the hashes of signatures are not kept. */
  EqualGroups equal() {
    if (similar == false) {
      return EqualGroups.of(fingerprints, new long[0], same);
    }
    long[] second = hashes;
    hashes = null;
    withoutFingerprint.stream().forEach(document -> second[document] = ~second[document]);
    return EqualGroups.of(fingerprints, second, same);
  }

  /** The numbers of the values of {@code same} of some documents; empty if there are none. */
  int[] same(IntStream documents) {
    return same.length == 0 ? same : documents.map(document -> same[document]).toArray();
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
      int[] ofShard =
          Arrays.stream(sorted, place(sorted, starts[shard]), place(sorted, end(shard)))
              .map(document -> docs[document])
              .toArray();
      if (ofShard.length > 0) {
        byShard.put(shards.get(shard), ofShard);
      }
    }
    return byShard;
  }

  private static int place(int[] sorted, int document) {
    int place = Arrays.binarySearch(sorted, document);
    return place < 0 ? -place - 1 : place;
  }
}
