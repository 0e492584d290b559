package io.simhash.elasticsearch.clusters;

import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.index.shard.ShardId;

/** The stored signatures of some documents. */
final class SignaturesAnswer extends NamedDocuments {

  private final String field;
  private final LongConsumer memory;
  private final List<BytesReference> signatures = new ArrayList<>();

  /**
   * @param memory called with the bytes that the answer takes so far; may end the work by throwing
   */
  SignaturesAnswer(ShardQuestion question, String field, LongConsumer memory) {
    super(question);
    this.field = field;
    this.memory = memory;
  }

  @Override
  void read(LeafReaderContext leaf, int[] docs) throws IOException {
    BinaryDocValues stored =
        DocValues.getBinary(leaf.reader(), SimHashFields.signatureField(field));
    for (int doc : docs) {
      boolean signed =
          stored.advanceExact(doc) && StoredSignatures.isReadable(stored.binaryValue());
      byte[] bytes =
          signed ? BytesRef.deepCopyOf(stored.binaryValue()).bytes : BytesRef.EMPTY_BYTES;
      signatures.add(new BytesArray(bytes));
      answered(leaf, doc);
      memory.accept((long) signatures.size() * (bytes.length + 50));
    }
  }

  @Override
  public ShardValues values(ShardId shard) {
    return ShardValues.ofSignatures(shard, docs(), signatures);
  }
}
