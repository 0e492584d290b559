package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.Bits;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.aggregations.LeafBucketCollector;

/**
 * An answer about the documents that a question names. Those that the reader hides from the caller
 * are left out.
 */
abstract class NamedDocuments implements ShardAnswer {

  private final ShardQuestion question;
  private int size;
  private int[] docs = {};

  NamedDocuments(ShardQuestion question) {
    this.question = question;
  }

  @Override
  public final LeafBucketCollector read(LeafReaderContext leaf, ShardId shard) throws IOException {
    int[] inLeaf = inLeaf(leaf, question.docs().getOrDefault(shard, new int[0]));
    if (inLeaf.length > 0) {
      read(leaf, inLeaf);
    }
    return LeafBucketCollector.NO_OP_COLLECTOR;
  }

  /**
   * Reads documents of a segment.
   *
   * @param docs their numbers in the segment, ascending
   */
  abstract void read(LeafReaderContext leaf, int[] docs) throws IOException;

  /** Called for each document that is in the answer. */
  final void answered(LeafReaderContext leaf, int doc) {
    docs = ArrayUtil.grow(docs, size + 1);
    docs[size++] = leaf.docBase + doc;
  }

  /** The documents that are in the answer. */
  final int[] docs() {
    return Arrays.copyOf(docs, size);
  }

  private static int[] inLeaf(LeafReaderContext leaf, int[] wanted) {
    Bits live = leaf.reader().getLiveDocs();
    int from = Arrays.binarySearch(wanted, leaf.docBase);
    int to = Arrays.binarySearch(wanted, leaf.docBase + leaf.reader().maxDoc());
    return Arrays.stream(wanted, from < 0 ? -from - 1 : from, to < 0 ? -to - 1 : to)
        .map(doc -> doc - leaf.docBase)
        .filter(doc -> live == null || live.get(doc))
        .toArray();
  }
}
