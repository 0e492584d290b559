package io.simhash.elasticsearch.clusters;

import io.simhash.core.minhash.HashedSet;
import io.simhash.elasticsearch.query.ConfirmTexts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.index.shard.ShardId;

/** The shingles of the texts of the first documents, of as many as the answer may hold. */
final class ShinglesAnswer extends NamedDocuments {

  private final long maxBytes;
  private final ConfirmTexts texts;
  private final LongConsumer memory;
  private final List<long[]> shingles = new ArrayList<>();
  private long bytes;
  private boolean full;

  /**
   * @param memory called with the bytes that the answer takes so far; may end the work by throwing
   */
  ShinglesAnswer(ShardQuestion question, ConfirmTexts texts, LongConsumer memory) {
    super(question);
    this.maxBytes = question.maxBytes();
    this.texts = texts;
    this.memory = memory;
  }

  @Override
  void read(LeafReaderContext leaf, int[] docs) throws IOException {
    ConfirmTexts.SegmentSets sets = texts.open(leaf);
    for (int i = 0; i < docs.length && full == false; i++) {
      HashedSet set = sets.read(docs[i]);
      full = bytes + set.bytes() > maxBytes;
      if (full == false) {
        add(leaf, docs[i], set);
      }
    }
  }

  private void add(LeafReaderContext leaf, int doc, HashedSet set) {
    shingles.add(set.toArray());
    bytes += set.bytes();
    answered(leaf, doc);
    memory.accept(bytes);
  }

  @Override
  public ShardValues values(ShardId shard) {
    return ShardValues.ofShingles(shard, docs(), shingles);
  }
}
