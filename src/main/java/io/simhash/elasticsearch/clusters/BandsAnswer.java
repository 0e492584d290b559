package io.simhash.elasticsearch.clusters;

import io.simhash.core.minhash.Signature;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.aggregations.LeafBucketCollector;

/**
 * Some bands of each matching document with a signature of some parameters; where no band is asked
 * for, the documents.
 */
final class BandsAnswer implements ShardAnswer {

  private final ShardQuestion question;
  private final String field;
  private final LongConsumer memory;
  private int size;
  private int[] docs = {};
  private int bandSize;

  /** The bands of one document after the other, 2 bytes each. */
  private byte[] bands = {};

  /**
   * @param memory called with the bytes that the answer takes so far; may end the work by throwing
   */
  BandsAnswer(ShardQuestion question, String field, LongConsumer memory) {
    this.question = question;
    this.field = field;
    this.memory = memory;
  }

  @Override
  public LeafBucketCollector read(LeafReaderContext leaf, ShardId shard) throws IOException {
    BinaryDocValues stored =
        DocValues.getBinary(leaf.reader(), SimHashFields.signatureField(field));
    return new LeafBucketCollector() {
      @Override
      public void collect(int doc, long bucket) throws IOException {
        if (stored.advanceExact(doc)) {
          BytesRef signature = stored.binaryValue();
          if (StoredSignatures.isReadable(signature)
              && StoredSignatures.parameters(signature) == question.parameters()) {
            add(leaf.docBase + doc, signature);
          }
        }
      }
    };
  }

  private void add(int doc, BytesRef stored) {
    if (question.bandCount() == 0) {
      docs = ArrayUtil.grow(docs, size + 1);
      memory.accept(2L * docs.length * Integer.BYTES);
      docs[size++] = doc;
    }
    int needed = bandSize + question.bandCount() * Character.BYTES;
    if (needed > bands.length) {
      int capacity = ShardAnswer.larger(needed);
      memory.accept(2L * capacity);
      bands = ArrayUtil.growExact(bands, capacity);
    }
    for (int i = 0; i < question.bandCount(); i++) {
      char band = Signature.storedBand(stored.bytes, stored.offset, question.firstBand() + i);
      bands[bandSize++] = (byte) (band >>> Byte.SIZE);
      bands[bandSize++] = (byte) band;
    }
  }

  @Override
  public ShardValues values(ShardId shard) {
    return ShardValues.ofBands(shard, Arrays.copyOf(docs, size), Arrays.copyOf(bands, bandSize));
  }
}
