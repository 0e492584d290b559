package io.simhash.elasticsearch.clusters;

import io.simhash.core.minhash.Signature;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.aggregations.LeafBucketCollector;

/**
 * The fingerprint, and the hash of the signature, of each matching document that has one of them.
 */
final class FingerprintsAnswer implements ShardAnswer {

  private final ShardQuestion question;
  private final String field;
  private final LongConsumer memory;
  private int size;
  private int[] docs = {};
  private long[] fingerprints = {};
  private long[] hashes = {};
  private long[] parameters = {};

  /** The places of the documents without a fingerprint. */
  private int[] withoutFingerprint = {};

  private int withoutSize;

  /**
   * @param memory called with the bytes that the answer takes so far; may end the work by throwing
   */
  FingerprintsAnswer(ShardQuestion question, String field, LongConsumer memory) {
    this.question = question;
    this.field = field;
    this.memory = memory;
  }

  @Override
  public LeafBucketCollector read(LeafReaderContext leaf, ShardId shard) throws IOException {
    SortedNumericDocValues values = DocValues.getSortedNumeric(leaf.reader(), field);
    BinaryDocValues stored =
        DocValues.getBinary(leaf.reader(), SimHashFields.signatureField(field));
    return new LeafBucketCollector() {
      @Override
      public void collect(int doc, long bucket) throws IOException {
        boolean printed = values.advanceExact(doc);
        boolean signed = question.withSignatures() && stored.advanceExact(doc);
        long hash = signed ? hash(stored.binaryValue()) : 0;
        if (printed || hash != 0) {
          if (printed == false) {
            withoutFingerprint = ArrayUtil.grow(withoutFingerprint, withoutSize + 1);
            withoutFingerprint[withoutSize++] = size;
          }
          add(leaf.docBase + doc, printed ? values.nextValue() : 0, hash);
        }
      }
    };
  }

  private long hash(BytesRef stored) {
    if (StoredSignatures.isReadable(stored) == false) {
      return 0;
    }
    long made = StoredSignatures.parameters(stored);
    if (parameters.length == 0 || parameters[parameters.length - 1] != made) {
      addParameters(made);
    }
    return Signature.hash(stored.bytes, stored.offset, stored.length);
  }

  private void addParameters(long made) {
    for (long known : parameters) {
      if (known == made) {
        return;
      }
    }
    parameters = ArrayUtil.growExact(parameters, parameters.length + 1);
    parameters[parameters.length - 1] = made;
  }

  private void add(int doc, long fingerprint, long hash) {
    if (size == docs.length) {
      int capacity = ShardAnswer.larger(size + 1);
      memory.accept(2L * capacity * (Integer.BYTES + 2 * Long.BYTES));
      docs = ArrayUtil.growExact(docs, capacity);
      fingerprints = ArrayUtil.growExact(fingerprints, capacity);
      hashes = ArrayUtil.growExact(hashes, question.withSignatures() ? capacity : 0);
    }
    docs[size] = doc;
    fingerprints[size] = fingerprint;
    if (question.withSignatures()) {
      hashes[size] = hash;
    }
    size++;
  }

  @Override
  public ShardValues values(ShardId shard) {
    return ShardValues.ofFingerprints(
        shard,
        Arrays.copyOf(docs, size),
        Arrays.copyOf(fingerprints, size),
        Arrays.copyOf(withoutFingerprint, withoutSize),
        Arrays.copyOf(hashes, question.withSignatures() ? size : 0),
        parameters);
  }
}
